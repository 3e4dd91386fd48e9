import type { LeftOut, SearchRequest } from "../model/ports/file_search.ts";
import { BigListing, isBigFolder } from "./big_folder.ts";
import { type FileAccess, isOutOfReach } from "./file_access.ts";
import { Glob } from "./glob.ts";
import { type IgnorePlace, ignoresAmong, ignoresOf } from "./folder_ignores.ts";
import { type FolderIgnores, IgnoreRules } from "./ignore_rules.ts";

/** A file or folder that a walk found. */
export interface WalkEntry {
  path: string;
  isDirectory: boolean;
}

/** What the caller of a walk has to await before it asks for the next entry: a big folder is being read. */
export type Reading = Promise<void>;

/** A request with the workspace around it. All paths are real. */
export interface SearchScope extends SearchRequest {
  /** The workspace root that contains the path; its ignore files and those below apply. */
  root: string;
  /** Ignore files of the folders above the root, the outermost first. */
  above: readonly FolderIgnores[];
}

/** What a walk needs besides its scope. */
export interface WalkOptions {
  access: FileAccess;
  /** Whether a file or folder may not be read; the names of such files are listed. */
  isDenied?: (path: string) => boolean;
  /** Called for every folder and now and then within one; may throw to end the walk. */
  check?: () => void;
}

/** How many entries are looked at between two calls of `check`. */
const CHECK_EVERY = 2_000;
const REPLACEMENT = "\uFFFD";

/**
 * Walks a scope in the order of paths. Links are not followed, ignored entries are left out, and so are folders named
 * `.git`. The one walker of all tools, hints and references.
 */
export class Walk {
  /** Whether ignore rules left something out. */
  ignored = false;
  readonly leftOut: LeftOut = {};
  readonly #scope: SearchScope;
  readonly #access: FileAccess;
  readonly #isDenied: (path: string) => boolean;
  readonly #check: () => void;
  readonly #globs: readonly Glob[];
  readonly #place: IgnorePlace;

  constructor(scope: SearchScope, options: WalkOptions) {
    this.#scope = scope;
    this.#access = options.access;
    this.#place = { access: options.access, root: withSlash(scope.root) };
    this.#isDenied = options.isDenied ?? (() => false);
    this.#check = options.check ?? (() => {});
    this.#globs = scope.globs.map((pattern) => new Glob(pattern.includes("/") ? pattern : `**/${pattern}`));
  }

  /**
   * Every folder and every file that matches a glob of the scope, and what is to be awaited in between. Throws when the
   * start itself cannot be read.
   */
  *entries(): Generator<WalkEntry | Reading, void> {
    const start = withSlash(this.#scope.path);
    yield* this.#folder(start, { rules: this.#rulesAbove(start), start });
  }

  /** Counts a file or folder that could not be searched. */
  leaveOut(reason: keyof LeftOut): void {
    this.leftOut[reason] = (this.leftOut[reason] ?? 0) + 1;
  }

  *#folder(folder: string, at: { rules: IgnoreRules; start: string }): Generator<WalkEntry | Reading, void> {
    this.#check();
    const found = yield* this.#list(folder, at.start);
    if (!found) return;
    const rules = at.rules.within(ignoresAmong(folder, found, this.#place));
    let count = 0;
    for (const { name, isDirectory, isFile } of found) {
      if (++count % CHECK_EVERY === 0) this.#check();
      if (name === ".git" || (!isDirectory && !isFile)) continue;
      const path = folder + name;
      if (rules.ignores(path, isDirectory)) {
        this.ignored = true;
        continue;
      }
      if (isDirectory) {
        if (this.#isDenied(path)) {
          this.leaveOut("folder");
          continue;
        }
        yield { path, isDirectory };
        if (this.#scope.isShallow) continue;
        yield* this.#folder(`${path}/`, { rules, start: at.start });
      } else if (this.#isWanted(path.slice(at.start.length))) {
        // Deno cannot open a name that is not UTF-8.
        if (name.includes(REPLACEMENT) && !this.#exists(path)) this.leaveOut("name");
        else yield { path, isDirectory };
      }
    }
  }

  #isWanted(path: string): boolean {
    return this.#globs.length === 0 || this.#globs.some((glob) => glob.matches(path));
  }

  *#list(folder: string, start: string): Generator<Reading, Iterable<Deno.DirEntry> | null> {
    try {
      const isBig = isBigFolder(this.#access.lstatSync(folder));
      if (isBig) return yield* this.#listBig(folder);
      const found = Array.from(this.#access.readDirSync(folder));
      return found.sort((a, b) => a.name < b.name ? -1 : 1);
    } catch (error) {
      if (!isOutOfReach(error) || folder === start) throw error;
      this.leaveOut("folder");
      return null;
    }
  }

  *#listBig(folder: string): Generator<Reading, BigListing> {
    let listing: BigListing | undefined;
    let failure: { error: unknown } | undefined;
    yield BigListing.read(this.#access.readDir(folder), this.#check).then(
      (read) => void (listing = read),
      (error) => void (failure = { error }),
    );
    if (listing) return listing;
    throw failure?.error ?? new Error(`The folder ${folder} was not awaited`);
  }

  #exists(path: string): boolean {
    try {
      return this.#access.lstatSync(path).isFile;
    } catch (error) {
      if (isOutOfReach(error)) return false;
      throw error;
    }
  }

  /** The rules of the folders from the outermost to the one that contains the start. */
  #rulesAbove(start: string): IgnoreRules {
    const { root, above, ignores } = this.#scope;
    let rules = above.reduce((outer, level) => outer.within(level), IgnoreRules.none(ignores));
    const base = withSlash(root);
    if (!start.startsWith(base)) return rules;
    for (let folder = base; folder !== start;) {
      rules = rules.within(ignoresOf(folder, this.#place));
      folder = start.slice(0, start.indexOf("/", folder.length) + 1);
    }
    return rules;
  }
}

function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}
