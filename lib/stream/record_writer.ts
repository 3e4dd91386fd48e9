import { Batch } from "./batch.ts";
import { fits, serialize } from "./serialize.ts";
import { type ByteSink, TextPump } from "./text_pump.ts";

/** Options of a writer. */
export interface RecordWriterOptions {
  /** The longest line that a record may have. */
  maxLineBytes: number | ((record: object) => number);
  shorten: Shorten;
}

/** Makes a shorter line of a record that is too long. */
export type Shorten = (record: object, maxBytes: number) => Promise<string>;

/** A record, or a finished line. */
type Item = object | string;

/**
 * Writes records as lines; it must be the only writer of its sink. Records that are queued during a write leave in the
 * next one (a very long line in several), and a single record leaves at once. `close` resolves when the last byte was
 * taken; after a failed write everything rejects with that failure.
 */
export class RecordWriter {
  readonly #pump: TextPump;
  readonly #options: RecordWriterOptions;
  #writable: WritableStream<Item | Batch<Item>> | undefined;

  constructor(sink: ByteSink, options: RecordWriterOptions) {
    this.#pump = new TextPump(sink);
    this.#options = options;
  }

  /** How many bytes the sink has taken so far. */
  get bytesTaken(): number {
    return this.#pump.taken;
  }

  /** Rejects with the first failed write, even when nobody waits for a write. */
  failed(): Promise<never> {
    return new Promise((_, reject) => this.#pump.onFailure(reject));
  }

  /** Queues a record or a batch. Returns a promise when the queue is full; it resolves when the queue is written. */
  write(item: Item | Batch<Item>): Promise<void> | void {
    return item instanceof Batch ? this.#writeAll(item.items, 0) : this.#writeOne(item);
  }

  /** Resolves when the last byte was taken. */
  close(): Promise<void> {
    return this.#pump.drained();
  }

  /** The writer as a stream, for the end of a pipeline. */
  get writable(): WritableStream<Item | Batch<Item>> {
    return this.#writable ??= new WritableStream({
      // Report a closed pipe at once, not with the next record, so that no work is wasted.
      start: (controller) => this.#pump.onFailure((error) => controller.error(error)),
      write: (item) => this.write(item),
      close: () => this.close(),
    }, new CountQueuingStrategy({ highWaterMark: 256 }));
  }

  #writeOne(record: Item): Promise<void> | void {
    const { maxLineBytes, shorten } = this.#options;
    if (typeof record === "string") return this.#pump.push(`${record}\n`);
    const line = serialize(record);
    const maxBytes = typeof maxLineBytes === "number" ? maxLineBytes : maxLineBytes(record);
    if (fits(line, maxBytes)) return this.#pump.push(`${line}\n`);
    return shorten(record, maxBytes).then((short) => this.#pump.push(`${short}\n`));
  }

  // Wait only for records that need it; the others of a batch are queued at once.
  #writeAll(records: readonly Item[], from: number): Promise<void> | void {
    for (let next = from; next < records.length; next++) {
      const wait = this.#writeOne(records[next]);
      if (wait) return wait.then(() => this.#writeAll(records, next + 1));
    }
  }
}
