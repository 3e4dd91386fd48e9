import type { Clock } from "../../model/ports.ts";
import { IGNORE_FILES, IgnoreRules } from "./ignore_rules.ts";
import { type FileMatch, searchFolders } from "./file_search.ts";
import { type IndexedFolder, indexFolder, isFolderName } from "./indexed_folder.ts";

interface Folder extends IndexedFolder {
  /** State of the folder and of its ignore files when it was read; null when it was still changing. */
  stamp: string | null;
  rules: IgnoreRules;
  above: IgnoreRules;
  ignoreFiles: string[];
  /** Text of the ignore files. */
  patterns: string;
}

/** What a file index is made with. */
export interface FileIndexOptions {
  root: string;
  clock: Clock;
  /** More entries than this are not kept. */
  maxEntries?: number;
  /** The longest rest between two looks for changes. */
  maxRestMs?: number;
}

/** Folders read or looked at side by side. */
const PARALLEL = 64;

/** An ignore file larger than this is not read. */
const MAX_IGNORE_BYTES = 1024 * 1024;

/** A look this short is followed by no rest. */
const QUICK_MS = 5;

/** How much longer the first walk takes than a look for changes, at least. */
const WALK_TO_LOOK = 10;

/** A folder changed this shortly before it was read may have changed after, within the resolution of its time. */
const RESTLESS_MS = 50;

/**
 * The files below a folder, read once and then kept fresh by looking at the modification times of folders. Links are
 * not followed, so nothing outside the root is ever listed. No watcher: there is nothing to leak and no system limit.
 */
export class FileIndex {
  readonly #root: string;
  readonly #clock: Clock;
  readonly #maxEntries: number;
  readonly #maxRestMs: number;
  readonly #closed = new AbortController();
  #folders = new Map<string, Folder>();
  #entries = 0;
  #work: Promise<void> | null = null;
  #isBuilt = false;
  #restUntil = 0;
  #lookMs = 0;

  constructor(options: FileIndexOptions) {
    this.#root = options.root;
    this.#clock = options.clock;
    this.#maxEntries = options.maxEntries ?? 200_000;
    this.#maxRestMs = options.maxRestMs ?? 2000;
  }

  /** Whether the first walk is done and the root is still there. */
  get isBuilt(): boolean {
    return this.#isBuilt && this.#folders.size > 0;
  }

  /** How long a look for changes takes, as far as is known. */
  get lookMs(): number {
    return this.#lookMs;
  }

  /** Whether entries were left out because there are too many. */
  get isTruncated(): boolean {
    return this.#entries >= this.#maxEntries;
  }

  /** How many files and folders are known. */
  get size(): number {
    return this.#entries;
  }

  /**
   * Reads everything the first time, and what has changed after that. Calls at the same time share one walk, and a
   * look for changes is followed by a rest of ten times its length, so that fast typing in a large tree costs little.
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
   * Looks again at one folder only, so that what a person is typing in is right even while a refresh runs. One that is
   * not known yet is found by looking at the nearest one above it that is.
   */
  async refreshFolder(path: string): Promise<void> {
    let known = path;
    while (known !== "" && !this.#folders.has(known)) {
      known = known.slice(0, known.lastIndexOf("/", known.length - 2) + 1);
    }
    const folder = this.#folders.get(known);
    if (!folder || await this.#stamp(folder) === folder.stamp) return;
    // Other ignore rules are found again, and followed, by the next refresh.
    await this.#reread([folder]);
  }

  /** The entries that match best, best first. */
  search(query: string, options: { limit: number; within?: string }): FileMatch[] {
    return searchFolders(this.#folders.values(), query, options);
  }

  /** Stops a running walk and waits for its end. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#work?.catch(() => {});
  }

  /** Walks the whole tree; until that is done, answers come from what was known before. */
  async #build(): Promise<void> {
    await this.#requireRoot();
    const fresh = new Map<string, Folder>();
    await this.#walk([{ path: "", above: IgnoreRules.none }], fresh);
    if (this.#closed.signal.aborted) return;
    this.#folders = fresh;
    this.#entries = countEntries(fresh);
    this.#isBuilt = true;
  }

  /** Throws where there is nothing to walk: an empty list would say that the folder is empty. */
  async #requireRoot(): Promise<void> {
    try {
      for await (const _ of Deno.readDir(this.#root)) break;
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      throw new Error(`Cannot list the folder ${this.#root}: it is not there or may not be read`, { cause: error });
    }
  }

  async #update(): Promise<void> {
    const changed: Folder[] = [];
    await inParallel([...this.#folders.values()], async (folder) => {
      if (!this.#closed.signal.aborted && await this.#stamp(folder) !== folder.stamp) changed.push(folder);
    });
    if (await this.#reread(changed) === "other rules") await this.#build();
  }

  /** Reads changed folders again. Other ignore rules in one of them ask for a new walk. */
  async #reread(changed: readonly Folder[]): Promise<"done" | "other rules"> {
    const fresh: { path: string; above: IgnoreRules }[] = [];
    for (const folder of changed) {
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
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let running = 0;
    const next = (): void => {
      while (running < PARALLEL && !this.#closed.signal.aborted && entries < this.#maxEntries) {
        const task = queue.pop();
        if (!task) break;
        running++;
        this.#read(task.path, task.above).then((folder) => {
          running--;
          if (folder) {
            const kept = cutTo(folder, this.#maxEntries - entries);
            into.set(kept.path, kept);
            entries += kept.names.length;
            for (const sub of subfolders(kept)) queue.push({ path: sub, above: kept.rules });
          }
          next();
        }).catch(reject);
      }
      if (running === 0) resolve();
    };
    next();
    await promise;
  }

  /** Reads one folder; null when it cannot be read, which is no reason to give up the others. */
  async #read(path: string, above: IgnoreRules, known?: Folder): Promise<Folder | null> {
    const absolute = `${this.#root}/${path}`;
    try {
      const before = await mtimeOf(absolute);
      const entries: Deno.DirEntry[] = [];
      for await (const entry of Deno.readDir(absolute)) {
        entries.push(entry);
        if (entries.length > this.#maxEntries) break;
      }
      const ignoreFiles = IGNORE_FILES.filter((name) => entries.some((entry) => entry.isFile && entry.name === name));
      const patterns = await this.#patterns(path, ignoreFiles);
      const isKnown = known?.patterns === patterns;
      const rules = isKnown ? known.rules : patterns === "" ? above : await above.with(patterns, path);
      const names: string[] = [];
      for (const { name, isDirectory } of entries) {
        const entry = isDirectory ? `${name}/` : name;
        if (!rules.ignores(path + entry, name)) names.push(entry);
        if (names.length >= this.#maxEntries) break;
      }
      const folder: Folder = { ...indexFolder(path, names), stamp: null, rules, above, ignoreFiles, patterns };
      if (before !== null && this.#clock.now() - before > RESTLESS_MS) folder.stamp = await this.#stamp(folder, before);
      return folder;
    } catch (error) {
      if (isOutOfReach(error)) return null;
      throw error;
    }
  }

  async #patterns(path: string, names: readonly string[]): Promise<string> {
    const texts = names.map(async (name) => {
      const file = `${this.#root}/${path}${name}`;
      return (await Deno.lstat(file)).size > MAX_IGNORE_BYTES ? "" : await Deno.readTextFile(file);
    });
    return (await Promise.all(texts)).join("\n");
  }

  async #stamp(folder: Pick<Folder, "path" | "ignoreFiles">, known?: number): Promise<string> {
    const absolute = `${this.#root}/${folder.path}`;
    let stamp = String(known ?? await mtimeOf(absolute));
    for (const name of folder.ignoreFiles) stamp += ` ${await mtimeOf(`${absolute}${name}`)}`;
    return stamp;
  }

  #forget(path: string): void {
    const folder = this.#folders.get(path);
    if (!folder) return;
    this.#folders.delete(path);
    for (const sub of subfolders(folder)) this.#forget(sub);
  }
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

async function mtimeOf(path: string): Promise<number | null> {
  try {
    return (await Deno.lstat(path)).mtime?.getTime() ?? null;
  } catch (error) {
    if (isOutOfReach(error)) return null;
    throw error;
  }
}

function isOutOfReach(error: unknown): boolean {
  const { NotFound, NotADirectory, PermissionDenied, NotCapable } = Deno.errors;
  return [NotFound, NotADirectory, PermissionDenied, NotCapable].some((kind) => error instanceof kind);
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let index = 0;
  const worker = async (): Promise<void> => {
    while (index < items.length) await work(items[index++]);
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, items.length) }, worker));
}
