/** The same behaviours for every provider of the list, on the bytes of whole answers. A new provider is tested by being listed. */
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { DEFAULT_TIMEOUTS, openProvider, PROVIDERS } from "../lib/providers/mod.ts";
import { QwenError } from "../lib/model/problem.ts";
import type { Provider } from "../lib/model/ports.ts";
import type { Usage } from "../lib/model/usage.ts";
import { collect, type Collected, requestOf } from "./support/collect.ts";
import { FakeClock } from "./support/fake_clock.ts";
import { seeded } from "./support/random.ts";

const KEY = "sk-secret-secret-secret";
const REMOTE = PROVIDERS.filter((row) => row.keyVars.length > 0);
/** Vertex AI speaks as Gemini does. */
const FOLDERS: Record<string, string> = { "vertex-ai": "gemini" };
/** Its calls come as parsed objects, so they cannot be broken. */
const HAS_PARSED_CALLS = ["gemini", "vertex-ai"];

const USAGE = { inputTokens: 20, outputTokens: 7, cachedTokens: 4, thinkingTokens: 0, totalTokens: 27 };
const PLAIN: Collected = { text: "", thinking: "", calls: [], usage: USAGE, stop: "end", code: null };
const READ = { callId: "call_a", tool: "read_file", input: '{"file_path":"/a.txt"}' };
const GLOB = { callId: "call_b", tool: "glob", input: '{"pattern":"*"}' };

const BEHAVIOURS: Record<string, Collected> = {
  text: { ...PLAIN, text: "Grüß dich, 世界 👋" },
  tool_call: { ...PLAIN, calls: [READ], stop: "tool_calls" },
  parallel_calls: { ...PLAIN, text: "Both.", calls: [READ, GLOB], stop: "tool_calls" },
  reasoning: { ...PLAIN, thinking: "Let me think.", text: "Four." },
  no_usage: { ...PLAIN, text: "Hi.", usage: null },
  length: { ...PLAIN, text: "Once upon", stop: "length" },
  refusal: { ...PLAIN, stop: "refusal" },
  empty: PLAIN,
  error_mid_stream: { ...PLAIN, text: "Half", usage: null, stop: null, code: "provider_overloaded" },
  cut: { ...PLAIN, text: "Half", usage: null, stop: null, code: "provider_stream_cut" },
  bad_arguments: { ...PLAIN, calls: [{ ...READ, input: '{"file_path": /a' }], stop: "tool_calls" },
};

/** What a server has told of its tokens before an answer breaks off: it counts, because it has to be paid. */
const TOLD_EARLY: Record<string, Usage> = {
  gemini: USAGE,
  anthropic: { ...USAGE, outputTokens: 1, totalTokens: 21 },
};

function expectedOf(provider: string, behaviour: string): Collected {
  const expected = BEHAVIOURS[behaviour];
  const early = TOLD_EARLY[FOLDERS[provider] ?? provider];
  return expected.code === null || !early ? expected : { ...expected, usage: early };
}

function recording(provider: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const folder = FOLDERS[provider] ?? provider;
  return Deno.readFile(new URL(`./recordings/${folder}/${name}.sse`, import.meta.url));
}

/** A `fetch` that answers with these bytes, cut into pieces of one size. */
function fetchOf(bytes: Uint8Array<ArrayBuffer>, size: number): typeof fetch {
  return (_input, init) => {
    let at = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller): void {
        if (init?.signal?.aborted) controller.error(init.signal.reason);
        else if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.subarray(at, at += size));
      },
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  };
}

function open(name: string, fetch: typeof globalThis.fetch, { clock = new FakeClock() } = {}): Promise<Provider> {
  const vertex = name === "vertex-ai" ? { vertex: {} } : {};
  const selection = { provider: name, model: "m", key: KEY, baseUrl: "http://model.test/v1", notices: [], ...vertex };
  return openProvider(selection, { clock, fetch });
}

/** What may differ between providers is left out: signatures, and thinking tokens that not all tell. */
function comparable(answer: Collected): Collected {
  const usage = answer.usage && { ...answer.usage, thinkingTokens: 0 };
  return { ...answer, usage, calls: answer.calls.map(({ opaque: _, ...call }) => call) };
}

for (const { name } of REMOTE) {
  for (const behaviour of Object.keys(BEHAVIOURS)) {
    if (behaviour === "bad_arguments" && HAS_PARSED_CALLS.includes(name)) continue;
    Deno.test(`${name} ${behaviour} is the same however the bytes are cut`, async () => {
      const bytes = await recording(name, behaviour);
      for (const size of [bytes.length, 1, 7, 1000]) {
        const provider = await open(name, fetchOf(bytes, size));
        const answer = comparable(await collect(provider, requestOf()));
        assertEquals(answer, expectedOf(name, behaviour), `pieces of ${size} bytes`);
      }
    });
  }
}

const REFUSALS: { status: number; body: string; headers?: Record<string, string>; expected: object }[] = [
  { status: 401, body: '{"error":{"message":"bad key"}}', expected: { code: "provider_auth", retryable: false } },
  { status: 403, body: '{"error":{"message":"no"}}', expected: { code: "provider_auth", retryable: false } },
  {
    status: 429,
    body: '{"error":{"message":"slow down"}}',
    headers: { "retry-after": "2" },
    expected: { code: "provider_rate_limited", retryable: true, retryAfterMs: 2000 },
  },
  {
    status: 429,
    body: '{"error":{"message":"slow down"}}',
    headers: { "retry-after": new Date(1_700_000_000_000 + 86_400_000).toUTCString() },
    expected: { code: "provider_rate_limited", retryable: true, retryAfterMs: 86_400_000 },
  },
  {
    status: 429,
    body: '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}',
    expected: { code: "provider_rate_limited", retryable: false },
  },
  { status: 500, body: "oops", expected: { code: "provider_overloaded", retryable: true } },
  {
    status: 529,
    body: '{"error":{"message":"Overloaded"}}',
    expected: { code: "provider_overloaded", retryable: true },
  },
  {
    status: 400,
    body: '{"error":{"message":"This model\'s maximum context length is 8192 tokens"}}',
    expected: { code: "context_overflow", retryable: false },
  },
  {
    status: 404,
    body: '{"error":{"message":"no such model"}}',
    expected: { code: "provider_error", retryable: false },
  },
];

for (const { name } of REMOTE) {
  for (const [index, { status, body, headers, expected }] of REFUSALS.entries()) {
    Deno.test(`${name} maps refusal ${index} with status ${status}`, async () => {
      const init = { status, headers: { "content-type": "application/json", ...headers } };
      const provider = await open(name, () => Promise.resolve(new Response(body, init)));
      const error = await assertRejects(() => drain(provider), QwenError);
      const { code, retryable, retryAfterMs } = error.problem;
      const told: object = { code, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
      assertEquals(told, expected);
      assertEquals(error.problem.status, status);
    });
  }

  Deno.test(`${name} never shows its key and bounds what a server says`, async () => {
    const body = JSON.stringify({ error: { message: `${KEY} ${"x".repeat(100_000)} Bearer ${KEY}` } });
    const provider = await open(name, () => Promise.resolve(new Response(body, { status: 400 })));
    const error = await assertRejects(() => drain(provider), QwenError);
    assertEquals(error.message.includes(KEY), false);
    assertEquals(error.message.length < 2_200, true);
    assertStringIncludes(error.message, "[redacted]");
  });

  Deno.test(`${name} takes a refusal for what its status says when its words do not come to an end`, async () => {
    const clock = new FakeClock();
    const gone = Promise.withResolvers<void>();
    const provider = await open(name, () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode("try later")),
        cancel: () => gone.resolve(),
      });
      return Promise.resolve(new Response(body, { status: 503 }));
    }, { clock });
    const failing = assertRejects(() => drain(provider), QwenError);
    await clock.advance(0);
    await new Promise((resolve) => setTimeout(resolve, 0));
    await clock.advance(5_000);
    const { problem } = await failing;
    assertEquals([problem.code, problem.message.endsWith("(503): try later")], ["provider_overloaded", true]);
    await gone.promise;
  });

  Deno.test(`${name} is not given up for silent while our own reader is slow`, async () => {
    const clock = new FakeClock();
    const bytes = await recording(name, "text");
    const provider = await open(name, fetchOf(bytes, 40), { clock });
    let text = "";
    for await (const batch of provider.stream(requestOf(), new AbortController().signal)) {
      for (const chunk of batch) if (chunk.type === "text") text += chunk.text;
      await new Promise((resolve) => setTimeout(resolve, 0));
      await clock.advance(DEFAULT_TIMEOUTS.idleMs + 1);
    }
    assertEquals(text, BEHAVIOURS.text.text);
  });

  Deno.test(`${name} throws nothing but QwenError, whatever JSON a server sends`, async () => {
    const random = seeded(7);
    const template = new TextDecoder().decode(await recording(name, "parallel_calls"));
    for (let round = 0; round < 300; round++) {
      const events = template.split("\n\n").map((event) => {
        return event.replace(/data: (\{.*\})/, (_, json) => `data: ${JSON.stringify(spoil(JSON.parse(json), random))}`);
      });
      const bytes = new TextEncoder().encode(events.join("\n\n"));
      // `collect` throws what is no QwenError.
      const { text, thinking, calls, usage } = await collect(
        await open(name, fetchOf(bytes, bytes.length)),
        requestOf(),
      );
      const texts = [text, thinking, ...calls.flatMap(({ callId, tool, input }) => [callId, tool, input])];
      assertEquals(new Set(texts.map((value) => typeof value)), new Set(["string"]), JSON.stringify(calls));
      assertEquals(Object.values(usage ?? {}).every(Number.isSafeInteger), true);
    }
  });

  Deno.test(`${name} says that a web page is no answer, and does not ask for it again`, async () => {
    const page = new Response("<!doctype html><title>Welcome</title>", { headers: { "content-type": "text/html" } });
    const provider = await open(name, () => Promise.resolve(page));
    const stream = provider.stream(requestOf(), new AbortController().signal);
    const error = await assertRejects(() => Array.fromAsync(stream), QwenError);
    const { code, message, retryable, hint } = error.problem;
    assertEquals({ code, message, retryable, hint }, {
      code: "provider_error",
      message: "model.test answered with a web page",
      retryable: false,
      hint: "Check the base URL: http://model.test/v1",
    });
  });

  Deno.test(`${name} calls a server that cannot be reached unreachable`, async () => {
    const provider = await open(name, () => Promise.reject(new TypeError("connection refused")));
    assertEquals((await collect(provider, requestOf())).code, "provider_unreachable");
  });

  Deno.test(`${name} calls a connection that breaks in the middle cut`, async () => {
    const bytes = await recording(name, "cut");
    const provider = await open(name, () => {
      let isFirst = true;
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull(controller): void {
          if (isFirst) controller.enqueue(bytes);
          else controller.error(new TypeError("connection reset"));
          isFirst = false;
        },
      }, { highWaterMark: 0 });
      return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
    });
    const answer = await collect(provider, requestOf());
    assertEquals({ text: answer.text, code: answer.code }, { text: "Half", code: "provider_stream_cut" });
  });

  Deno.test(`${name} throws the caller's reason when aborted, before and in the middle`, async () => {
    const bytes = await recording(name, "cut");
    const provider = await open(name, (_input, init) => {
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller): void {
          controller.enqueue(bytes);
          init?.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
        },
      });
      return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
    });
    const reason = new Error("enough");
    const middle = new AbortController();
    const got = await assertRejects(async () => {
      for await (const _ of provider.stream(requestOf(), middle.signal)) middle.abort(reason);
    }, Error);
    assertEquals(got, reason);
    const before = await assertRejects(async () => {
      for await (const _ of provider.stream(requestOf(), AbortSignal.abort(reason))) throw new Error("a chunk");
    }, Error);
    assertEquals(before, reason);
  });

  Deno.test(`${name} sends no lone surrogates and asks for no answer twice`, async () => {
    const bytes = await recording(name, "text");
    const bodies: string[] = [];
    const inner = fetchOf(bytes, bytes.length);
    const provider = await open(name, (input, init) => {
      bodies.push(String(init?.body));
      return inner(input, init);
    });
    const text = "a\ud800b \\ud800 \u{1F600}";
    await collect(provider, requestOf({ messages: [{ id: "1", role: "user", parts: [{ kind: "text", text }] }] }));
    assertEquals(bodies.length, 1);
    assertStringIncludes(JSON.stringify(JSON.parse(bodies[0])), JSON.stringify("a\ufffdb \\ud800 \u{1F600}"));
  });
}

for (const { name } of PROVIDERS) {
  Deno.test(`${name} ends after exactly one finish`, async () => {
    const isLocal = !REMOTE.some((row) => row.name === name);
    const bytes = isLocal ? new Uint8Array() : await recording(name, "text");
    const answer = await collect(await open(name, fetchOf(bytes, 100)), requestOf());
    assertEquals({ stop: answer.stop, code: answer.code }, { stop: "end", code: null });
  });
}

const NONSENSE = [null, true, 7, -1.5, "", "text", [], [null], [[]], {}, { a: null }];

/** A value in which something that servers promise is something else. */
function spoil(value: unknown, random: (below: number) => number): unknown {
  if (random(12) === 0) return NONSENSE[random(NONSENSE.length)];
  if (Array.isArray(value)) return value.map((item) => spoil(item, random));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, spoil(item, random)]));
}

async function drain(provider: Provider): Promise<void> {
  for await (const _ of provider.stream(requestOf(), new AbortController().signal)) {
    // Only the error at the end matters.
  }
}
