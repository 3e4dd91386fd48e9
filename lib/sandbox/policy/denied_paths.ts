import { isInside } from "../../path/mod.ts";
import { realPathNow } from "../files/paths/real_path.ts";

/** How long the resolved targets of denied paths are reused. */
const REFRESH_MS = 1_000;

/** Denied files and folders, by their own names and by the targets of links. */
export class DeniedPaths {
  readonly #paths: readonly { path: string; folded: string }[];
  #targets: { path: string; folded: string }[] = [];
  #at = -Infinity;

  /** Settled paths are real paths and need no resolution. */
  constructor(paths: readonly string[], options: { isSettled?: boolean } = {}) {
    if (options.isSettled) this.#at = Infinity;
    this.#paths = paths.map((path) => ({ path, folded: fold(path) }));
  }

  /** The denied path that contains a real path, or null. */
  find(real: string): string | null {
    if (this.#paths.length === 0) return null;
    const folded = fold(real);
    const covers = (denied: { folded: string }): boolean => isInside(folded, denied.folded);
    return (this.#paths.find(covers) ?? this.#linkTargets().find(covers))?.path ?? null;
  }

  /** Whether a denied path is inside a real folder, so that its entries have to be checked. */
  reaches(folder: string): boolean {
    const outer = fold(folder);
    const isBelow = ({ folded }: { folded: string }): boolean => isInside(folded, outer);
    return this.#paths.some(isBelow) || this.#linkTargets().some(isBelow);
  }

  /** The targets of denied links. Resolving all of them for every file would take longer than reading it. */
  #linkTargets(): { path: string; folded: string }[] {
    const now = performance.now();
    if (now - this.#at < REFRESH_MS) return this.#targets;
    this.#at = now;
    this.#targets = this.#paths.flatMap(({ path, folded }) => {
      const target = fold(realPathNow(path));
      return target === folded ? [] : [{ path, folded: target }];
    });
    return this.#targets;
  }
}

/** Names that differ only in case or in Unicode normalization may be the same file. */
function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
