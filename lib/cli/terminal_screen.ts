import { type Batch, itemsOf } from "../stream/batch.ts";
import { type ByteSink, TextPump } from "../stream/text_pump.ts";
import { elapsed, type Stroke } from "./terminal_voice.ts";

/** What a screen is made of. */
export interface ScreenOptions {
  stdout: ByteSink;
  /** Writes to stderr as it is; never throws. */
  stderr: (text: string) => void;
  isColoured: boolean;
  /** Whether the cursor of stderr can be moved: without it there is no spinner. */
  canMove: boolean;
  frames: readonly string[];
  columns: () => number;
  now: () => number;
  /** Calls again and again until the returned function is called. */
  every: (ms: number, call: () => void) => () => void;
}

const TICK_MS = 120;
const ERASE_LINE = "\r\x1b[K";
const TONES = { dim: "\x1b[2m", warning: "\x1b[33m" } as const;
const RESET = "\x1b[0m";

/** Strokes in, a terminal out: the answer on stdout, all else on stderr, and the spinner never in the way of either. */
export class TerminalScreen {
  readonly #options: ScreenOptions;
  readonly #answer: TextPump;
  readonly #spinner: Spinner;

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.#answer = new TextPump(options.stdout);
    this.#spinner = new Spinner(options, () => !this.#answer.isWriting);
  }

  async write(strokes: Stroke | Batch<Stroke>): Promise<void> {
    for (const stroke of itemsOf(strokes)) await this.#draw(stroke);
  }

  /** Resolves when the last byte was taken. */
  async close(): Promise<void> {
    this.#spinner.leave();
    await this.#answer.drained();
  }

  /** Rejects with the first write that fails, also while nothing is being written. */
  failed(): Promise<never> {
    return new Promise((_, reject) => this.#answer.onFailure(reject));
  }

  /** How many bytes stdout has taken. */
  get bytesTaken(): number {
    return this.#answer.taken;
  }

  /** Says something beside the run. */
  note(text: string): void {
    this.#line(text, null);
  }

  /** Tells that the run was asked to end. */
  cancelling(): void {
    this.#spinner.turn("cancelling; Ctrl-C again leaves at once");
  }

  /** Takes the spinner away for good. */
  end(): void {
    this.#spinner.leave();
  }

  async #draw(stroke: Stroke): Promise<void> {
    if (stroke.kind === "busy") return this.#spinner.turn(stroke.label);
    if (stroke.kind === "answer") {
      this.#spinner.hide();
      this.#spinner.isAway = !stroke.text.endsWith("\n");
      return await this.#answer.push(stroke.text);
    }
    // Both streams show on one terminal: what was said first has to stand first.
    await this.#answer.drained();
    this.#line(stroke.text, this.#options.isColoured ? stroke.tone : null);
  }

  #line(text: string, tone: keyof typeof TONES | null): void {
    this.#spinner.hide();
    if (this.#spinner.isAway) this.#options.stderr("\n");
    this.#spinner.isAway = false;
    this.#options.stderr(tone ? `${TONES[tone]}${text}${RESET}\n` : `${text}\n`);
  }
}

/** One line that moves while there is nothing to read. */
class Spinner {
  /** Whether the cursor stands behind text, where nothing may be drawn. */
  isAway = false;
  readonly #options: ScreenOptions;
  readonly #isQuiet: () => boolean;
  #label: string | null = null;
  #since: number | undefined;
  #stop: (() => void) | undefined;
  #isDrawn = false;
  #isOver = false;
  #frame = 0;

  constructor(options: ScreenOptions, isQuiet: () => boolean) {
    this.#options = options;
    this.#isQuiet = isQuiet;
  }

  turn(label: string | null): void {
    this.#label = label;
    if (label === null) return this.end();
    if (!this.#options.canMove || this.#isOver) return;
    this.#since ??= this.#options.now();
    this.#stop ??= this.#options.every(TICK_MS, () => this.#draw());
  }

  /** Takes the line away; it comes back with the next tick. */
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
    if (this.isAway || this.#label === null || !this.#isQuiet()) return;
    const { frames, isColoured, columns, now, stderr } = this.#options;
    const frame = frames[this.#frame++ % frames.length];
    const text = `${frame} ${elapsed(now() - (this.#since ?? now()))} ${this.#label}`.slice(0, columns() - 1);
    this.#isDrawn = true;
    stderr(`${ERASE_LINE}${isColoured ? `${TONES.dim}${text}${RESET}` : text}`);
  }
}
