/**
 * An incremental parser for `text/event-stream`: fed with decoded text, it returns the data of every event that
 * became complete. Written by hand because the package for it takes 1.5 ms to load before the first request can go
 * out, and has no bound; per event both cost well under a tenth of what parsing its JSON does.
 */

/** How `SseParser` is bounded. */
export interface SseOptions {
  /** The most characters one event may hold, its unfinished line included. */
  maxEventChars?: number;
}

const LF = 10;
const CR = 13;
const SPACE = 32;

/** Splits a stream of server-sent events into the data of each event. */
export class SseParser {
  readonly #maxEventChars: number;
  /** Pieces of the last line, as long as its end has not come; joined once, so that a long line costs its length. */
  #partial: string[] = [];
  #partialChars = 0;
  /** Data lines of the event that is not yet closed by an empty line. */
  #data: string | null = null;
  #isStart = true;

  constructor(options: SseOptions = {}) {
    this.#maxEventChars = options.maxEventChars ?? 32 * 1024 * 1024;
  }

  /** Takes the next piece of text; returns the data of the events it completed. Throws RangeError on an overlong one. */
  push(chunk: string): string[] {
    if (this.#partial.length > 0 && !/[\r\n]/.test(chunk)) {
      this.#keep(chunk);
      return [];
    }
    let text = this.#takePartial(chunk);
    if (this.#isStart && text !== "") {
      this.#isStart = false;
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
    }
    const events: string[] = [];
    const hasCr = text.includes("\r");
    let start = 0;
    for (;;) {
      const end = hasCr ? lineEnd(text, start) : text.indexOf("\n", start);
      if (end < 0) break;
      this.#line(text, { start, end, events });
      start = end + 1;
      if (text.charCodeAt(end) === CR && text.charCodeAt(start) === LF) start++;
    }
    this.#keep(start === 0 ? text : text.slice(start));
    return events;
  }

  /** Closes the stream: an event that was complete but for its empty line is returned. */
  end(): string[] {
    const events = this.#partial.length === 0 ? [] : this.push("\n");
    if (this.#data !== null) events.push(this.#data);
    this.#data = null;
    return events;
  }

  #keep(rest: string): void {
    if (rest !== "") this.#partial.push(rest);
    this.#partialChars += rest.length;
    if (this.#partialChars + (this.#data?.length ?? 0) > this.#maxEventChars) {
      throw new RangeError(`Cannot take an event of more than ${this.#maxEventChars} characters`);
    }
  }

  #takePartial(chunk: string): string {
    if (this.#partial.length === 0) return chunk;
    const text = this.#partial.join("") + chunk;
    this.#partial = [];
    this.#partialChars = 0;
    return text;
  }

  #line(text: string, at: { start: number; end: number; events: string[] }): void {
    const { start, end, events } = at;
    if (start === end) {
      if (this.#data !== null) events.push(this.#data);
      this.#data = null;
      return;
    }
    // Only `data` matters here; comments, event names, ids and retry hints are skipped by what they do not start with.
    if (!text.startsWith("data", start)) return;
    let from = start + 4;
    if (from < end) {
      if (text[from] !== ":") return;
      from++;
      if (text.charCodeAt(from) === SPACE) from++;
    }
    const value = text.slice(from, end);
    this.#data = this.#data === null ? value : `${this.#data}\n${value}`;
  }
}

/** The index of the next line end. A CR at the very end waits for what follows: it may be half of CRLF. */
function lineEnd(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === LF) return i;
    if (code === CR) return i + 1 < text.length ? i : -1;
  }
  return -1;
}
