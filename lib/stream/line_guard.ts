/**
 * Splits bytes into whole lines, none longer than the limit. A line that is too long or not UTF-8 is replaced by a short
 * mark, so that the stream continues and the reader can report which line was bad and why. Bytes beyond the limit are
 * dropped as they arrive, so memory stays bounded.
 */

import { joinBytes } from "./join_bytes.ts";
import { type LineFault, lineFor } from "./line_fault.ts";

const LF = 10;
const MAX_PIECES = 1_024;
const encoder = new TextEncoder();
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Guards a byte stream; the last line may lack its newline. */
export class LineGuard extends TransformStream<Uint8Array, Uint8Array> {
  constructor(limit: number) {
    const fold = new GuardFold(limit);
    super({
      transform: (chunk, controller) => fold.take(chunk, controller),
      flush: (controller) => fold.end(controller),
    });
  }
}

/** The receiver of the lines. */
interface Sink {
  enqueue(line: Uint8Array): void;
}

/** The guard without a stream around it, for a server with thousands of connections. */
export class GuardFold {
  readonly #limit: number;
  #parts: Uint8Array[] = [];
  /** How many of the parts are joined from smaller ones. */
  #gathered = 0;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Takes bytes and emits the lines that they complete. */
  take(chunk: Uint8Array, sink: Sink): void {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; start = end + 1, end = chunk.indexOf(LF, start)) {
      this.#count(end - start);
      if (this.#isKept) this.#parts.push(chunk.subarray(start, end));
      this.#finish(sink);
    }
    this.#count(chunk.length - start);
    // The chunk's buffer belongs to the source, so an unfinished line is copied.
    if (this.#isKept && start < chunk.length) this.#parts.push(chunk.slice(start));
    this.#gather();
  }

  /** A piece takes far more memory than a byte, and a client may send single bytes. */
  #gather(): void {
    if (this.#parts.length - this.#gathered < MAX_PIECES) return;
    const loose = this.#parts.splice(this.#gathered);
    this.#parts.push(joinBytes(loose, loose.reduce((sum, piece) => sum + piece.length, 0)));
    this.#gathered += 1;
  }

  /** Emits the last line, which may lack its newline. */
  end(sink: Sink): void {
    if (this.#size > 0) this.#finish(sink);
  }

  get #isKept(): boolean {
    return this.#size <= this.#limit;
  }

  #count(bytes: number): void {
    this.#size += bytes;
    if (this.#isKept) return;
    this.#parts.length = 0;
    this.#gathered = 0;
  }

  #finish(sink: Sink): void {
    const size = this.#size;
    const parts = this.#parts;
    this.#size = 0;
    this.#gathered = 0;
    this.#parts = [];
    if (size > this.#limit) {
      sink.enqueue(marked({ kind: "too_long", bytes: size, limit: this.#limit }));
      return;
    }
    const line = joinBytes(parts, size + 1);
    line[size] = LF;
    sink.enqueue(this.#isUtf8(line) ? line : marked({ kind: "not_utf8" }));
  }

  #isUtf8(line: Uint8Array): boolean {
    try {
      utf8.decode(line);
      return true;
    } catch {
      return false;
    }
  }
}

function marked(fault: LineFault): Uint8Array {
  return encoder.encode(`${lineFor(fault)}\n`);
}
