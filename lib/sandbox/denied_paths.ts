import { isInside, realPathNow } from "./real_path.ts";

/** How long it is believed that a denied path leads where it led. */
const REFRESH_MS = 1_000;

/** Files and folders that are not touched, by their own names and by what they lead to. */
export class DeniedPaths {
  readonly #paths: readonly { path: string; folded: string }[];
  #targets: { path: string; folded: string }[] = [];
  #at = -Infinity;

  /** Settled paths are real ones and lead nowhere else. */
  constructor(paths: readonly string[], options: { isSettled?: boolean } = {}) {
    if (options.isSettled) this.#at = Infinity;
    this.#paths = paths.map((path) => ({ path, folded: fold(path) }));
  }

  /** The denied path that a real path lies in, or null. */
  find(real: string): string | null {
    if (this.#paths.length === 0) return null;
    const folded = fold(real);
    const covers = (denied: { folded: string }): boolean => isInside(folded, denied.folded);
    return (this.#paths.find(covers) ?? this.#leadsTo().find(covers))?.path ?? null;
  }

  /** Those that lead elsewhere. To follow all of them for every file would take longer than to read it. */
  #leadsTo(): { path: string; folded: string }[] {
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

/** Names that differ only in case or in how accents are written may be the same file. */
function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
