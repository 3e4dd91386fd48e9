import { join } from "../../path/mod.ts";

/** More names than these are not looked at. */
const MAX_NAMES = 10_000;

/** What a pattern may stand for. */
export interface PatternReach {
  /** Whether a path, with links followed, is within reach. */
  isIn: (path: string) => boolean;
  /** Whether a path is out of reach whatever it leads to. */
  isHidden: (path: string) => boolean;
}

/**
 * Whether a pattern of an absolute path may stand for a link out of reach. A part with a wildcard is taken for every
 * name in its folder, so that nothing depends on how exactly a shell reads it.
 */
export function leadsOut(pattern: string, reach: PatternReach): boolean {
  const { isIn, isHidden } = reach;
  let folders = ["/"];
  let names = 0;
  for (const part of pattern.split("/").filter((step) => step !== "")) {
    const next: string[] = [];
    for (const folder of folders) {
      if (!/[*?[]/.test(part)) {
        next.push(join(folder, part));
        continue;
      }
      if (!isIn(folder)) return true;
      for (const entry of entriesOf(folder)) {
        const path = join(folder, entry.name);
        if (++names > MAX_NAMES || isHidden(path) || (entry.isSymlink && !isIn(path))) return true;
        if (entry.isDirectory || entry.isSymlink) next.push(path);
      }
    }
    folders = next;
  }
  return folders.some((path) => !isIn(path));
}

function entriesOf(folder: string): Iterable<Deno.DirEntry> {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    // What is no folder has no names in it.
    return [];
  }
}
