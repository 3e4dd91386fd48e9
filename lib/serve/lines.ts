import { LineGuard } from "../stream/line_guard.ts";
import { type Problem, problem } from "../model/problem.ts";

const HTTP = /^(GET|POST|PUT|HEAD|DELETE|OPTIONS|PATCH|CONNECT|TRACE|PRI) /;

/** Bytes of a client as lines, none longer than the limit, and no more of them than allowed before it is known. */
export class ClientLines {
  readonly reader: ReadableStreamDefaultReader<string>;
  #allowance: number;
  #isOver = false;

  constructor(bytes: ReadableStream<Uint8Array>, limits: { maxLineBytes: number; allowance: number }) {
    this.#allowance = limits.allowance;
    const decoder = new TextDecoder();
    this.reader = bytes
      .pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({ transform: (chunk, sink) => this.#count(chunk, sink) }),
      )
      .pipeThrough(new LineGuard(limits.maxLineBytes))
      // The guard lets whole lines through, one at a time.
      .pipeThrough(
        new TransformStream<Uint8Array, string>({
          transform: (line, sink) => sink.enqueue(withoutBreak(decoder.decode(line))),
        }),
      ).getReader();
  }

  /** Whether more came than an unknown client may send. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** From now on only lines are limited. */
  allowAll(): void {
    this.#allowance = Infinity;
  }

  #count(chunk: Uint8Array, sink: TransformStreamDefaultController<Uint8Array>): void {
    this.#allowance -= chunk.length;
    if (this.#allowance >= 0) return sink.enqueue(chunk);
    this.#isOver = true;
    sink.terminate();
  }
}

function withoutBreak(line: string): string {
  if (!line.endsWith("\n")) return line;
  return line.slice(0, line.endsWith("\r\n") ? -2 : -1);
}

/** Why a first line cannot be one of a client's, or null. A browser that was led here must get nowhere. */
export function foreignLine(line: string): Problem | null {
  if (!HTTP.test(line)) return null;
  return problem("protocol_error", "This is no HTTP server", {
    detail: "http_refused",
    hint: "Clients send JSON lines; the ws transport is for WebSocket.",
  });
}
