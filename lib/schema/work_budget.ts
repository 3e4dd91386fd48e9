/** Thrown while a value is checked, when going on would take too long. */
export class TooMuchWork extends Error {
  override readonly name = "TooMuchWork";
}

/**
 * Steps that one check may take. Every subschema that is tried on a value, every comparison and every step of a pattern
 * is paid for before it is made, so that a check ends in bounded time whatever the schema and the value are.
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

  /** Pays for steps, or throws. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooMuchWork(`checking it takes more than the ${this.#limit} steps allowed`);
  }
}

/** Number of JSON values in a value, itself included; counting stops soon after the limit. */
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
