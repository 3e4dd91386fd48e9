/** A destination of bytes: stdout, a socket, a pipe. Returns how many bytes were taken. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<number>;
}

// Several times the size of a pipe; above it the producer waits for the reader.
const HIGH_WATER_CHARS = 1 << 16;
const FIRST_BUFFER = 4_096;
const MAX_BUFFER = 1 << 18;
const MAX_BYTES_PER_CHAR = 3;

/**
 * Writes text to a sink. Text that arrives during a write leaves in the next one. All writes share one buffer, so that
 * hundreds of sinks need little memory.
 */
export class TextPump {
  /** How many bytes the sink has taken. */
  taken = 0;
  readonly #sink: ByteSink;
  readonly #encoder = new TextEncoder();
  #buffer = new Uint8Array(FIRST_BUFFER);
  #waiting = "";
  #busy: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;
  #tell: (error: unknown) => void = () => {};

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  get isWriting(): boolean {
    return this.#busy !== undefined;
  }

  /** Sets the callback for a failed write. */
  onFailure(tell: (error: unknown) => void): void {
    this.#tell = tell;
    if (this.#failure) tell(this.#failure.error);
  }

  /** Queues a text. Returns a promise when the queue is full; it resolves when the queue is written. */
  push(text: string): Promise<void> | void {
    if (this.#failure) throw this.#failure.error;
    this.#waiting += text;
    this.#busy ??= this.#run();
    if (this.#waiting.length > HIGH_WATER_CHARS) return this.drained();
  }

  /** Resolves when everything is written; rejects with the failed write. */
  async drained(): Promise<void> {
    await this.#busy;
    if (this.#failure) throw this.#failure.error;
  }

  async #run(): Promise<void> {
    try {
      // Wait one microtask to collect the texts of the same tick.
      await Promise.resolve();
      while (this.#waiting) {
        let rest = this.#waiting;
        this.#waiting = "";
        this.#grow(rest.length);
        while (rest !== "") {
          const { read, written } = this.#encoder.encodeInto(rest, this.#buffer);
          rest = rest.slice(read);
          for (let sent = 0; sent < written;) {
            const taken = await this.#sink.write(this.#buffer.subarray(sent, written));
            sent += taken;
            this.taken += taken;
          }
        }
      }
    } catch (error) {
      this.#failure = { error };
      this.#tell(error);
    } finally {
      this.#busy = undefined;
    }
  }

  #grow(chars: number): void {
    const wanted = Math.min(MAX_BUFFER, chars * MAX_BYTES_PER_CHAR);
    if (this.#buffer.length < wanted) this.#buffer = new Uint8Array(Math.min(MAX_BUFFER, wanted * 2));
  }
}
