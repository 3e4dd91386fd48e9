/** Thrown when checking a value would take too long. */
export class TooMuchWork extends Error {
  override readonly name = "TooMuchWork";
}

/**
 * The steps that one check may take. Every subschema, comparison and pattern step is charged before it runs, so that a
 * check ends in bounded time whatever the schema and the value are.
 */
export class WorkBudget {
  readonly #limit: number;
  #left: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** Starts a new check. */
  renew(): void {
    this.#left = this.#limit;
  }

  /** Charges steps; throws TooMuchWork when the budget is spent. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWork(`checking it takes more than the ${this.#limit} steps allowed`);
  }
}

/** The number of JSON values in a value, including itself; counting stops soon after the limit. */
export function countValues(value: unknown, limit = Infinity): number {
  let count = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && count <= limit) {
    count += 1;
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    for (const member of Object.values(next)) open.push(member);
  }
  return count;
}
