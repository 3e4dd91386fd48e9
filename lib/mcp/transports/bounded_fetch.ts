/** The most bytes of an answer, or of one event of a stream. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;
const LF = 10;
const CR = 13;

/** Options of a bounded `fetch`. */
export interface BoundedFetchOptions {
  maxBytes?: number;
  /** Called when a body is too long; the body itself fails as well. */
  onExceeded(error: RangeError): void;
}

/** A `fetch` whose bodies fail when they become too long: a stream of events is bounded for each event. */
export function boundedFetch({ maxBytes = MAX_BODY_BYTES, onExceeded }: BoundedFetchOptions): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.body) return response;
    const isStream = (response.headers.get("content-type") ?? "").includes("text/event-stream");
    const bound = isStream ? new EventBound(maxBytes) : new BodyBound(maxBytes);
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(bytes, controller): void {
          if (bound.holds(bytes)) return controller.enqueue(bytes);
          const error = new RangeError(`its ${isStream ? "event" : "answer"} is longer than ${maxBytes} bytes`);
          onExceeded(error);
          throw error;
        },
      }),
    );
    // A new Response does not keep the address, which the package needs after a redirect.
    return Object.defineProperty(new Response(body, response), "url", { value: response.url });
  };
}

/** Counts the bytes of a whole body. */
class BodyBound {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  holds(bytes: Uint8Array): boolean {
    this.#bytes += bytes.length;
    return this.#bytes <= this.#maxBytes;
  }
}

/** Counts the bytes of each event, which ends with an empty line. */
class EventBound {
  readonly #maxBytes: number;
  #bytes = 0;
  #isEmptyLine = true;
  #last = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  holds(bytes: Uint8Array): boolean {
    for (const byte of bytes) {
      this.#bytes++;
      if (byte === LF && this.#last === CR) {
        // The second half of one line break.
      } else if (byte === LF || byte === CR) {
        if (this.#isEmptyLine) this.#bytes = 0;
        this.#isEmptyLine = true;
      } else {
        this.#isEmptyLine = false;
      }
      this.#last = byte;
      if (this.#bytes > this.#maxBytes) return false;
    }
    return true;
  }
}
