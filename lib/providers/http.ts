import { fail, QwenError } from "../model/problem.ts";
import type { Json } from "../model/json.ts";
import type { Clock } from "../model/ports.ts";
import { SETTLED, within } from "../model/within.ts";
import { SseParser } from "../stream/sse.ts";
import { Deadlines } from "./deadlines.ts";
import type { ProviderOptions } from "./options.ts";
import { networkError, readErrorBody, refusalError, retryAfter } from "./refusal.ts";

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_ERROR_CHARS = 64 * 1024;
/** How long the words of a refusal are waited for: its status says the most already. */
const REFUSAL_MS = 5_000;
/** How long the end of the body is waited for after the answer's last event, so that the connection can be used again. */
const DRAIN_MS = 100;

/** One request to a model's server. */
export interface HttpCall {
  url: string;
  headers: Record<string, string>;
  body: Json;
  options: ProviderOptions;
  signal: AbortSignal;
  /** Whether an event is the last one, after which nothing is waited for. */
  isLast(event: string): boolean;
}

/**
 * Posts and yields the data of the events that each network read completed; a server that answers with a plain JSON
 * body gives that body as its only event. Throws QwenError, and `signal.reason` when aborted.
 */
export async function* postEvents(call: HttpCall): AsyncGenerator<string[]> {
  const { options, signal } = call;
  signal.throwIfAborted();
  const where = hostOf(call.url);
  const deadlines = new Deadlines({
    clock: options.clock,
    signal,
    timeouts: options.timeouts,
    where,
    probe: (stop) => (options.probe ?? takesConnections)(call.url, stop),
  });
  const state = { hasBegun: false };
  try {
    const response = await (options.fetch ?? fetch)(call.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "accept": "text/event-stream, application/json",
        ...(options.userAgent ? { "user-agent": options.userAgent } : {}),
        ...call.headers,
        ...options.headers,
      },
      body: wellFormed(JSON.stringify(call.body)),
      redirect: "manual",
      signal: deadlines.signal,
    });
    deadlines.connected();
    if (!response.ok) throw await responseError(response, { where, options });
    const type = response.headers.get("content-type") ?? "";
    if (type.includes("text/html")) throw await pageError(response, { where, options });
    if (type.includes("application/json")) {
      const text = await readBounded(response, MAX_BODY_BYTES);
      deadlines.began();
      state.hasBegun = true;
      yield [text];
    } else if (response.body) {
      yield* readSse(response.body, { call, deadlines, state });
    }
  } catch (error) {
    if (deadlines.signal.aborted) throw deadlines.signal.reason;
    if (error instanceof QwenError) throw error;
    throw networkError(error, { where, key: options.key, hasBegun: state.hasBegun });
  } finally {
    deadlines.close();
  }
}

async function* readSse(
  body: ReadableStream<Uint8Array>,
  facts: { call: HttpCall; deadlines: Deadlines; state: { hasBegun: boolean } },
): AsyncGenerator<string[]> {
  const { call, deadlines, state } = facts;
  const parser = new SseParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) isOver = true;
      deadlines.heard();
      const events = done ? parser.end() : parser.push(decoder.decode(value, { stream: true }));
      if (events.length > 0) {
        if (!state.hasBegun) {
          state.hasBegun = true;
          deadlines.began();
        }
        deadlines.rest();
        yield events;
        deadlines.resume();
        if (!isOver && call.isLast(events[events.length - 1])) {
          isOver = true;
          // Nothing more is said: the answer does not wait for the connection.
          void drain(reader, call);
          return;
        }
      }
      if (done) return;
    }
  } finally {
    // A body that is left unread would keep its connection open.
    if (!isOver) await reader.cancel().catch(() => {});
  }
}

/** Lets the body end by itself within a moment: only then is its connection used again. Never rejects. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>, call: HttpCall): Promise<void> {
  const end = reader.read().then((read) => read.done, () => true);
  const isOver = await within(end, { ms: DRAIN_MS, clock: call.options.clock });
  if (!isOver) await reader.cancel().catch(() => {/* It is gone already. */});
}

/** A `fetch` for packages that bring their own client: it is watched, and throws QwenError where a server refuses. */
export function watchedFetch(
  options: ProviderOptions,
  facts: { where: string; deadlines: Deadlines; signal: AbortSignal },
): typeof globalThis.fetch {
  const { where, deadlines, signal } = facts;
  return async (input, init) => {
    const response = await (options.fetch ?? fetch)(input, {
      ...init,
      ...(typeof init?.body === "string" ? { body: wellFormed(init.body) } : {}),
      redirect: "manual",
      signal,
    });
    deadlines.connected();
    if (!response.ok) throw await responseError(response, { where, options });
    if ((response.headers.get("content-type") ?? "").includes("text/html")) {
      throw await pageError(response, { where, options });
    }
    const watch = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(bytes, controller): void {
        deadlines.heard();
        controller.enqueue(bytes);
      },
    });
    return new Response(response.body?.pipeThrough(watch), response);
  };
}

async function pageError(
  response: Response,
  { where, options }: { where: string; options: ProviderOptions },
): Promise<QwenError> {
  await response.body?.cancel();
  return fail("provider_error", `${where} answered with a web page`, {
    status: response.status,
    hint: `Check the base URL: ${options.baseUrl}`,
  });
}

async function responseError(
  response: Response,
  facts: { where: string; options: ProviderOptions },
): Promise<QwenError> {
  const body = await readRefusal(response, facts.options.clock);
  // A redirect is not followed: it would carry the key to a host nobody has named.
  if (response.status >= 300 && response.status < 400) {
    const target = URL.parse(response.headers.get("location") ?? "", facts.options.baseUrl)?.host;
    return fail("provider_error", `${facts.where} redirects ${target ? `to ${target}` : "elsewhere"}`, {
      status: response.status,
      hint: "Set the base URL to the address that answers itself.",
    });
  }
  // Google tells the time to wait in the body.
  const delay = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  const wait = retryAfter(response.headers, facts.options.clock.now()) ??
    (delay === undefined ? undefined : Math.ceil(Number(delay) * 1000));
  return refusalError({
    where: facts.where,
    status: response.status,
    ...readErrorBody(body),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    key: facts.options.key,
  });
}

/** What a server says to its refusal; one that does not come to an end with it is not waited for. */
async function readRefusal(response: Response, clock: Clock): Promise<string> {
  const decoder = new TextDecoder();
  const stop = new AbortController();
  const inTime = new AbortController();
  let text = "";
  const sink = new WritableStream<Uint8Array>({
    write(bytes): void {
      text += decoder.decode(bytes, { stream: true });
      if (text.length > MAX_ERROR_CHARS) stop.abort();
    },
  });
  clock.sleep(REFUSAL_MS, inTime.signal).then(() => stop.abort(), () => {/* It came in time. */});
  await response.body?.pipeTo(sink, { signal: stop.signal }).catch(() => {/* What has come says enough. */});
  inTime.abort(SETTLED);
  return text;
}

async function readBounded(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const bytes of response.body) {
    size += bytes.byteLength;
    text += decoder.decode(bytes, { stream: true });
    // Leaving the loop cancels the body.
    if (size > maxBytes) break;
  }
  return text + decoder.decode();
}

/** JSON text without lone surrogates: strict servers refuse them, and they carry no text. */
function wellFormed(text: string): string {
  if (!text.includes("\\ud")) return text;
  return text.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\\ufffd");
}

/** How errors name a server: its host, never its path or its query, which may hold secrets. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "the provider";
}

/** Whether a host takes TCP connections. Behind a proxy nothing can be seen, so the answer is yes. */
export async function takesConnections(url: string, signal: AbortSignal): Promise<boolean> {
  const target = URL.parse(url);
  if (!target) return false;
  for (const name of ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "https_proxy", "http_proxy", "all_proxy"]) {
    if (Deno.env.get(name)) return true;
  }
  const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
  const hostname = target.hostname.replace(/^\[|\]$/g, "");
  const limit = AbortSignal.any([signal, AbortSignal.timeout(2_000)]);
  const connection = await Deno.connect({ hostname, port, signal: limit });
  connection.close();
  return true;
}
