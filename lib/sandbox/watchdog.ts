/**
 * Watches over many short waits with one timer, which runs on while there is nothing to wait for and then keeps nobody
 * alive. A wait is late that was there already when the timer was set: after the given time at the soonest, after twice
 * that time at the latest.
 */
export class Watchdog {
  readonly #ms: number;
  readonly #onLate: () => void;
  readonly #waits = new Set<number>();
  #timer: AbortSignal | null = null;
  #count = 0;
  /** The last wait that was there when the timer was set. */
  #seen = 0;

  constructor(ms: number, onLate: () => void) {
    this.#ms = ms;
    this.#onLate = onLate;
  }

  /** Begins a wait and returns its number. */
  begin(): number {
    this.#waits.add(++this.#count);
    if (this.#waits.size === 1) this.#listen();
    return this.#count;
  }

  /** Ends a wait. */
  end(wait: number): void {
    this.#waits.delete(wait);
    if (this.#waits.size === 0) this.#timer?.removeEventListener("abort", this.#onTime);
  }

  #listen(): void {
    if (!this.#timer || this.#timer.aborted) {
      // The first wait begins with the timer.
      this.#seen = this.#count;
      this.#timer = AbortSignal.timeout(this.#ms);
    }
    this.#timer.addEventListener("abort", this.#onTime);
  }

  readonly #onTime = (): void => {
    const seen = this.#seen;
    if (this.#waits.size > 0) this.#listen();
    if ([...this.#waits].some((wait) => wait <= seen)) this.#onLate();
  };
}
