import { faultOf } from "../stream/line_fault.ts";
import { GuardFold } from "../stream/line_guard.ts";
import type { Clock } from "../model/clock.ts";
import { type Problem, problem } from "../model/problem.ts";

const HTTP = /^(GET|POST|PUT|HEAD|DELETE|OPTIONS|PATCH|CONNECT|TRACE|PRI) /;

const decoder = new TextDecoder();

/** The next line, or the end of input. */
type Line = { done: false; value: string } | { done: true; value?: undefined };

/**
 * The bytes of a client as lines: guarded, decoded and split, none longer than the limit, and no more bytes than
 * allowed before the client is known. It is one object rather than a chain of streams, because thousands of connections
 * that never send a line must cost little.
 */
export class LineReader {
  readonly #bytes: ReadableStreamDefaultReader<Uint8Array>;
  readonly #fold: GuardFold;
  /** Lines that wait to be read, from `#next` on. */
  #lines: string[] = [];
  #next = 0;
  #allowance: number;
  #isOver = false;
  #isDone = false;
  /** A line that was asked for before anybody reads it. */
  #ahead: Promise<Line> | null = null;

  constructor(bytes: ReadableStream<Uint8Array>, limits: { maxLineBytes: number; allowance: number }) {
    this.#allowance = limits.allowance;
    this.#bytes = bytes.getReader();
    this.#fold = new GuardFold(limits.maxLineBytes);
  }

  /** Whether the client sent more than it may before it is known. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Lifts the limit for unknown clients. */
  allowAll(): void {
    this.#allowance = Infinity;
  }

  /** The next line. */
  read(): Promise<Line> {
    const ahead = this.#ahead;
    this.#ahead = null;
    return ahead ?? this.#readNext();
  }

  /** Whether a line or the end of input comes within a time; it is read next. */
  async comes({ ms, clock }: { ms: number; clock: Clock }): Promise<boolean> {
    if (this.#next < this.#lines.length) return true;
    const ahead = this.#ahead ??= this.#readNext();
    const { promise: silence, resolve } = Promise.withResolvers<boolean>();
    const cancel = clock.after(ms, () => resolve(false));
    try {
      // A failure to read is reported to the reader.
      return await Promise.race([ahead.then(() => true, () => true), silence]);
    } finally {
      cancel();
    }
  }

  async #readNext(): Promise<Line> {
    for (;;) {
      if (this.#next < this.#lines.length) return { done: false, value: this.#lines[this.#next++] };
      this.#lines = [];
      this.#next = 0;
      if (this.#isDone) return { done: true };
      const { done, value } = await this.#bytes.read();
      if (this.#isDone) continue;
      if (done) this.#end();
      else this.#take(value);
    }
  }

  /** Puts lines back: they are read next. */
  unread(...lines: readonly string[]): void {
    this.#lines = [...lines, ...this.#lines.slice(this.#next)];
    this.#next = 0;
  }

  /** Discards input until the client sends no more. */
  async drain(): Promise<void> {
    this.#isDone = true;
    while (!(await this.#bytes.read()).done);
  }

  /** Stops reading. */
  async cancel(): Promise<void> {
    this.#isDone = true;
    await this.#bytes.cancel();
  }

  #take(chunk: Uint8Array): void {
    this.#allowance -= chunk.length;
    if (this.#allowance >= 0) return this.#fold.take(chunk, this);
    this.#isOver = true;
    this.#isDone = true;
  }

  #end(): void {
    this.#isDone = true;
    this.#fold.end(this);
  }

  /** Called by the line guard with one whole line at a time. */
  enqueue(line: Uint8Array): void {
    this.#lines.push(withoutBreak(decoder.decode(line)));
  }
}

function withoutBreak(line: string): string {
  if (!line.endsWith("\n")) return line;
  return line.slice(0, line.endsWith("\r\n") ? -2 : -1);
}

/** Why a first line cannot come from a client, or null. A browser that was tricked into connecting must get nowhere. */
export function foreignLine(line: string): Problem | null {
  // The lines after a TLS greeting may have been chosen by an attacker.
  if (line.startsWith("\u0016\u0003") || faultOf(line)?.kind === "not_utf8") {
    return problem("protocol_error", "The first line is not text", {
      detail: "not_text",
      hint: "Send JSON lines in UTF-8, without TLS.",
    });
  }
  if (!HTTP.test(line)) return null;
  return problem("protocol_error", "This is not an HTTP server", {
    detail: "http_refused",
    hint: "Send JSON lines, or use the ws transport for WebSocket.",
  });
}
