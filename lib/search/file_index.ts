import type { Clock } from "../model/ports.ts";
import { pause } from "../model/timer.ts";
import { BigListing, isBigFolder } from "./big_folder.ts";
import { DENO_FILES, isOutOfReach } from "./file_access.ts";
import { ignoresAbove, ignoresAmong } from "./folder_ignores.ts";
import { type FolderIgnores, IgnoreRules } from "./ignore_rules.ts";
import { type FileMatch, searchFolders } from "./file_search.ts";
import { type IndexedFolder, indexFolder, isFolderName } from "./indexed_folder.ts";

interface Folder extends IndexedFolder {
  /** Modification times of the folder and its ignore files; null when it was still changing. */
  stamp: string | null;
  rules: IgnoreRules;
  above: IgnoreRules;
  ignoreFiles: string[];
  /** The content of the ignore files, for comparison. */
  patterns: string;
}

/** Options of a file index. */
export interface FileIndexOptions {
  root: string;
  clock: Clock;
  /** The most entries that are kept. */
  maxEntries?: number;
  /** The longest pause between two checks for changes. */
  maxRestMs?: number;
}

/** The longest time without a pause for the event loop: reading a folder is faster than a trip to another thread. */
const SLICE_MS = 16;

/** A check this short needs no pause. */
const QUICK_MS = 5;

/** The first walk takes at least this many times as long as a check for changes. */
const WALK_TO_LOOK = 10;

/** A folder that changed this recently may change again within the resolution of its modification time. */
const RESTLESS_MS = 50;

/**
 * The files below a folder, read once and then updated by checking the modification times of folders. Links are not
 * followed, so nothing outside the root is listed. There is no watcher, and so no leak and no system limit.
 */
export class FileIndex {
  readonly #root: string;
  readonly #clock: Clock;
  readonly #maxEntries: number;
  readonly #maxRestMs: number;
  readonly #closed = new AbortController();
  #sliceEnd = 0;
  #folders = new Map<string, Folder>();
  #entries = 0;
  #work: Promise<void> | null = null;
  #isBuilt = false;
  #restUntil = 0;
  #lookMs = 0;

  constructor(options: FileIndexOptions) {
    this.#root = options.root;
    this.#clock = options.clock;
    this.#maxEntries = options.maxEntries ?? 500_000;
    this.#maxRestMs = options.maxRestMs ?? 2000;
  }

  /** Whether the first walk is done and the root is still there. */
  get isBuilt(): boolean {
    return this.#isBuilt && this.#folders.size > 0;
  }

  /** The estimated duration of a check for changes. */
  get lookMs(): number {
    return this.#lookMs;
  }

  /** Whether entries were left out because of the limit. */
  get isTruncated(): boolean {
    return this.#entries >= this.#maxEntries;
  }

  /** The number of known files and folders. */
  get size(): number {
    return this.#entries;
  }

  /**
   * Reads everything the first time and only changes after that. Concurrent calls share one walk. A check for changes
   * is followed by a pause of ten times its length, so that fast typing in a large tree costs little.
   */
  refresh(): Promise<void> {
    if (this.#work) return this.#work;
    const start = this.#clock.now();
    const isFirst = !this.isBuilt;
    if (!isFirst && start < this.#restUntil) return Promise.resolve();
    this.#work = (isFirst ? this.#build() : this.#update()).finally(() => {
      this.#work = null;
      const end = this.#clock.now();
      this.#lookMs = isFirst ? (end - start) / WALK_TO_LOOK : end - start;
      if (!isFirst) this.#restUntil = end + Math.min(this.#maxRestMs, 10 * Math.max(0, end - start - QUICK_MS));
    });
    return this.#work;
  }

  /**
   * Checks one folder only, so that completions in it are current even while a refresh runs. An unknown folder is
   * found through the nearest known folder above it.
   */
  async refreshFolder(path: string): Promise<void> {
    let known = path;
    while (known !== "" && !this.#folders.has(known)) {
      known = known.slice(0, known.lastIndexOf("/", known.length - 2) + 1);
    }
    const folder = this.#folders.get(known);
    if (!folder || this.#stamp(folder) === folder.stamp) return;
    // The next refresh applies changed ignore rules.
    await this.#reread([folder]);
  }

  /** The best matches, best first. */
  search(query: string, options: { limit: number; within?: string }): FileMatch[] {
    return searchFolders(this.#folders.values(), query, options);
  }

  /** Stops a running walk and waits for it to end. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#work?.catch(() => {});
  }

  /** Walks the whole tree; until then searches use the previous index. */
  async #build(): Promise<void> {
    this.#requireRoot();
    const fresh = new Map<string, Folder>();
    const above = ignoresAbove(this.#root).reduce((rules, level) => rules.within(level), IgnoreRules.none());
    await this.#walk([{ path: "", above }], fresh);
    if (this.#closed.signal.aborted) return;
    this.#folders = fresh;
    this.#entries = countEntries(fresh);
    this.#isBuilt = true;
  }

  /** Throws when the root cannot be read: an empty list would mean an empty folder. */
  #requireRoot(): void {
    try {
      // Permission to list is permission to read.
      Deno.openSync(this.#root, { read: true }).close();
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      throw new Error(`Cannot list the folder ${this.#root}: it is not there or may not be read`, { cause: error });
    }
  }

  async #update(): Promise<void> {
    const changed: Folder[] = [];
    for (const folder of [...this.#folders.values()]) {
      await this.#pauseIfDue();
      if (this.#closed.signal.aborted) return;
      if (this.#stamp(folder) !== folder.stamp) changed.push(folder);
    }
    if (await this.#reread(changed) === "other rules") await this.#build();
  }

  /** Rereads changed folders. Changed ignore rules in one of them require a new walk. */
  async #reread(changed: readonly Folder[]): Promise<"done" | "other rules"> {
    const fresh: { path: string; above: IgnoreRules }[] = [];
    for (const folder of changed) {
      await this.#pauseIfDue();
      const read = await this.#read(folder.path, folder.above, folder);
      if (!this.#folders.has(folder.path)) continue;
      if (read && read.patterns !== folder.patterns) return "other rules";
      const kept = new Set(read ? subfolders(read) : []);
      for (const sub of subfolders(folder)) if (!kept.has(sub)) this.#forget(sub);
      if (!read) {
        this.#forget(folder.path);
        continue;
      }
      this.#folders.set(read.path, read);
      for (const sub of subfolders(read)) if (!this.#folders.has(sub)) fresh.push({ path: sub, above: read.rules });
    }
    await this.#walk(fresh, this.#folders);
    this.#entries = countEntries(this.#folders);
    return "done";
  }

  async #walk(start: { path: string; above: IgnoreRules }[], into: Map<string, Folder>): Promise<void> {
    const queue = [...start];
    let entries = start.length > 0 ? countEntries(into) : 0;
    for (let task = queue.pop(); task && entries < this.#maxEntries; task = queue.pop()) {
      await this.#pauseIfDue();
      if (this.#closed.signal.aborted) return;
      const folder = await this.#read(task.path, task.above);
      if (!folder) continue;
      const kept = cutTo(folder, this.#maxEntries - entries);
      into.set(kept.path, kept);
      entries += kept.names.length;
      for (const sub of subfolders(kept)) queue.push({ path: sub, above: kept.rules });
    }
  }

  /** Lets the event loop run when it has waited for long enough. */
  async #pauseIfDue(): Promise<void> {
    if (performance.now() < this.#sliceEnd) return;
    await pause(0);
    this.#sliceEnd = performance.now() + SLICE_MS;
  }

  /** Reads one folder; null when it cannot be read. */
  async #read(path: string, above: IgnoreRules, known?: Folder): Promise<Folder | null> {
    const absolute = `${this.#root}/${path}`;
    try {
      const info = Deno.lstatSync(absolute);
      const before = info.mtime?.getTime() ?? null;
      const entries = isBigFolder(info)
        ? await BigListing.read(Deno.readDir(absolute), () => this.#closed.signal.throwIfAborted())
        : Array.from(Deno.readDirSync(absolute));
      const ignores = ignoresAmong(absolute, entries, { access: DENO_FILES, root: `${this.#root}/` });
      const patterns = patternsOf(ignores);
      const rules = known?.patterns === patterns ? known.rules : above.within(ignores);
      const names: string[] = [];
      for (const { name, isDirectory } of entries) {
        if (name === ".git" || (!rules.isEmpty && rules.ignores(absolute + name, isDirectory))) continue;
        names.push(isDirectory ? `${name}/` : name);
        if (names.length >= this.#maxEntries) break;
      }
      const ignoreFiles = Object.keys(ignores.files);
      const folder: Folder = { ...indexFolder(path, names), stamp: null, rules, above, ignoreFiles, patterns };
      if (before !== null && this.#clock.now() - before > RESTLESS_MS) folder.stamp = this.#stamp(folder, before);
      return folder;
    } catch (error) {
      if (isOutOfReach(error)) return null;
      throw error;
    }
  }

  #stamp(folder: Pick<Folder, "path" | "ignoreFiles">, known?: number): string {
    const absolute = `${this.#root}/${folder.path}`;
    let stamp = String(known ?? mtimeOf(absolute));
    for (const name of folder.ignoreFiles) stamp += ` ${mtimeOf(`${absolute}${name}`)}`;
    return stamp;
  }

  #forget(path: string): void {
    const folder = this.#folders.get(path);
    if (!folder) return;
    this.#folders.delete(path);
    for (const sub of subfolders(folder)) this.#forget(sub);
  }
}

/** The ignore files as a text for comparison; most folders have none. */
function patternsOf({ files, isRepository }: FolderIgnores): string {
  const hasRules = isRepository || Object.keys(files).length > 0;
  return hasRules ? JSON.stringify({ files, isRepository }) : "";
}

function countEntries(folders: ReadonlyMap<string, Folder>): number {
  let count = 0;
  for (const folder of folders.values()) count += folder.names.length;
  return count;
}

function cutTo(folder: Folder, room: number): Folder {
  if (folder.names.length <= room) return folder;
  return { ...folder, ...indexFolder(folder.path, folder.names.slice(0, room)) };
}

function subfolders(folder: IndexedFolder): string[] {
  return folder.names.filter(isFolderName).map((name) => folder.path + name);
}

function mtimeOf(path: string): number | null {
  try {
    return Deno.lstatSync(path).mtime?.getTime() ?? null;
  } catch (error) {
    if (isOutOfReach(error)) return null;
    throw error;
  }
}
