import type { IndexedFolder } from "./file_index.ts";

/** A file or folder that matches what was typed. */
export interface FileMatch {
  /** Relative to the root; folders end with a slash. */
  path: string;
  /** Where the typed text was found, when it is not simply the start of the path. */
  index?: number;
}

interface Ranked extends FileMatch {
  rank: number;
}

/** What kind of match it is, best first: start of the path, start of the name, in the name, in the path, letters in order. */
const TIER = 2 ** 40;

/**
 * The best matches of a text among indexed folders. Within one kind of match shallow entries come first, folders
 * before files, short before long. Scattered letters count only when nothing better is found.
 */
export function searchFolders(
  folders: Iterable<IndexedFolder>,
  query: string,
  options: { limit: number; within?: string },
): FileMatch[] {
  const wanted = query.toLowerCase();
  const within = options.within ?? "";
  const inside = [...folders].filter((folder) => folder.path.startsWith(within));
  const best = collect(inside, options.limit, (folder, i) => rankPlain(folder, i, { wanted, skip: within.length }));
  if (best.length > 0 || wanted === "") return best;
  return collect(inside, options.limit, (folder, i) => rankScattered(folder, i, { wanted, skip: within.length }));
}

function collect(
  folders: readonly IndexedFolder[],
  limit: number,
  rank: (folder: IndexedFolder, i: number) => { rank: number; index: number } | null,
): FileMatch[] {
  const best: Ranked[] = [];
  for (const folder of folders) {
    for (let i = 0; i < folder.paths.length; i++) {
      const found = rank(folder, i);
      if (!found || (best.length === limit && found.rank > best[limit - 1].rank)) continue;
      insert(best, { path: folder.paths[i], rank: found.rank, index: found.index }, limit);
    }
  }
  return best.map(({ path, index }) => index ? { path, index } : { path });
}

function insert(best: Ranked[], entry: Ranked, limit: number): void {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(best[middle], entry)) low = middle + 1;
    else high = middle;
  }
  best.splice(low, 0, entry);
  if (best.length > limit) best.pop();
}

function isBefore(a: Ranked, b: Ranked): boolean {
  return a.rank !== b.rank ? a.rank < b.rank : a.path < b.path;
}

function placeOf(folder: IndexedFolder, path: string): number {
  return folder.depth * 2 ** 17 + (path.endsWith("/") ? 0 : 2 ** 16) + Math.min(path.length, 2 ** 16 - 1);
}

function rankPlain(
  folder: IndexedFolder,
  i: number,
  { wanted, skip }: { wanted: string; skip: number },
): { rank: number; index: number } | null {
  const path = folder.lower[i];
  const index = path.indexOf(wanted, skip);
  if (index < 0) return null;
  const place = placeOf(folder, path);
  if (index === skip) return { rank: place, index: 0 };
  const inName = path.indexOf(wanted, folder.path.length);
  if (inName === folder.path.length) return { rank: TIER + place, index: inName };
  if (inName >= 0) return { rank: 2 * TIER + place, index: inName };
  return { rank: 3 * TIER + place, index };
}

function rankScattered(
  folder: IndexedFolder,
  i: number,
  { wanted, skip }: { wanted: string; skip: number },
): { rank: number; index: number } | null {
  const path = folder.lower[i];
  const first = path.indexOf(wanted[0], skip);
  let at = first;
  for (let letter = 1; at >= 0 && letter < wanted.length; letter++) at = path.indexOf(wanted[letter], at + 1);
  if (at < 0) return null;
  return { rank: (at - first) * 2 ** 26 + placeOf(folder, path), index: first };
}
