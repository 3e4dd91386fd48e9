import type { EntryQuery, FoundEntry, LineQuery, MatchedFile, SearchEnd } from "../model/ports/file_search.ts";
import { type FileAccess, isOutOfReach } from "./file_access.ts";
import { comparePaths, FairSelection } from "./fair_selection.ts";
import { LineScanner } from "./line_scanner.ts";
import { type Reading, type SearchScope, Walk, type WalkEntry, type WalkOptions } from "./walk.ts";

/** A file with matches that is still open, so that its place can be verified. The receiver closes it. */
export interface OpenMatch extends MatchedFile {
  file: Deno.FsFile;
}

/** The most files that wait for verification, which is also the most files open at once. */
const BATCH_FILES = 64;
/** The longest time without a pause in which the event loop can run. */
const SLICE_MS = 40;

/**
 * Searches lines in the files of a scope, in the order of paths. Yields files with matches in batches, an empty batch
 * as a pause, and what has to be awaited. Throws PatternError for a pattern that cannot be used.
 */
export function* searchLines(
  scope: SearchScope,
  query: LineQuery,
  options: WalkOptions,
): Generator<OpenMatch[] | Reading, SearchEnd> {
  const { access, check = () => {} } = options;
  const scanner = new LineScanner(query, check);
  const walk = new Walk(scope, options);
  const selection = new FairSelection<null>(query.limit);
  const slice = new Slice();
  let batch: OpenMatch[] = [];
  let files = 0;
  try {
    for (const entry of entriesOf(scope, walk, access)) {
      if (entry instanceof Promise) {
        yield entry;
        slice.restart();
        continue;
      }
      const { path, isDirectory } = entry;
      if (slice.isOver || batch.length >= BATCH_FILES) {
        const full = batch;
        batch = [];
        yield full;
        slice.restart();
      }
      if (isDirectory) continue;
      if (options.isDenied?.(path)) {
        walk.leaveOut("unreadable");
        continue;
      }
      files++;
      check();
      const found = scanFile(path, { scanner, selection, walk, access, isNamed: path === scope.path });
      if (found) batch.push(found);
    }
    const rest = batch;
    batch = [];
    if (rest.length > 0) yield rest;
  } finally {
    for (const { file } of batch) file.close();
  }
  return { files, ignored: walk.ignored, leftOut: walk.leftOut };
}

function scanFile(
  path: string,
  at: { scanner: LineScanner; selection: FairSelection<null>; walk: Walk; access: FileAccess; isNamed: boolean },
): OpenMatch | null {
  let file: Deno.FsFile | null = null;
  try {
    file = at.access.openSync(path);
    const scanned = at.scanner.scan(file, (round) => at.selection.offer({ path, round }, () => null));
    if (scanned === "too large") at.walk.leaveOut("size");
    if (scanned === null || typeof scanned === "string") return null;
    const found = { path, ...scanned, file };
    file = null;
    return found;
  } catch (error) {
    if (!isOutOfReach(error) || at.isNamed) throw error;
    at.walk.leaveOut("unreadable");
    return null;
  } finally {
    file?.close();
  }
}

/**
 * Finds the files and folders of a scope. Yields pauses and what has to be awaited; returns the wanted entries and the
 * number of all. The newest entries are chosen without keeping all of them.
 */
export function* searchEntries(
  scope: SearchScope,
  query: EntryQuery,
  options: WalkOptions,
): Generator<void | Reading, SearchEnd & { entries: FoundEntry[] }> {
  const { access } = options;
  const walk = new Walk(scope, options);
  const slice = new Slice();
  let entries: FoundEntry[] = [];
  let files = 0;
  for (const entry of entriesOf(scope, walk, access)) {
    if (entry instanceof Promise) {
      yield entry;
      slice.restart();
      continue;
    }
    const { path, isDirectory } = entry;
    if (slice.isOver) {
      yield;
      slice.restart();
    }
    if (isDirectory && !query.folders) continue;
    files++;
    if (query.order === "path") {
      if (entries.length < query.limit) entries.push({ path, isDirectory, mtimeMs: 0 });
      continue;
    }
    entries.push({ path, isDirectory, mtimeMs: mtimeOf(path, access) });
    if (entries.length >= 2 * query.limit + 1_000) entries = newest(entries, query.limit);
  }
  if (query.order === "newest") entries = newest(entries, query.limit);
  return { entries, files, ignored: walk.ignored, leftOut: walk.leftOut };
}

function* entriesOf(scope: SearchScope, walk: Walk, access: FileAccess): Generator<WalkEntry | Reading> {
  const info = access.lstatSync(scope.path);
  if (info.isFile) yield { path: scope.path, isDirectory: false };
  else if (info.isDirectory) yield* walk.entries();
}

function newest(entries: readonly FoundEntry[], limit: number): FoundEntry[] {
  return entries.toSorted((a, b) => b.mtimeMs - a.mtimeMs || comparePaths(a.path, b.path)).slice(0, limit);
}

function mtimeOf(path: string, access: FileAccess): number {
  try {
    return access.lstatSync(path).mtime?.getTime() ?? 0;
  } catch (error) {
    if (isOutOfReach(error)) return 0;
    throw error;
  }
}

/** Measures the time since the last pause. */
class Slice {
  #end = performance.now() + SLICE_MS;

  get isOver(): boolean {
    return performance.now() > this.#end;
  }

  restart(): void {
    this.#end = performance.now() + SLICE_MS;
  }
}
