import type { Clock } from "../model/clock.ts";
import type { BatchProgress } from "./batch.ts";
import type { JobResult } from "./job_result.ts";

/** Where progress is written. */
export interface ProgressOptions {
  clock: Clock;
  /** The number of lines with jobs, where it is known. */
  total: number | null;
  /** Writes a line to stderr. */
  note(text: string): void;
  /** Writes to the terminal on stderr without a line break; null where stderr is no terminal. */
  draw: ((text: string) => void) | null;
}

/** The least time between two drawings of the line, and between two plain lines. */
const DRAW_MS = 100;
const PLAIN_MS = 5_000;
const ERASE = "\r\x1b[K";

/** Shows how far a batch is: one line that changes on a terminal, plain lines now and then elsewhere. */
export class Progress implements BatchProgress {
  readonly #options: ProgressOptions;
  readonly #startedAt: number;
  readonly #counts = { succeeded: 0, failed: 0, cancelled: 0, skipped: 0, refused: 0 };
  /** Jobs of earlier runs with the same results. */
  readonly #earlier = { all: 0, failed: 0 };
  #running = 0;
  #shownAt: number;
  #isDrawn = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#shownAt = options.draw ? -Infinity : this.#startedAt;
  }

  known(isFailed: boolean): void {
    this.#earlier.all++;
    if (isFailed) this.#earlier.failed++;
  }

  started(_id: string): void {
    this.#running++;
    this.#show();
  }

  finished({ id, status, error }: JobResult): void {
    this.#running--;
    this.#counts[status]++;
    if (status === "failed") this.note(`qwen: job ${id} failed: ${error?.message ?? ""}`);
    this.#show();
  }

  refused(line: number, message: string | null): void {
    this.#counts.refused++;
    if (message !== null) this.note(`qwen: line ${line} is no job: ${message}`);
  }

  /** Writes a line beside the progress. */
  note(text: string): void {
    this.#erase();
    this.#options.note(text);
  }

  /** Writes the last figures. */
  end(): void {
    this.#erase();
    this.#options.note(`qwen: ${this.#summary()}`);
  }

  #show(): void {
    const { clock, draw, note } = this.#options;
    const now = clock.now();
    if (now - this.#shownAt < (draw ? DRAW_MS : PLAIN_MS)) return;
    this.#shownAt = now;
    if (!draw) return note(`qwen: ${this.#summary()}`);
    draw(`${ERASE}${this.#summary()}`);
    this.#isDrawn = true;
  }

  #erase(): void {
    if (this.#isDrawn) this.#options.draw?.(ERASE);
    this.#isDrawn = false;
  }

  #summary(): string {
    const { total, clock } = this.#options;
    const { all, failed: failedBefore } = this.#earlier;
    const { succeeded, failed, cancelled, refused } = this.#counts;
    const done = succeeded + failed + cancelled;
    const seconds = (clock.now() - this.#startedAt) / 1000;
    const parts = [
      `${done}${total === null ? "" : ` of ${total}`} jobs done`,
      ...(all > 0 ? [`${all} done before${failedBefore > 0 ? ` (${failedBefore} failed)` : ""}`] : []),
      ...(this.#running > 0 ? [`${this.#running} running`] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
      ...(refused > 0 ? [refused === 1 ? "1 line refused" : `${refused} lines refused`] : []),
      `${(done / Math.max(seconds, 0.001)).toFixed(1)} jobs/s`,
    ];
    return parts.join(", ");
  }
}
