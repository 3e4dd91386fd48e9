import { after } from "../../model/timer.ts";
import { type Key, KeyDecoder } from "./key_decoder.ts";
import { readUntilEnd, SUPERSEDED } from "./terminal_stdin.ts";

/** What raw input works with. */
export interface RawInputOptions {
  stdin: { read(into: Uint8Array): Promise<number | null>; setRaw(on: boolean, options?: { cbreak: boolean }): void };
  /** Writes to the terminal at once; never throws. */
  writeNow: (text: string) => void;
  onKeys: (keys: Key[]) => void;
  /** Called when the terminal sends no more. */
  onEnd: () => void;
  /** Whether Ctrl-C and Ctrl-Z stay signals, and the terminal is not asked for more than plain keys. */
  isSimple?: boolean;
}

/** Pasted text comes in brackets; Shift-Enter and Esc have codes of their own where the terminal knows how. */
const EXTENSIONS_ON = "\x1b[?2004h\x1b[>1u\x1b[>4;1m";
const EXTENSIONS_OFF = "\x1b[?2004l\x1b[<1u\x1b[>4;0m";
/** How long a lone Esc waits for the rest of a sequence. */
const ESC_MS = 40;

/** The keys of a terminal. It is in raw mode between `start` and `stop`, and restored when the process ends. */
export class RawInput {
  readonly #options: RawInputOptions;
  readonly #decoder = new KeyDecoder();
  readonly #restore = (): void => this.stop();
  #isRaw = false;
  #isReading = false;
  #cancelFlush = (): void => {};

  constructor(options: RawInputOptions) {
    this.#options = options;
  }

  /** Enters raw mode and reads keys. */
  start(): void {
    if (this.#isRaw) return;
    const { stdin, writeNow, isSimple } = this.#options;
    this.#isRaw = true;
    // However the process ends, the terminal must be usable afterwards.
    globalThis.addEventListener("unload", this.#restore);
    stdin.setRaw(true, { cbreak: isSimple ?? false });
    if (!isSimple) writeNow(EXTENSIONS_ON);
    if (!this.#isReading) void this.#read();
  }

  /** Leaves raw mode. */
  stop(): void {
    if (!this.#isRaw) return;
    this.#isRaw = false;
    this.#cancelFlush();
    globalThis.removeEventListener("unload", this.#restore);
    const { stdin, writeNow, isSimple } = this.#options;
    if (!isSimple) writeNow(EXTENSIONS_OFF);
    try {
      stdin.setRaw(false);
    } catch {
      // The terminal has gone away.
    }
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    const end = await readUntilEnd(this.#options.stdin, (bytes) => this.#take(bytes));
    this.#isReading = false;
    if (end !== SUPERSEDED) this.#options.onEnd();
  }

  #take(bytes: Uint8Array): void {
    this.#cancelFlush();
    const keys = this.#decoder.push(bytes);
    if (keys.length > 0 && this.#isRaw) this.#options.onKeys(keys);
    if (!this.#decoder.isWaiting) return;
    this.#cancelFlush = after(ESC_MS, () => {
      const late = this.#decoder.flush();
      if (late.length > 0 && this.#isRaw) this.#options.onKeys(late);
    });
  }
}
