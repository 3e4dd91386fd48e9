/** Where bytes go: stdout, a socket, a pipe. Returns how many were taken. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<number>;
}

// Enough to fill a pipe several times over; beyond it the producer waits for the reader.
const HIGH_WATER_CHARS = 1 << 16;
const FIRST_BUFFER = 4_096;
const MAX_BUFFER = 1 << 18;
const MAX_BYTES_PER_CHAR = 3;

/**
 * Text on its way to a sink: what comes while a write is in flight leaves in the next one. It writes from one buffer,
 * so that hundreds of sinks keep memory flat.
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

  /** Whom to tell of a write that failed, at once. */
  onFailure(tell: (error: unknown) => void): void {
    this.#tell = tell;
    if (this.#failure) tell(this.#failure.error);
  }

  /** Takes a text; the promise of one that came on top of many others resolves when they are out. */
  push(text: string): Promise<void> | void {
    if (this.#failure) throw this.#failure.error;
    this.#waiting += text;
    this.#busy ??= this.#run();
    if (this.#waiting.length > HIGH_WATER_CHARS) return this.drained();
  }

  /** Resolves when everything is out; rejects with the write that failed. */
  async drained(): Promise<void> {
    await this.#busy;
    if (this.#failure) throw this.#failure.error;
  }

  async #run(): Promise<void> {
    try {
      // Texts of the same tick are still being queued: one turn of the microtask queue gathers them.
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
