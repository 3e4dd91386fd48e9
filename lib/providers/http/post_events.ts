import { QwenError } from "../../model/problem.ts";
import type { Json } from "../../model/json.ts";
import { within } from "../../model/within.ts";
import { SseParser } from "../../stream/sse.ts";
import { Deadlines } from "./deadlines.ts";
import { networkError, pageError, responseError } from "./refusal.ts";
import { takesConnections } from "./takes_connections.ts";
import type { ProviderOptions } from "../options.ts";
import type { AnswerProgress } from "./fold_events.ts";
import { answerTooLong } from "./bounded_answer.ts";

const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** How long to wait for the end of the body after the last event, so that the connection can be reused. */
const DRAIN_MS = 100;

/** One request to a model's server. */
export interface HttpCall {
  url: string;
  headers: Record<string, string>;
  body: Json;
  /** The place of the request in a trace. */
  traceparent?: string | undefined;
  options: ProviderOptions;
  signal: AbortSignal;
  /** Whether an event is the last one of the answer. */
  isLast(event: string): boolean;
  /** Whether an event only keeps the connection open. */
  isKeepAlive?(event: string): boolean;
  /** Set by the fold of the events; without it every event counts as content. */
  progress?: AnswerProgress;
}

/**
 * Posts a request and yields the data of the events that each network read completed. A plain JSON body is one event.
 * Throws QwenError, and `signal.reason` when aborted.
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
        ...(call.traceparent === undefined ? {} : { traceparent: call.traceparent }),
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
      const text = await readBounded(response, { maxBytes: MAX_BODY_BYTES, where });
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
      const { comments } = parser;
      const events = done ? parser.end() : parser.push(decoder.decode(value, { stream: true }));
      if (parser.comments > comments || events.some((event) => call.isKeepAlive?.(event))) deadlines.heard();
      if (events.length > 0) {
        if (!state.hasBegun) {
          state.hasBegun = true;
          deadlines.began();
        }
        deadlines.rest();
        yield events;
        if (call.progress?.hasContent ?? true) deadlines.heard();
        if (call.progress) call.progress.hasContent = false;
        deadlines.resume();
        if (!isOver && call.isLast(events[events.length - 1])) {
          isOver = true;
          // The answer is complete and does not wait for the connection.
          void drain(reader, call);
          return;
        }
      }
      if (done) return;
    }
  } finally {
    // An unread body would keep its connection open.
    if (!isOver) await reader.cancel().catch(() => {/* The connection is gone already. */});
  }
}

/** Waits shortly for the body to end, because only then its connection is reused. Never rejects. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>, call: HttpCall): Promise<void> {
  const end = reader.read().then((read) => read.done, () => true);
  const isOver = await within(end, { ms: DRAIN_MS, clock: call.options.clock });
  if (!isOver) await reader.cancel().catch(() => {/* The connection is gone already. */});
}

async function readBounded(
  response: Response,
  { maxBytes, where }: { maxBytes: number; where: string },
): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const bytes of response.body) {
    size += bytes.byteLength;
    // Leaving the loop cancels the body.
    if (size > maxBytes) throw answerTooLong(where, `${maxBytes} bytes`);
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

/** JSON text without lone surrogates, which strict servers refuse. */
export function wellFormed(text: string): string {
  if (!text.includes("\\ud")) return text;
  return text.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\\ufffd");
}

/** The name of a server in errors: its host, never its path or query, which may hold secrets. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "the provider";
}
