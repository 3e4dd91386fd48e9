import { createParser, type EventSourceParser } from "eventsource-parser";

/** Bounds of `SseParser`. */
export interface SseOptions {
  /** The most characters that one unfinished event may hold. */
  maxEventChars?: number;
}

/** Splits decoded text of a `text/event-stream` into the data of each event. */
export class SseParser {
  readonly #parser: EventSourceParser;
  #events: string[] = [];
  #isTooLong = false;
  #comments = 0;
  readonly #maxEventChars: number;

  constructor({ maxEventChars = 32 * 1024 * 1024 }: SseOptions = {}) {
    this.#maxEventChars = maxEventChars;
    this.#parser = createParser({
      maxBufferSize: maxEventChars,
      onEvent: ({ data }) => this.#events.push(data),
      onComment: () => this.#comments++,
      // Servers send fields that the standard does not know; the parser skips them.
      onError: ({ type }) => this.#isTooLong ||= type === "max-buffer-size-exceeded",
    });
  }

  /** How many comments have come, by which servers keep a silent connection open. */
  get comments(): number {
    return this.#comments;
  }

  /** Takes the next piece of text and returns the data of the events it completed. Throws RangeError on a long event. */
  push(chunk: string): string[] {
    this.#parser.feed(chunk);
    if (this.#isTooLong) throw new RangeError(`Cannot take an event of more than ${this.#maxEventChars} characters`);
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Closes the stream. Some servers omit the empty line after the last event, so one is added. */
  end(): string[] {
    return this.push("\n\n");
  }
}
