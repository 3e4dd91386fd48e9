import { Batch } from "./fold.ts";
import { serialize } from "./serialize.ts";
import { fits, shrink, type Spill } from "./shrink.ts";

/** Where bytes go: stdout, a socket, a pipe. Returns how many were taken. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<number>;
}

/** How a writer bounds its lines. */
export interface RecordWriterOptions {
  maxLineBytes: number;
  spill: Spill;
}

// Enough to fill a pipe several times over; beyond it the producer waits for the reader.
const HIGH_WATER_CHARS = 1 << 16;

/** A record, or a line that is made already. */
type Item = object | string;

/**
 * Records in, lines out; the only writer of its sink. Everything queued while a write is in flight leaves in the
 * next single write, and a lone record leaves at once. `close` resolves when the last byte was taken; after a failed
 * write everything rejects with that failure.
 */
export class RecordWriter extends WritableStream<Item | Batch<Item>> {
  readonly #pump: Pump;

  constructor(sink: ByteSink, options: RecordWriterOptions) {
    const pump = new Pump(sink);
    const write = (record: Item): Promise<void> | void => {
      const line = typeof record === "string" ? record : serialize(record);
      if (typeof record === "string" || fits(line, options.maxLineBytes)) return pump.push(line);
      return shrink(record, options.maxLineBytes, options.spill).then((short) => pump.push(short));
    };
    // Waits only where a record has to: the others of a batch are queued in one go.
    const writeAll = (records: readonly Item[], from: number): Promise<void> | void => {
      for (let next = from; next < records.length; next++) {
        const wait = write(records[next]);
        if (wait) return wait.then(() => writeAll(records, next + 1));
      }
    };
    super({
      // A reader that goes away is told at once, not with the next record: nobody may work for a closed pipe.
      start: (controller) => pump.onFailure((error) => controller.error(error)),
      write: (item): Promise<void> | void => item instanceof Batch ? writeAll(item.items, 0) : write(item),
      close: () => pump.drained(),
    }, new CountQueuingStrategy({ highWaterMark: 256 }));
    this.#pump = pump;
  }

  /** How many bytes the sink has taken so far. */
  get bytesTaken(): number {
    return this.#pump.taken;
  }
}

class Pump {
  /** How many bytes the sink has taken. */
  taken = 0;
  readonly #sink: ByteSink;
  readonly #encoder = new TextEncoder();
  #waiting = "";
  #busy: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;
  #tell: (error: unknown) => void = () => {};

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  onFailure(tell: (error: unknown) => void): void {
    this.#tell = tell;
  }

  push(line: string): Promise<void> | void {
    if (this.#failure) throw this.#failure.error;
    this.#waiting += line + "\n";
    this.#busy ??= this.#run();
    if (this.#waiting.length > HIGH_WATER_CHARS) return this.drained();
  }

  async drained(): Promise<void> {
    await this.#busy;
    if (this.#failure) throw this.#failure.error;
  }

  async #run(): Promise<void> {
    try {
      // Records of the same tick are still being queued: one turn of the microtask queue gathers them.
      await Promise.resolve();
      while (this.#waiting) {
        const bytes = this.#encoder.encode(this.#waiting);
        this.#waiting = "";
        for (let sent = 0; sent < bytes.length;) {
          const taken = await this.#sink.write(bytes.subarray(sent));
          sent += taken;
          this.taken += taken;
        }
      }
    } catch (error) {
      this.#failure = { error };
      this.#tell(error);
    } finally {
      this.#busy = undefined;
    }
  }
}
