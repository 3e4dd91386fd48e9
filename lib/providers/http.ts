import { deferred } from "../model/deferred.ts";
import { QwenError } from "../model/problem.ts";
import type { Json } from "../model/json.ts";
import { within } from "../model/within.ts";
import { SseParser } from "../stream/sse.ts";
import { Deadlines } from "./deadlines.ts";
import type { ProviderOptions } from "./options.ts";

const MAX_BODY_BYTES = 64 * 1024 * 1024;
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
    probe: async (stop) => await (options.probe ?? (await probes()).takesConnections)(call.url, stop),
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
    if (!response.ok) throw await (await faults()).responseError(response, { where, options });
    const type = response.headers.get("content-type") ?? "";
    if (type.includes("text/html")) throw await (await faults()).pageError(response, { where, options });
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
    const { networkError } = await refusals();
    throw networkError(error, { where, key: options.key, hasBegun: state.hasBegun });
  } finally {
    deadlines.close();
  }
}

async function faults(): Promise<typeof import("./response_error.ts")> {
  return await import(deferred("./response_error.ts"));
}

/** What puts the refusals of servers in our words, loaded with the first of them. */
export async function refusals(): Promise<typeof import("./refusal.ts")> {
  return await import(deferred("./refusal.ts"));
}

async function probes(): Promise<typeof import("./takes_connections.ts")> {
  return await import(deferred("./takes_connections.ts"));
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
export function wellFormed(text: string): string {
  if (!text.includes("\\ud")) return text;
  return text.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\\ufffd");
}

/** How errors name a server: its host, never its path or its query, which may hold secrets. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "the provider";
}
