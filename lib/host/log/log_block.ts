import type { Event } from "../../model/event.ts";

const MAX_BYTES_PER_CHAR = 3;
const LF = 10;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A range of a log as lines of bytes. Its memory is reused, so that no event burdens the heap. */
export class LogBlock {
  readonly #bytes: Uint8Array;
  #ends: number[] = [];
  /** The size of the log up to each event. */
  #totals: number[] = [];
  #firstSeq = 0;

  /** The size at which a block surely holds a line. */
  static sizeFor(line: string): number {
    return line.length * MAX_BYTES_PER_CHAR + 1;
  }

  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
  }

  get size(): number {
    return this.#bytes.length;
  }

  get firstSeq(): number {
    return this.#firstSeq;
  }

  get lastSeq(): number {
    return this.#firstSeq + this.#ends.length - 1;
  }

  /** The lines in use. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used);
  }

  get #used(): number {
    return this.#ends.at(-1) ?? 0;
  }

  /** Empties the block. */
  open(firstSeq: number): void {
    this.#firstSeq = firstSeq;
    this.#ends = [];
    this.#totals = [];
  }

  /** Adds the line of the next event and returns its bytes; 0 when it does not fit. */
  append({ seq, total }: { seq: number; total: number }, line: string): number {
    if (seq !== this.lastSeq + 1) return 0;
    const start = this.#used;
    const room = this.#bytes.subarray(start, this.#bytes.length - 1);
    if (line.length > room.length) return 0;
    const { read, written } = encoder.encodeInto(line, room);
    if (read < line.length) return 0;
    this.#bytes[start + written] = LF;
    this.#ends.push(start + written + 1);
    this.#totals.push(total);
    return written + 1;
  }

  /** The events from `seq` on, decoded one by one. */
  *read(seq: number): Generator<{ event: Event; total: number }> {
    // The memory may be reused between two steps.
    const { firstSeq } = this;
    for (let index = seq - firstSeq; firstSeq === this.#firstSeq && index < this.#ends.length; index++) {
      const start = index === 0 ? 0 : this.#ends[index - 1];
      const end = this.#ends[index];
      const event: Event = JSON.parse(decoder.decode(this.#bytes.subarray(start, end - 1)));
      yield { event, total: this.#totals[index] };
    }
  }
}
