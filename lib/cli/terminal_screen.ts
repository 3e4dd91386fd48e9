import { type Batch, itemsOf } from "../stream/fold.ts";
import type { ByteSink } from "../stream/record_writer.ts";
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
export class TerminalScreen extends WritableStream<Stroke | Batch<Stroke>> {
  readonly #spinner: Spinner;
  readonly #note: (text: string) => void;
  #bytesTaken = 0;

  constructor(options: ScreenOptions) {
    const spinner = new Spinner(options);
    const encoder = new TextEncoder();
    const draw = async (stroke: Stroke): Promise<void> => {
      if (stroke.kind === "busy") return spinner.turn(stroke.label);
      if (stroke.kind === "line") return this.#line(stroke.text, options.isColoured ? stroke.tone : null);
      spinner.hide();
      spinner.isAway = !stroke.text.endsWith("\n");
      const bytes = encoder.encode(stroke.text);
      for (let sent = 0; sent < bytes.length;) sent += await options.stdout.write(bytes.subarray(sent));
      this.#bytesTaken += bytes.length;
    };
    super({
      write: async (strokes): Promise<void> => {
        for (const stroke of itemsOf(strokes)) await draw(stroke);
      },
      close: () => spinner.end(),
      abort: () => spinner.end(),
    });
    this.#spinner = spinner;
    this.#note = options.stderr;
  }

  /** How many bytes stdout has taken. */
  get bytesTaken(): number {
    return this.#bytesTaken;
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
    this.#spinner.end();
  }

  #line(text: string, tone: keyof typeof TONES | null): void {
    this.#spinner.hide();
    if (this.#spinner.isAway) this.#note("\n");
    this.#spinner.isAway = false;
    this.#note(tone ? `${TONES[tone]}${text}${RESET}\n` : `${text}\n`);
  }
}

/** One line that moves while there is nothing to read. */
class Spinner {
  /** Whether the cursor stands behind text, where nothing may be drawn. */
  isAway = false;
  readonly #options: ScreenOptions;
  #label: string | null = null;
  #since: number | undefined;
  #stop: (() => void) | undefined;
  #isDrawn = false;
  #frame = 0;

  constructor(options: ScreenOptions) {
    this.#options = options;
  }

  turn(label: string | null): void {
    this.#label = label;
    if (label === null) return this.end();
    if (!this.#options.canMove) return;
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

  #draw(): void {
    if (this.isAway || this.#label === null) return;
    const { frames, isColoured, columns, now, stderr } = this.#options;
    const frame = frames[this.#frame++ % frames.length];
    const text = `${frame} ${elapsed(now() - (this.#since ?? now()))} ${this.#label}`.slice(0, columns() - 1);
    this.#isDrawn = true;
    stderr(`${ERASE_LINE}${isColoured ? `${TONES.dim}${text}${RESET}` : text}`);
  }
}
