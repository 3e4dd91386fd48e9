import type { EntryQuery, FileSearch, FoundEntry, LineQuery, SearchEnd, SearchRequest } from "../../../model/ports.ts";
import type { MatchedFile, SearchOptions } from "../../../model/ports.ts";
import { groundOf, type HeldMatch, type SearchTask } from "./confined_search.ts";
import { cancelledBy, isAdmitted, plain } from "./direct_search.ts";
import { openedPaths } from "../paths/opened_path.ts";
import type { WorkspaceFiles } from "../workspace_files.ts";

/** What a search needs of the worker's owner. */
export interface SearchHost {
  /** The same checks in this thread, which can see where open files are. */
  direct: WorkspaceFiles;
  forbids(path: string): boolean;
  /** Runs a search in the worker; resolves to null where there is none. */
  run(task: SearchTask, onFound: (found: HeldMatch[]) => Promise<void>): Promise<unknown>;
  /** Throws in the worker unless a held file is still at its path. */
  confirm(found: HeldMatch): Promise<unknown>;
}

/** Searches in the file worker. Files with matches stay open there until this thread has verified where they are. */
export class WorkerSearch implements FileSearch {
  readonly #host: SearchHost;

  constructor(host: SearchHost) {
    this.#host = host;
  }

  async lines(
    request: SearchRequest,
    query: LineQuery,
    options: SearchOptions & { onFiles(files: readonly MatchedFile[]): void },
  ): Promise<SearchEnd> {
    const { direct } = this.#host;
    const { signal } = options;
    const onFiles = (found: readonly MatchedFile[]): void => {
      const allowed = found.map((file) => plain(file, direct)).filter(({ path }) => !this.#host.forbids(path));
      if (allowed.length > 0 && !signal.aborted) options.onFiles(allowed);
    };
    using cancelling = cancelledBy(signal);
    const { cancel } = cancelling;
    const task: SearchTask = { op: "lines", request, query, ground: groundOf(request.path, direct), cancel };
    const running = this.#host.run(task, async (found) => onFiles(await this.#admitted(found)));
    const end = await untilAborted(running, signal) as SearchEnd | null;
    return end ?? await direct.search.lines(request, query, { signal, onFiles });
  }

  async entries(
    request: SearchRequest,
    query: EntryQuery,
    options: SearchOptions,
  ): Promise<SearchEnd & { entries: FoundEntry[] }> {
    const { direct, forbids, run } = this.#host;
    const { signal } = options;
    using cancelling = cancelledBy(signal);
    const { cancel } = cancelling;
    const task: SearchTask = { op: "entries", request, query, ground: groundOf(request.path, direct), cancel };
    const running = run(task, () => Promise.resolve());
    const found = await untilAborted(running, signal) as SearchEnd & { entries: FoundEntry[] } | null;
    const end = found ?? await direct.search.entries(request, query, options);
    const entries = end.entries.map((entry) => ({ ...entry, path: direct.seen(entry.path) }));
    return { ...end, entries: entries.filter(({ path }) => !forbids(path)) };
  }

  async #admitted(found: readonly HeldMatch[]): Promise<HeldMatch[]> {
    const { direct } = this.#host;
    const opened = openedPaths(found);
    if (opened) return found.filter((file) => isAdmitted(file, { files: direct, opened }));
    const confirmed = await Promise.all(
      found.map((file) => this.#host.confirm(file).then(() => [file], () => [])),
    );
    return confirmed.flat();
  }
}

/** The result, or a rejection as soon as a signal is aborted; the worker then ends by its flag. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  return promise;
}
