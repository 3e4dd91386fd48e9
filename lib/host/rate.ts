/** So many lines in a second, and no more saved up than one second's worth. */
export class Rate {
  readonly #perSecond: number;
  #tokens: number;
  #at: number;

  constructor(perSecond: number, now: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond;
    this.#at = now;
  }

  /** Takes a line; otherwise says in how many milliseconds there is room again. */
  take(now: number): number {
    const gained = (now - this.#at) / 1000 * this.#perSecond;
    // A clock may be set back; what was saved up stays.
    if (gained > 0) this.#tokens = Math.min(this.#perSecond, this.#tokens + gained);
    this.#at = now;
    if (this.#tokens < 1) return Math.max(1, Math.ceil((1 - this.#tokens) * 1000 / this.#perSecond));
    this.#tokens -= 1;
    return 0;
  }
}
