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
const MAX_WAITING = 1 << 16;
const ERASE_LINE = "\r\x1b[K";
const TONES = { dim: "\x1b[2m", warning: "\x1b[33m" } as const;
const RESET = "\x1b[0m";

/** Strokes in, a terminal out: the answer on stdout, all else on stderr, and the spinner never in the way of either. */
export class TerminalScreen extends WritableStream<Stroke | Batch<Stroke>> {
  readonly #spinner: Spinner;
  readonly #stderr: (text: string) => void;
  readonly #answer: Answer;

  constructor(options: ScreenOptions) {
    const answer = new Answer(options.stdout);
    const spinner = new Spinner(options, () => !answer.isWriting);
    const draw = async (stroke: Stroke): Promise<void> => {
      if (stroke.kind === "busy") return spinner.turn(stroke.label);
      if (stroke.kind === "answer") {
        spinner.hide();
        spinner.isAway = !stroke.text.endsWith("\n");
        return await answer.push(stroke.text);
      }
      // Both streams show on one terminal: what was said first has to stand first.
      await answer.drained();
      this.#line(stroke.text, options.isColoured ? stroke.tone : null);
    };
    super({
      start: (controller) => answer.onFailure((error) => controller.error(error)),
      write: async (strokes): Promise<void> => {
        for (const stroke of itemsOf(strokes)) await draw(stroke);
      },
      close: async (): Promise<void> => {
        spinner.leave();
        await answer.drained();
      },
      abort: () => spinner.leave(),
    });
    this.#spinner = spinner;
    this.#answer = answer;
    this.#stderr = options.stderr;
  }

  /** How many bytes stdout has taken. */
  get bytesTaken(): number {
    return this.#answer.bytesTaken;
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

  #line(text: string, tone: keyof typeof TONES | null): void {
    this.#spinner.hide();
    if (this.#spinner.isAway) this.#stderr("\n");
    this.#spinner.isAway = false;
    this.#stderr(tone ? `${TONES[tone]}${text}${RESET}\n` : `${text}\n`);
  }
}

/** Text on its way to stdout: what comes while a write is in flight leaves in the next one. */
class Answer {
  readonly #sink: ByteSink;
  readonly #encoder = new TextEncoder();
  #waiting = "";
  #busy: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;
  #tell: (error: unknown) => void = () => {};
  bytesTaken = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  get isWriting(): boolean {
    return this.#busy !== undefined;
  }

  onFailure(tell: (error: unknown) => void): void {
    this.#tell = tell;
  }

  /** Resolves at once unless a good deal is waiting. */
  async push(text: string): Promise<void> {
    this.#waiting += text;
    this.#busy ??= this.#run();
    if (this.#waiting.length > MAX_WAITING) await this.#busy;
  }

  /** Resolves when everything is out; rejects with the write that failed. */
  async drained(): Promise<void> {
    await this.#busy;
    if (this.#failure) throw this.#failure.error;
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting) {
        const bytes = this.#encoder.encode(this.#waiting);
        this.#waiting = "";
        for (let sent = 0; sent < bytes.length;) sent += await this.#sink.write(bytes.subarray(sent));
        this.bytesTaken += bytes.length;
      }
    } catch (error) {
      this.#failure = { error };
      this.#tell(error);
    } finally {
      this.#busy = undefined;
    }
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
