import type { ByteSink } from "../stream/text_pump.ts";
import { serialize } from "../stream/serialize.ts";
import { fits, shrink, type Spill } from "../stream/shrink.ts";

/** How an outlet bounds its lines. */
export interface OutletOptions {
  maxLineBytes: number;
  spill: Spill;
}

const HIGH_WATER_CHARS = 1 << 16;
const FIRST_BUFFER = 4_096;
const MAX_BUFFER = 1 << 17;
const MAX_BYTES_PER_CHAR = 3;

/**
 * Records of one client on their way out. Like the record writer it gathers what is said while a write is under way;
 * unlike it, it is no stream and writes from one buffer: with hundreds of clients that is what keeps memory flat.
 */
export class Outlet {
  readonly #sink: ByteSink;
  readonly #options: OutletOptions;
  readonly #encoder = new TextEncoder();
  #buffer = new Uint8Array(FIRST_BUFFER);
  #waiting = "";
  #busy: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;

  constructor(sink: ByteSink, options: OutletOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  /** Takes a record. A promise means that the client is behind; it rejects when the client is gone. */
  write(record: object | string): Promise<void> | void {
    const line = typeof record === "string" ? record : serialize(record);
    if (typeof record === "string" || fits(line, this.#options.maxLineBytes)) return this.#push(line);
    return shrink(record, this.#options.maxLineBytes, this.#options.spill).then((short) => this.#push(short));
  }

  /** Resolves when everything was taken. */
  async drained(): Promise<void> {
    await this.#busy;
    if (this.#failure) throw this.#failure.error;
  }

  #push(line: string): Promise<void> | void {
    if (this.#failure) throw this.#failure.error;
    this.#waiting += line + "\n";
    this.#busy ??= this.#run();
    if (this.#waiting.length > HIGH_WATER_CHARS) return this.drained();
  }

  async #run(): Promise<void> {
    try {
      // Records of the same tick are still being queued: one turn of the microtask queue gathers them.
      await Promise.resolve();
      while (this.#waiting) {
        const text = this.#waiting;
        this.#waiting = "";
        await this.#send(text);
      }
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#busy = undefined;
    }
  }

  async #send(text: string): Promise<void> {
    const wanted = Math.min(MAX_BUFFER, text.length * MAX_BYTES_PER_CHAR);
    if (this.#buffer.length < wanted) this.#buffer = new Uint8Array(Math.min(MAX_BUFFER, wanted * 2));
    for (let rest = text; rest !== "";) {
      const { read, written } = this.#encoder.encodeInto(rest, this.#buffer);
      rest = rest.slice(read);
      for (let sent = 0; sent < written;) sent += await this.#sink.write(this.#buffer.subarray(sent, written));
    }
  }
}
