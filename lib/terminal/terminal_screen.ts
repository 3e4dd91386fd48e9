import { type Batch, itemsOf } from "../stream/batch.ts";
import { type ByteSink, TextPump } from "../stream/text_pump.ts";
import { elapsed, type ScreenItem } from "./terminal_view.ts";

/** Options of a screen. */
export interface ScreenOptions {
  stdout: ByteSink;
  /** Writes to stderr as it is; never throws. */
  stderr: (text: string) => void;
  isColoured: boolean;
  /** Whether the cursor of stderr can be moved; the spinner needs that. */
  canMove: boolean;
  frames: readonly string[];
  columns: () => number;
  now: () => number;
  /** Calls a function at an interval until the returned function is called. */
  every: (ms: number, call: () => void) => () => void;
}

const TICK_MS = 120;
const ERASE_LINE = "\r\x1b[K";
const TONES = { dim: "\x1b[2m", warning: "\x1b[33m" } as const;
const RESET = "\x1b[0m";

/** Draws items on a terminal: the answer on stdout, everything else on stderr, and a spinner between them. */
export class TerminalScreen {
  readonly #options: ScreenOptions;
  readonly #answer: TextPump;
  readonly #spinner: Spinner;

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.#answer = new TextPump(options.stdout);
    this.#spinner = new Spinner(options, () => !this.#answer.isWriting);
  }

  /** Draws screen items; other items of a batch are ignored. */
  async write(items: ScreenItem | Batch<object | string>): Promise<void> {
    for (const item of itemsOf<object | string>(items)) if (isScreenItem(item)) await this.#draw(item);
  }

  /** Resolves when the last byte was taken. */
  async close(): Promise<void> {
    this.#spinner.leave();
    await this.#answer.drained();
  }

  /** Rejects with the first failed write, even when nobody waits for a write. */
  failed(): Promise<never> {
    return new Promise((_, reject) => this.#answer.onFailure(reject));
  }

  /** How many bytes stdout has taken. */
  get bytesTaken(): number {
    return this.#answer.taken;
  }

  /** Prints a line on stderr. */
  note(text: string): void {
    this.#line(text, null);
  }

  /** Shows that the run is being cancelled. */
  cancelling(): void {
    this.#spinner.turn("cancelling; Ctrl-C again leaves at once");
  }

  /** Keeps the spinner away while something else is on the screen. */
  hold(reason: "question" | null): void {
    this.#spinner.hide();
    if (reason && this.#spinner.isBlocked) this.#line("", null);
    this.#spinner.isHeld = reason !== null;
  }

  /** Removes the spinner for good. */
  end(): void {
    this.#spinner.leave();
  }

  async #draw(item: ScreenItem): Promise<void> {
    if (item.kind === "busy") return this.#spinner.turn(item.label);
    if (item.kind === "answer") {
      this.#spinner.hide();
      this.#spinner.isBlocked = !item.text.endsWith("\n");
      return await this.#answer.push(item.text);
    }
    // Both streams share one terminal, so earlier output must be out first.
    await this.#answer.drained();
    this.#line(item.text, this.#options.isColoured ? item.tone : null);
  }

  #line(text: string, tone: keyof typeof TONES | null): void {
    this.#spinner.hide();
    if (this.#spinner.isBlocked) this.#options.stderr("\n");
    this.#spinner.isBlocked = false;
    this.#options.stderr(tone ? `${TONES[tone]}${text}${RESET}\n` : `${text}\n`);
  }
}

function isScreenItem(item: object | string): item is ScreenItem {
  return typeof item === "object" && "kind" in item;
}

/** A moving line that is shown while nothing else is printed. */
class Spinner {
  /** Whether the cursor stands behind text, where the spinner must not be drawn. */
  isBlocked = false;
  isHeld = false;
  readonly #options: ScreenOptions;
  readonly #isIdle: () => boolean;
  #label: string | null = null;
  #since: number | undefined;
  #stop: (() => void) | undefined;
  #isDrawn = false;
  #isOver = false;
  #frame = 0;

  constructor(options: ScreenOptions, isIdle: () => boolean) {
    this.#options = options;
    this.#isIdle = isIdle;
  }

  turn(label: string | null): void {
    this.#label = label;
    if (label === null) return this.end();
    if (!this.#options.canMove || this.#isOver) return;
    this.#since ??= this.#options.now();
    this.#stop ??= this.#options.every(TICK_MS, () => this.#draw());
  }

  /** Erases the line until the next tick. */
  hide(): void {
    if (!this.#isDrawn) return;
    this.#isDrawn = false;
    this.#options.stderr(ERASE_LINE);
  }

  end(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.hide();
  }

  /** Ends for good. */
  leave(): void {
    this.#isOver = true;
    this.end();
  }

  #draw(): void {
    if (this.isBlocked || this.isHeld || this.#label === null || !this.#isIdle()) return;
    const { frames, isColoured, columns, now, stderr } = this.#options;
    const frame = frames[this.#frame++ % frames.length];
    const text = `${frame} ${elapsed(now() - (this.#since ?? now()))} ${this.#label}`.slice(0, columns() - 1);
    this.#isDrawn = true;
    stderr(`${ERASE_LINE}${isColoured ? `${TONES.dim}${text}${RESET}` : text}`);
  }
}
