import { type Key, KeyDecoder } from "./key_decoder.ts";
import { readUntilEnd, SUPERSEDED } from "./terminal_stdin.ts";
import type { RawInputOptions } from "./raw_input.ts";

/** What line input works with. */
export interface LineInputOptions {
  stdin: RawInputOptions["stdin"];
  /** Takes lines that nobody waits for. */
  onLine: (line: string) => void;
  onEnd: () => void;
}

/**
 * Lines as the terminal itself edits and echoes them. A single key is read without echo; the terminal is in its usual
 * mode at all other times, and signals stay signals.
 */
export class LineInput {
  readonly #options: LineInputOptions;
  readonly #decoder = new TextDecoder();
  readonly #restore = (): void => this.#cook();
  #rest = "";
  #key: ((key: Key | null) => void) | null = null;
  #line: ((line: string | null) => void) | null = null;
  #isReading = false;
  #isOver = false;

  constructor(options: LineInputOptions) {
    this.#options = options;
  }

  /** Begins to read. */
  start(): void {
    if (!this.#isReading) void this.#read();
  }

  /** The next key; null when nothing more comes. Keys typed before do not count. */
  async nextKey(): Promise<Key | null> {
    if (this.#isOver) return null;
    globalThis.addEventListener("unload", this.#restore);
    this.#options.stdin.setRaw(true, { cbreak: true });
    this.start();
    const { promise, resolve } = Promise.withResolvers<Key | null>();
    this.#key = resolve;
    return await promise;
  }

  /** The next line; null when nothing more comes. */
  async nextLine(): Promise<string | null> {
    if (this.#isOver) return null;
    this.start();
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.#line = resolve;
    return await promise;
  }

  /** Gives up the key or line that is waited for. */
  cancel(): void {
    if (this.#key) this.#cook();
    this.#key?.(null);
    this.#line?.(null);
    this.#key = null;
    this.#line = null;
  }

  #cook(): void {
    globalThis.removeEventListener("unload", this.#restore);
    try {
      this.#options.stdin.setRaw(false);
    } catch {
      // The terminal has gone away.
    }
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    const end = await readUntilEnd(this.#options.stdin, (bytes) => this.#take(bytes));
    if (end === SUPERSEDED) {
      this.#isReading = false;
      return;
    }
    this.#isOver = true;
    this.cancel();
    this.#options.onEnd();
  }

  #take(bytes: Uint8Array): void {
    if (this.#key) {
      const decoder = new KeyDecoder();
      const [key] = [...decoder.push(bytes), ...decoder.flush()];
      if (!key) return;
      const resolve = this.#key;
      this.#key = null;
      // Before the next read: one that began in raw mode would not see the end of input.
      this.#cook();
      return resolve(key.type === "text" ? { type: "text", text: [...key.text][0] ?? "" } : key);
    }
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const resolve = this.#line;
      this.#line = null;
      if (resolve) resolve(line);
      else this.#options.onLine(line);
    }
  }
}
