import { seeded } from "../../support/random.ts";

/** Choices that look random and are the same for the same seed. */
export class Random {
  readonly #next: (below: number) => number;

  constructor(seed: number) {
    this.#next = seeded((seed * 2_654_435_761) % 0x7fffffff);
    // The first numbers of neighbouring seeds are alike.
    for (let skipped = 0; skipped < 5; skipped++) this.#next(2);
  }

  /** A whole number from 0 to one less than the limit. */
  below(limit: number): number {
    return this.#next(limit);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.#next(10_000) < probability * 10_000;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.#next(items.length)];
  }
}
