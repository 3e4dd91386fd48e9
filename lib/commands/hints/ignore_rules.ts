/** Files whose patterns say what is not worth finding; later ones win. */
export const IGNORE_FILES: readonly string[] = [".gitignore", ".ignore", ".qwenignore"];

const NEVER_WALKED: ReadonlySet<string> = new Set([".git", ".hg", ".svn", "node_modules"]);

/** Stars in one name of a pattern; more would let a hostile pattern take for ever on a hostile name. */
const MAX_STARS = 3;

interface Matcher {
  test(path: string): { ignored: boolean; unignored: boolean };
}

/** A matcher remembers every path it was asked about; after so many it is made anew. */
const MEMORY = 10_000;

/** The ignore patterns that hold in one folder: its own and those of the folders above. */
export class IgnoreRules {
  /** No patterns. */
  static readonly none: IgnoreRules = new IgnoreRules("", null, null);

  readonly #base: string;
  readonly #make: (() => Matcher) | null;
  readonly #above: IgnoreRules | null;
  #matcher: Matcher | null = null;
  #asked = 0;

  private constructor(base: string, make: (() => Matcher) | null, above: IgnoreRules | null) {
    this.#base = base;
    this.#make = make;
    this.#above = above;
  }

  /** These rules with the patterns of a folder added; `folder` is relative and ends with a slash or is empty. */
  async with(patterns: string, folder: string): Promise<IgnoreRules> {
    const { default: ignore } = await import("ignore");
    const lines = patterns.split(/\r?\n/).filter(isHarmless);
    return new IgnoreRules(folder, () => ignore().add(lines), this.#make ? this : this.#above);
  }

  /** Whether the entry of a name is to be left out; the path is relative, that of a folder ends with a slash. */
  ignores(path: string, name: string): boolean {
    return NEVER_WALKED.has(name) || this.#matches(path);
  }

  #matches(path: string): boolean {
    if (this.#make) {
      if (this.#asked++ % MEMORY === 0) this.#matcher = this.#make();
      const verdict = this.#matcher?.test(path.slice(this.#base.length));
      if (verdict?.ignored) return true;
      if (verdict?.unignored) return false;
    }
    return this.#above === null ? false : this.#above.#matches(path);
  }
}

function isHarmless(pattern: string): boolean {
  if (pattern.length > 1024) return false;
  return pattern.split("/").every((name) => name === "**" || (name.match(/\*+/g)?.length ?? 0) <= MAX_STARS);
}
