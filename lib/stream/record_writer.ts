import { Batch } from "./batch.ts";
import { fits, serialize } from "./serialize.ts";
import { type ByteSink, TextPump } from "./text_pump.ts";

/** How a writer bounds its lines. */
export interface RecordWriterOptions {
  maxLineBytes: number;
  shorten: Shorten;
}

/** Makes a line of a record that is too long for one as it is. */
export type Shorten = (record: object, maxBytes: number) => Promise<string>;

/** A record, or a line that is made already. */
type Item = object | string;

/**
 * Records in, lines out; the only writer of its sink. Everything queued while a write is in flight leaves in the
 * next single write (a very long line in several), and a lone record leaves at once. `close` resolves when the last byte was taken; after a failed
 * write everything rejects with that failure.
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

  /** Rejects with the first write that fails, also while nothing is being written. */
  failed(): Promise<never> {
    return new Promise((_, reject) => this.#pump.onFailure(reject));
  }

  /** Takes a record, or several; the promise of one that came on top of many others resolves when they are out. */
  write(item: Item | Batch<Item>): Promise<void> | void {
    return item instanceof Batch ? this.#writeAll(item.items, 0) : this.#writeOne(item);
  }

  /** Resolves when the last byte was taken. */
  close(): Promise<void> {
    return this.#pump.drained();
  }

  /** The same as a stream, for the end of a pipeline. */
  get writable(): WritableStream<Item | Batch<Item>> {
    return this.#writable ??= new WritableStream({
      // A reader that goes away is told at once, not with the next record: nobody may work for a closed pipe.
      start: (controller) => this.#pump.onFailure((error) => controller.error(error)),
      write: (item) => this.write(item),
      close: () => this.close(),
    }, new CountQueuingStrategy({ highWaterMark: 256 }));
  }

  #writeOne(record: Item): Promise<void> | void {
    const { maxLineBytes, shorten } = this.#options;
    const line = typeof record === "string" ? record : serialize(record);
    if (typeof record === "string" || fits(line, maxLineBytes)) return this.#pump.push(`${line}\n`);
    return shorten(record, maxLineBytes).then((short) => this.#pump.push(`${short}\n`));
  }

  // Waits only where a record has to: the others of a batch are queued in one go.
  #writeAll(records: readonly Item[], from: number): Promise<void> | void {
    for (let next = from; next < records.length; next++) {
      const wait = this.#writeOne(records[next]);
      if (wait) return wait.then(() => this.#writeAll(records, next + 1));
    }
  }
}
