import { assertEquals } from "@std/assert";
import { BUILT_IN_AGENTS } from "../../../../lib/engine/agents/built_in_agents.ts";
import type { Contract } from "../../../../lib/engine/turn/result/contract.ts";
import type { Event } from "../../../../lib/model/event.ts";
import { fail, problem, type ProblemFacts } from "../../../../lib/model/problem.ts";
import type { ModelChunk, ModelRequest, Provider, Tool } from "../../../../lib/model/ports.ts";
import { addUsage, NO_USAGE, type Usage } from "../../../../lib/model/usage.ts";
import { seeded } from "../../../support/random.ts";
import { ECHO, SessionBench } from "../../../support/session_bench.ts";

const END: ModelChunk = { type: "finish", stop: { reason: "end", raw: null } };
const CALLS: ModelChunk = { type: "finish", stop: { reason: "tool_calls", raw: null } };

/** A provider made of a function of the request's number. */
function providerOf(
  answer: (n: number, request: ModelRequest, signal: AbortSignal) => AsyncGenerator<ModelChunk[]>,
): Provider {
  let n = 0;
  return { name: "made", stream: (request, signal) => answer(n++, request, signal) };
}

Deno.test("the result is the text of the last message and of its deltas, however the answer was cut", async () => {
  const text = "Grüß dich, 世界 👋\n\n- one\n- two\u2028three";
  for (let seed = 1; seed <= 30; seed++) {
    const random = seeded(seed);
    const provider = providerOf(async function* (): AsyncGenerator<ModelChunk[]> {
      for (let at = 0; at < text.length;) {
        await Promise.resolve();
        const batch: ModelChunk[] = [];
        for (let count = 1 + random(3); count > 0 && at < text.length; count--) {
          const size = 1 + random(5);
          if (random(8) === 0) batch.push({ type: "thinking", text: "hm" });
          batch.push({ type: "text", text: text.slice(at, at + size) });
          at += size;
        }
        yield batch;
      }
      yield [END];
    });
    await using bench = new SessionBench([], { model: { provider } });
    const { outcome } = await bench.ask("go");
    const deltas = bench.of("part.delta").filter(({ kind }) => kind === "text").map(({ delta }) => delta).join("");
    const [message] = bench.of("message.completed");
    const said = message.parts.map((part) => part.kind === "text" ? part.text : "").join("");
    assertEquals([outcome.kind === "done" && outcome.text, deltas, said], [text, text, text]);
  }
});

Deno.test("a call of an answer that broke off is never run, the call of the answer that came whole once", async () => {
  const ran: string[] = [];
  const counted: Tool = {
    ...ECHO,
    run(input, context): ReturnType<Tool["run"]> {
      ran.push(context.callId);
      return ECHO.run(input, context);
    },
  };
  const provider = providerOf(async function* (n): AsyncGenerator<ModelChunk[]> {
    await Promise.resolve();
    if (n === 2) return yield [{ type: "text", text: "Done." }, END];
    yield [{ type: "call", index: 0, callId: "same", tool: "echo", input: '{"text":"x"}' }];
    if (n === 0) throw fail("provider_stream_cut", "cut");
    yield [CALLS];
  });
  await using bench = new SessionBench([], { model: { provider }, tools: { list: [counted] } });
  const ended = bench.ask("go");
  for (let i = 0; i < 5; i++) await bench.clock.advance(2_000);
  assertEquals((await ended).outcome.kind, "done");
  assertEquals([ran.length, bench.of("retry.scheduled").map((event) => event.discardedCalls)], [1, [1]]);
});

Deno.test("retries are told with their waits, and all waits together are bounded", async () => {
  const facts: ProblemFacts[] = [{ retryAfterMs: 2_000 }, {}, {}, { retryAfterMs: 86_400_000 }];
  const provider = providerOf(async function* (n): AsyncGenerator<ModelChunk[]> {
    await Promise.resolve();
    yield [];
    throw fail("provider_rate_limited", `busy ${n}`, facts[n]);
  });
  await using bench = new SessionBench([], { model: { provider } });
  const ended = bench.ask("go");
  for (let i = 0; i < 10; i++) await bench.clock.advance(30_000);
  const { outcome } = await ended;
  const told = bench.of("retry.scheduled").map(({ attempt, maxAttempts, delayMs, problem }) =>
    `${attempt}/${maxAttempts} ${delayMs} ${problem.message}`
  );
  assertEquals(told, ["1/4 2000 busy 0", "2/4 2000 busy 1", "3/4 4000 busy 2"]);
  assertEquals(outcome.kind === "failed" && outcome.problem.message, "busy 3");
});

Deno.test("usage adds up with sub-agents and cancelled answers, by model, by turn and in all", async () => {
  const random = seeded(5);
  let ledger: Usage = { ...NO_USAGE };
  const spend = (): ModelChunk => {
    const [input, output] = [1 + random(50), 1 + random(20)];
    const usage = { ...NO_USAGE, inputTokens: input, outputTokens: output, totalTokens: input + output };
    ledger = addUsage(ledger, usage);
    return { type: "usage", usage };
  };
  const hangs = (request: ModelRequest): boolean => JSON.stringify(request.messages).includes("hang");
  const provider = providerOf(async function* (n, request, signal): AsyncGenerator<ModelChunk[]> {
    await Promise.resolve();
    yield [{ type: "text", text: "a" }, spend()];
    if (hangs(request)) {
      await new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    }
    const last = request.messages.at(-1);
    const isPrompt = last?.role === "user" && JSON.stringify(last).includes("delegate");
    if (!isPrompt) return yield [END];
    const input = JSON.stringify({ description: "task", prompt: n % 2 === 0 ? "work" : "work well" });
    yield [{ type: "call", index: 0, callId: `call_${n}`, tool: "agent", input }, CALLS];
  });
  await using bench = new SessionBench([], { model: { provider }, tools: { agents: BUILT_IN_AGENTS } });
  for (const text of ["delegate one", "plain", "delegate two"]) await bench.ask(text);
  const cancelled = bench.ask("hang");
  await bench.when("part.delta", (event: Event) => event.cause === "c4");
  bench.send({ type: "interrupt", promptId: null });
  assertEquals((await cancelled).outcome.kind, "interrupted");
  const turns = bench.of("turn.completed");
  const sum = turns.reduce((total, { usage }) => addUsage(total, usage), NO_USAGE);
  const last = turns.at(-1);
  assertEquals([sum, last?.total, last?.stats.models["mock-model"].usage], [ledger, ledger, ledger]);
  assertEquals(last?.stats.models["mock-model"].requests, 8);
});

Deno.test("a server that does not hold answers to a shape is asked without it", async () => {
  const contract: Contract = {
    spec: { name: "structured_output", description: "", input: { type: "object" } },
    maxRetries: null,
    judge: (value) => ({ ok: true, value, text: "accepted" }),
    fromText: (text) => text.startsWith("{") ? JSON.parse(text) : undefined,
    reminder: () => "Call the tool.",
    skipped: () => "",
    missing: () => problem("structured_output_missing", "missing"),
    exhausted: () => problem("structured_output_missing", "exhausted"),
    limitNote: (limit) => limit,
  };
  const schemas: boolean[] = [];
  const provider = providerOf(async function* (n, request): AsyncGenerator<ModelChunk[]> {
    await Promise.resolve();
    schemas.push(request.schema !== undefined);
    if (n === 1) throw fail("provider_error", "This response_format type is unavailable now", { status: 400 });
    yield [{ type: "text", text: '{"a":1}' }, END];
  });
  await using bench = new SessionBench([], { model: { provider, contract } });
  const { outcome } = await bench.ask("go");
  assertEquals(schemas, [false, true, false]);
  assertEquals(outcome.kind === "done" && outcome.structured, { a: 1 });
});

Deno.test("the model learns of another approval mode by a note, and the system prompt stays", async () => {
  await using bench = new SessionBench(["One.", "Two.", "Three."]);
  await bench.ask("first");
  bench.send({ type: "configure", changes: [{ key: "mode", value: "plan" }] });
  await bench.ask("second");
  await bench.ask("third");
  const notes = bench.provider.requests.map(({ messages }) =>
    messages.filter(({ parts }) => parts.some((part) => part.kind === "text" && /mode .* now plan/.test(part.text)))
      .length
  );
  assertEquals(notes, [0, 1, 1]);
  assertEquals(new Set(bench.provider.requests.map(({ system }) => system)).size, 1);
});
