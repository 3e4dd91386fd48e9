import { untraced } from "../model/untraced.ts";

/** The size of a folder, which grows with what is in it, up to which all names in it are read: some two hundred. */
const MAX_FOLDER_BYTES = 8 * 1024;

/**
 * One look at a few folders that tells of many places below them that nothing is there. A look at each place would cost
 * an exception, and a start looks in dozens of places where mostly nothing is. It is as old as its first question, so
 * that it serves a start and is thrown away.
 */
export class Glance {
  readonly #folders: readonly string[];
  readonly #names = new Map<string, ReadonlySet<string> | null>();

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Whether there is surely nothing at a path; where this says no, only a look at it can tell. */
  isAbsent(path: string): boolean {
    const end = path.lastIndexOf("/");
    const folder = path.slice(0, end);
    if (!this.#folders.includes(folder)) return end > 0 && this.isAbsent(folder);
    let names = this.#names.get(folder);
    if (names === undefined) this.#names.set(folder, names = namesIn(folder));
    return names !== null && !names.has(path.slice(end + 1).toLowerCase());
  }
}

/**
 * The names in a folder, in lower case: a mounted drive of another system may find a name that is written in other cases
 * than the one it is kept in. Null where they cannot be had, or are so many that a look at one place is cheaper.
 */
function namesIn(folder: string): ReadonlySet<string> | null {
  // Elsewhere names are found by more than their cases.
  if (Deno.build.os !== "linux") return null;
  try {
    return untraced(() => {
      if (Deno.statSync(folder).size > MAX_FOLDER_BYTES) return null;
      return new Set(Array.from(Deno.readDirSync(folder), ({ name }) => name.toLowerCase()));
    });
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? new Set() : null;
  }
}
