import type { EntryQuery, FileSearch, FoundEntry, LineQuery, SearchEnd, SearchRequest } from "../../../model/ports.ts";
import type { MatchedFile, SearchOptions } from "../../../model/ports.ts";
import { pause } from "../../../model/timer.ts";
import { DENO_FILES } from "../../../search/file_access.ts";
import { ConfinedSearch, groundOf, type HeldMatch } from "./confined_search.ts";
import { identityKey, openedPaths } from "../paths/opened_path.ts";
import type { WorkspaceFiles } from "../workspace_files.ts";

/** Searches in the thread of the caller. */
export class DirectSearch implements FileSearch {
  readonly #files: WorkspaceFiles;

  constructor(files: WorkspaceFiles) {
    this.#files = files;
  }

  async lines(
    request: SearchRequest,
    query: LineQuery,
    { signal, onFiles }: SearchOptions & { onFiles(files: readonly MatchedFile[]): void },
  ): Promise<SearchEnd> {
    using cancelling = cancelledBy(signal);
    const task = { op: "lines" as const, request, query, ground: groundOf(request.path, this.#files), ...cancelling };
    return await new ConfinedSearch(this.#files, DENO_FILES).lines(task, async (found) => {
      try {
        onFiles(
          found.filter((file) => isAdmitted(file, { files: this.#files, opened: openedPaths(found) }))
            .map((file) => plain(file, this.#files)),
        );
      } finally {
        for (const { handle } of found) this.#files.release(handle);
      }
      await pause(0);
      signal.throwIfAborted();
    });
  }

  async entries(
    request: SearchRequest,
    query: EntryQuery,
    { signal }: SearchOptions,
  ): Promise<SearchEnd & { entries: FoundEntry[] }> {
    using cancelling = cancelledBy(signal);
    const task = { op: "entries" as const, request, query, ground: groundOf(request.path, this.#files), ...cancelling };
    const { entries, ...end } = await new ConfinedSearch(this.#files, DENO_FILES).entries(task, async () => {
      await pause(0);
      signal.throwIfAborted();
    });
    return { ...end, entries: entries.map((entry) => ({ ...entry, path: this.#files.seen(entry.path) })) };
  }
}

/** A flag that another thread can read, set when a signal is aborted. */
export function cancelledBy(signal: AbortSignal): Disposable & { cancel: Int32Array<SharedArrayBuffer> } {
  signal.throwIfAborted();
  const cancel = new Int32Array(new SharedArrayBuffer(4));
  const stop = (): void => void Atomics.store(cancel, 0, 1);
  signal.addEventListener("abort", stop);
  return { cancel, [Symbol.dispose]: () => signal.removeEventListener("abort", stop) };
}

/** Whether an open file is where it may be read. */
export function isAdmitted(
  found: HeldMatch,
  { files, opened }: { files: WorkspaceFiles; opened: ReadonlyMap<string, string> | null },
): boolean {
  try {
    if (!opened) files.confirm(found.path, found.handle);
    else {
      const real = opened.get(identityKey(found));
      if (real === undefined) return false;
      files.admit(found.path, { real, descriptor: "" });
    }
    return true;
  } catch {
    // Its place changed while it was searched, so its content is not passed on.
    return false;
  }
}

/** The part of a match that leaves this folder, with the path that tools know. */
export function plain({ path, count, matches }: MatchedFile, files: Pick<WorkspaceFiles, "seen">): MatchedFile {
  return { path: files.seen(path), count, matches };
}
