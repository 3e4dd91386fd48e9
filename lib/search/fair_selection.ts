/**
 * Chooses which matches to keep when there are too many: every file keeps its first match before any file gets a second,
 * and so on. Of files with the same number of matches, those with the smaller paths win.
 */
export class FairSelection<Item> {
  readonly #limit: number;
  /** The kept items of each round; the first round holds the first matches of files. */
  readonly #rounds: { path: string; item: Item }[][] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Keeps the next match of a file if there is room for it; `round` counts from 0 within the file. */
  offer({ path, round }: { path: string; round: number }, make: () => Item): boolean {
    if (this.#size >= this.#limit && !this.#beatsWorst(path, round)) return false;
    while (this.#rounds.length <= round) this.#rounds.push([]);
    const kept = this.#rounds[round];
    const entry = { path, item: make() };
    const last = kept.at(-1);
    if (!last || comparePaths(last.path, path) < 0) kept.push(entry);
    else kept.splice(kept.findIndex((other) => comparePaths(path, other.path) < 0), 0, entry);
    if (++this.#size > this.#limit) {
      this.#rounds.at(-1)?.pop();
      this.#size--;
      while (this.#rounds.at(-1)?.length === 0) this.#rounds.pop();
    }
    return true;
  }

  /** The kept items by file, files in the order of their paths. */
  files(): { path: string; items: Item[] }[] {
    const files = new Map<string, Item[]>();
    for (const round of this.#rounds) {
      for (const { path, item } of round) {
        const items = files.get(path);
        if (items) items.push(item);
        else files.set(path, [item]);
      }
    }
    return [...files].map(([path, items]) => ({ path, items })).sort((a, b) => comparePaths(a.path, b.path));
  }

  #beatsWorst(path: string, round: number): boolean {
    const worst = this.#rounds.length - 1;
    if (round !== worst) return round < worst;
    const last = this.#rounds[worst]?.at(-1);
    return last !== undefined && comparePaths(path, last.path) < 0;
  }
}

/** Compares paths folder by folder: everything in a folder comes before what follows the folder. */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    if (left === SLASH) return -1;
    if (right === SLASH) return 1;
    return left - right;
  }
  return a.length - b.length;
}

const SLASH = 47;
