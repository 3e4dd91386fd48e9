import type { EntryQuery, FoundEntry, LineQuery, MatchedFile, SearchEnd, SearchRequest } from "../../../model/ports.ts";
import type { FileAccess } from "../../../search/file_access.ts";
import { ignoresAbove } from "../../../search/folder_ignores.ts";
import type { FolderIgnores } from "../../../search/ignore_rules.ts";
import { type OpenMatch, searchEntries, searchLines } from "../../../search/run_search.ts";
import type { SearchScope, WalkOptions } from "../../../search/walk.ts";
import { seeAgain, systemFailure } from "../paths/path_checks.ts";
import { isInside } from "../../../path/mod.ts";
import { realPathNow } from "../paths/real_path.ts";
import type { WorkspaceFiles } from "../workspace_files.ts";
import type { Held } from "../workspace_options.ts";

/** The surroundings of a search, which only a thread with all permissions can see. */
export interface SearchGround {
  root: string;
  above: readonly FolderIgnores[];
}

/** A search for the worker. A value other than 0 in `cancel` ends it. */
export type SearchTask =
  & { request: SearchRequest; ground: SearchGround; cancel: Int32Array }
  & ({ op: "lines"; query: LineQuery } | { op: "entries"; query: EntryQuery });

/** A file with matches, held open until its place is verified. */
export type HeldMatch = MatchedFile & Held;

/** How often the place of a found entry is checked. */
const SIGHTINGS = 4;

/** Finds the surroundings of a path. */
export function groundOf(
  path: string,
  files: Pick<WorkspaceFiles, "roots" | "readRoots" | "host">,
): SearchGround {
  const real = realPathNow(files.host(path));
  const root = [...files.roots, ...files.readRoots].map(realPathNow).find((root) => isInside(real, root)) ?? real;
  return { root, above: ignoresAbove(root) };
}

/** Runs searches below the paths that `files` allows. `deliver` gets files that are open until they are released. */
export class ConfinedSearch {
  readonly #files: WorkspaceFiles;
  readonly #access: FileAccess;

  constructor(files: WorkspaceFiles, access: FileAccess) {
    this.#files = files;
    this.#access = access;
  }

  /** Searches lines; an empty delivery is a pause. */
  async lines(
    task: SearchTask & { op: "lines" },
    deliver: (found: HeldMatch[]) => Promise<void>,
  ): Promise<SearchEnd> {
    const { scope, options } = this.#prepare(task);
    const run = searchLines(scope, task.query, options);
    try {
      for (let step = run.next();; step = run.next()) {
        if (step.done) return step.value;
        if (step.value instanceof Promise) await step.value;
        else await deliver(step.value.map((found) => this.#held(found)));
      }
    } catch (error) {
      throw systemFailure(scope.path, error);
    } finally {
      run.return({ files: 0, ignored: false, leftOut: {} });
    }
  }

  /** Finds files and folders; `pause` is awaited now and then. */
  async entries(
    task: SearchTask & { op: "entries" },
    pause: () => Promise<void>,
  ): Promise<SearchEnd & { entries: FoundEntry[] }> {
    const { scope, options } = this.#prepare(task);
    try {
      const run = searchEntries(scope, task.query, options);
      for (let step = run.next();; step = run.next()) {
        if (step.done) {
          return {
            ...step.value,
            entries: step.value.entries.filter(({ path }) => this.#isInPlace(path)),
          };
        }
        if (step.value) await step.value;
        else await pause();
      }
    } catch (error) {
      throw systemFailure(scope.path, error);
    }
  }

  #prepare({ request, ground, cancel }: SearchTask): { scope: SearchScope; options: WalkOptions } {
    const path = this.#files.located(request.path);
    const check = (): void => {
      if (Atomics.load(cancel, 0) !== 0) throw new DOMException("The search was cancelled", "AbortError");
    };
    const scope = { ...request, path, root: ground.root, above: ground.above };
    return { scope, options: { access: this.#access, isDenied: this.#files.deniedBelow(path), check } };
  }

  #held({ file, ...found }: OpenMatch): HeldMatch {
    return { ...found, ...this.#files.keep(found.path, file) };
  }

  /** Whether an entry is still where the walk found it, and not behind a link that took the place of a folder. */
  #isInPlace(path: string): boolean {
    try {
      seeAgain(path, path, { seen: this.#access.lstatSync(path), sightings: SIGHTINGS });
      return true;
    } catch {
      // Gone, or replaced: there is nothing to report.
      return false;
    }
  }
}
