import { faultOf } from "../stream/line_fault.ts";
import { GuardFold } from "../stream/line_guard.ts";
import { type Problem, problem } from "../model/problem.ts";

const HTTP = /^(GET|POST|PUT|HEAD|DELETE|OPTIONS|PATCH|CONNECT|TRACE|PRI) /;
/** Where a client's lines come from. */
export interface LineSource {
  read(): Promise<{ done: false; value: string } | { done: true; value?: undefined }>;
}

const decoder = new TextDecoder();

/**
 * Bytes of a client as lines, none longer than the limit, and no more of them than allowed before it is known. It is no
 * stream of streams: thousands of connections that never say a line must cost little.
 */
export class ClientLines implements LineSource {
  readonly #bytes: ReadableStreamDefaultReader<Uint8Array>;
  readonly #fold: GuardFold;
  /** Lines that nobody has taken yet; those before `#next` are taken. */
  #lines: string[] = [];
  #next = 0;
  #allowance: number;
  #isOver = false;
  #isDone = false;

  constructor(bytes: ReadableStream<Uint8Array>, limits: { maxLineBytes: number; allowance: number }) {
    this.#allowance = limits.allowance;
    this.#bytes = bytes.getReader();
    this.#fold = new GuardFold(limits.maxLineBytes);
  }

  /** Whether more came than an unknown client may send. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** From now on only lines are limited. */
  allowAll(): void {
    this.#allowance = Infinity;
  }

  /** The next line. */
  async read(): ReturnType<LineSource["read"]> {
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

  /** Gives back a line that was read: it is the next one. */
  unread(line: string): void {
    this.#lines = [line, ...this.#lines.slice(this.#next)];
    this.#next = 0;
  }

  /** Takes what still comes and drops it, until the client sends no more. */
  async drain(): Promise<void> {
    this.#isDone = true;
    while (!(await this.#bytes.read()).done);
  }

  /** Nothing more is wanted. */
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

  /** Called by the guard, which lets whole lines through, one at a time. */
  enqueue(line: Uint8Array): void {
    this.#lines.push(withoutBreak(decoder.decode(line)));
  }
}

function withoutBreak(line: string): string {
  if (!line.endsWith("\n")) return line;
  return line.slice(0, line.endsWith("\r\n") ? -2 : -1);
}

/** Why a first line cannot be one of a client's, or null. A browser that was led here must get nowhere. */
export function foreignLine(line: string): Problem | null {
  // What follows the greeting of an encrypted connection may be lines that somebody else has chosen.
  if (line.startsWith("\u0016\u0003") || faultOf(line)?.kind === "not_utf8") {
    return problem("protocol_error", "The first line is no text", {
      detail: "not_text",
      hint: "Clients send JSON lines in UTF-8 and without TLS.",
    });
  }
  if (!HTTP.test(line)) return null;
  return problem("protocol_error", "This is no HTTP server", {
    detail: "http_refused",
    hint: "Clients send JSON lines; the ws transport is for WebSocket.",
  });
}
