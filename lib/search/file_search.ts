import { type IndexedFolder, isFolderName, SEPARATOR } from "./indexed_folder.ts";

/** A file or folder that matches the typed text. */
export interface FileMatch {
  /** Relative to the root; folders end with a slash. */
  path: string;
  /** Where the typed text was found, unless it is the start of the path. */
  index?: number;
}

/** Kinds of matches, best first; scattered letters have their own order. */
const TIER = 2 ** 40;
const PATH_START = 0;
const NAME_START = TIER;
const IN_NAME = 2 * TIER;
const IN_PATH = 3 * TIER;

/** Within one kind, shallow entries come first, then folders before files, then short before long names. */
const DEEPER = 2 ** 17;
const FILE = 2 ** 16;
const SPREAD = 2 ** 26;

/** The best matches of a text among indexed folders. Scattered letters count only when nothing better is found. */
export function searchFolders(
  folders: Iterable<IndexedFolder>,
  query: string,
  options: { limit: number; within?: string },
): FileMatch[] {
  const wanted = query.toLowerCase();
  if (wanted.includes(SEPARATOR)) return [];
  const within = options.within ?? "";
  const skip = within.toLowerCase().length;
  // Shallow folders first: their entries rank higher, so that deep folders can be skipped.
  const inside = byDepth(folders, within);
  const best = new Best(options.limit);
  const look = wanted === "" ? null : lookFor(wanted, skip);
  for (const folder of inside) {
    if (look === null) offerAll(best, folder, { tier: PATH_START, index: 0 });
    else look(folder, best);
  }
  if (best.isEmpty && wanted !== "") { for (const folder of inside) offerScattered(best, folder, { wanted, skip }); }
  return best.matches();
}

function byDepth(folders: Iterable<IndexedFolder>, within: string): IndexedFolder[] {
  const levels: IndexedFolder[][] = [];
  for (const folder of folders) if (folder.path.startsWith(within)) (levels[folder.depth] ??= []).push(folder);
  return levels.flat();
}

interface Ranked {
  folder: IndexedFolder;
  name: string;
  rank: number;
  index: number;
}

/** The best few of all offered entries, in order. */
class Best {
  readonly #limit: number;
  readonly #entries: Ranked[] = [];
  /** Entries with a worse rank need not be offered. */
  worst = Infinity;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Keeps an entry if it ranks well enough; `match` says how and where it matches. */
  offer(folder: IndexedFolder, i: number, match: Match): void {
    const name = folder.names[i];
    const rank = match.tier + placeOf(folder, name);
    if (rank > this.worst) return;
    const entry = { folder, name, rank, index: match.index };
    const entries = this.#entries;
    if (entries.length === this.#limit && !isBefore(entry, entries[this.#limit - 1])) return;
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(entries[middle], entry)) low = middle + 1;
      else high = middle;
    }
    entries.splice(low, 0, entry);
    if (entries.length > this.#limit) entries.pop();
    if (entries.length === this.#limit) this.worst = entries[this.#limit - 1].rank;
  }

  matches(): FileMatch[] {
    return this.#entries.map(({ folder, name, index }) => {
      const path = folder.path + name;
      return index ? { path, index } : { path };
    });
  }
}

/** The rank of a match, and where it begins. */
interface Match {
  tier: number;
  index: number;
}

function isBefore(a: Ranked, b: Ranked): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  const [left, right] = [a.folder.path, b.folder.path];
  // Whole paths are joined only if the paths of the folders do not decide.
  if (!left.startsWith(right) && !right.startsWith(left)) return left < right;
  return left + a.name < right + b.name;
}

function placeOf({ depth, path }: IndexedFolder, name: string): number {
  const length = Math.min(path.length + name.length, FILE - 1);
  return depth * DEEPER + (isFolderName(name) ? 0 : FILE) + length;
}

/** Whether no entry of a folder can rank well enough with this kind of match. */
function isHopeless(best: Best, { depth, path }: IndexedFolder, { tier }: Match): boolean {
  return tier + depth * DEEPER + Math.min(path.length, FILE - 1) > best.worst;
}

function offerAll(best: Best, folder: IndexedFolder, match: Match): void {
  if (isHopeless(best, folder, match)) return;
  for (let i = 0; i < folder.names.length; i++) best.offer(folder, i, match);
}

/** Searches for the literal text: in the folder's path, in names, or across the slash between the two. */
function lookFor(wanted: string, skip: number): (folder: IndexedFolder, best: Best) => void {
  // The only slash in a name is the one at the end of a folder's name.
  const slash = wanted.length < 2 ? -1 : wanted.lastIndexOf("/", wanted.length - 2);
  const head = wanted.slice(0, slash + 1);
  const tail = SEPARATOR + wanted.slice(slash + 1);
  return (folder, best) => {
    const { lowerPath } = folder;
    const index = lowerPath.indexOf(wanted, skip);
    if (index === skip) return offerAll(best, folder, { tier: PATH_START, index: 0 });
    if (slash < 0) return offerNamed(best, folder, { wanted, skip, index });
    if (index >= 0) return offerAll(best, folder, { tier: IN_PATH, index });
    const across = lowerPath.length - head.length;
    if (across < skip || !lowerPath.endsWith(head)) return;
    const match = across === skip ? { tier: PATH_START, index: 0 } : { tier: IN_PATH, index: across };
    if (!isHopeless(best, folder, match)) offerTailed(best, folder, { tail, match });
  };
}

/** Offers entries whose name begins with a text, which starts with the separator. */
function offerTailed(best: Best, folder: IndexedFolder, { tail, match }: { tail: string; match: Match }): void {
  const { lowerNames, starts } = folder;
  let i = 0;
  for (let at = lowerNames.indexOf(tail); at >= 0; at = lowerNames.indexOf(tail, at + 1)) {
    while (starts[i] <= at) i++;
    best.offer(folder, i, match);
  }
}

/** Offers entries whose name contains the text; if the folder's path contains it, the other entries follow. */
function offerNamed(
  best: Best,
  folder: IndexedFolder,
  { wanted, skip, index }: { wanted: string; skip: number; index: number },
): void {
  const { lowerPath, lowerNames, starts, names } = folder;
  const whole: Match = { tier: IN_PATH, index };
  const begun: Match = lowerPath.length === skip
    ? { tier: PATH_START, index: 0 }
    : { tier: NAME_START, index: lowerPath.length };
  if (isHopeless(best, folder, begun)) return;
  let i = 0;
  for (let at = lowerNames.indexOf(wanted); at >= 0; at = lowerNames.indexOf(wanted, starts[i])) {
    for (; starts[i + 1] <= at; i++) if (index >= 0) best.offer(folder, i, whole);
    const inName = at - starts[i];
    best.offer(folder, i, inName === 0 ? begun : { tier: IN_NAME, index: lowerPath.length + inName });
    i++;
  }
  if (index >= 0) { for (; i < names.length; i++) best.offer(folder, i, whole); }
}

/** Offers entries whose path contains the letters in order, closest together first. */
function offerScattered(
  best: Best,
  folder: IndexedFolder,
  { wanted, skip }: { wanted: string; skip: number },
): void {
  const { lowerPath, lowerNames, starts, names } = folder;
  let inPath = 0;
  let first = -1;
  let last = skip - 1;
  for (; inPath < wanted.length; inPath++) {
    const at = lowerPath.indexOf(wanted[inPath], last + 1);
    if (at < 0) break;
    if (inPath === 0) first = at;
    last = at;
  }
  if (inPath === wanted.length) return offerAll(best, folder, { tier: (last - first) * SPREAD, index: first });
  for (let i = 0; i < names.length; i++) {
    const found = lowerNames.indexOf(wanted[inPath], starts[i]);
    if (found < 0) return;
    while (starts[i + 1] <= found) i++;
    const index = first < 0 ? lowerPath.length + found - starts[i] : first;
    const end = endOfLetters(lowerNames, wanted, { letter: inPath + 1, from: found + 1, to: starts[i + 1] - 1 });
    if (end < 0) continue;
    best.offer(folder, i, { tier: (lowerPath.length + end - starts[i] - index) * SPREAD, index });
  }
}

/** The position of the last letter, when the letters from `letter` on occur in order in a range; -1 otherwise. */
function endOfLetters(
  text: string,
  wanted: string,
  { letter, from, to }: { letter: number; from: number; to: number },
): number {
  let left = letter;
  let at = from;
  for (; at < to && left < wanted.length; at++) if (text.charCodeAt(at) === wanted.charCodeAt(left)) left++;
  return left === wanted.length ? at - 1 : -1;
}
