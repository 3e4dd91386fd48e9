import { dirname, isAbsolute, isInside, join, resolve, searchFolders } from "../../../path/mod.ts";
import { SessionTemporary } from "../../files/session_temporary.ts";
import { lstatOrNull, statOrNull } from "../../files/paths/stat_or_null.ts";
import { type GuardedPath, guardedPaths } from "../../policy/config_paths.ts";
import { repositoryGuards } from "../../policy/git_guards.ts";
import {
  isReplaced,
  isSystem,
  readOnlyArgs,
  type ReadOnlyProfile,
  workspaceArgs,
  type WorkspaceProfile,
} from "./bubblewrap.ts";
import type { ConfinementOptions } from "../confinement_options.ts";
import { hostSockets } from "./host_sockets.ts";
import { realPathNow } from "../../files/paths/real_path.ts";

/** How long the list of existing secrets is reused. */
const REBUILD_MS = 30_000;

/** What commands of a sandbox see of the file system, as arguments of bubblewrap. */
export class SandboxMounts {
  readonly #options: ConfinementOptions;
  /** The private folder of the sandbox. */
  readonly #place: () => string;
  readonly #built = new Map<"read-only" | "workspace", { args: string[]; at: number }>();
  #roots: string[];
  #covered: { paths: readonly string[]; at: number } | null = null;
  #sockets: readonly string[] | null = null;

  constructor(options: ConfinementOptions, place: () => string) {
    this.#options = options;
    this.#place = place;
    this.#roots = options.roots.map(realPathNow);
  }

  /** The real folders of the workspace. */
  get roots(): readonly string[] {
    return this.#roots;
  }

  /** Replaces the folders of the workspace. */
  set roots(roots: readonly string[]) {
    this.#roots = [...new Set(roots)];
    this.#built.clear();
    this.#covered = this.#sockets = null;
  }

  /** The real folders that commands can write. */
  get writable(): string[] {
    const { allow } = this.#options.fences.write;
    return [...new Set([...this.#roots, ...(allow === "all" ? [] : allow)].map(realPathNow))];
  }

  /** The mounts of commands that only read. */
  get readOnly(): readonly string[] {
    return this.#cached("read-only", () => readOnlyArgs(this.readOnlyProfile()));
  }

  /** The mounts of all other commands, without guards. */
  get workspace(): readonly string[] {
    return this.#cached("workspace", () => workspaceArgs(this.workspaceProfile()));
  }

  /** The mounts of all commands, to be compared. */
  get all(): string {
    return [...this.readOnly, ...this.workspace].join("\0");
  }

  /** The sockets of other programs that commands could otherwise reach, as of the last look. */
  get sockets(): readonly string[] {
    return this.#sockets ??= this.#findSockets({});
  }

  /** Looks for the sockets of other programs again; by default, a list that is a second old will do. */
  lookForSockets(options: { isFresh?: boolean } = {}): void {
    this.#sockets = this.#findSockets(options);
  }

  /** Looks at everything again: something that was to be mounted has changed meanwhile. */
  forget(): void {
    this.#built.clear();
    this.#covered = null;
    this.lookForSockets({ isFresh: true });
  }

  /** What commands cannot write because it decides what is run later. */
  get guarded(): GuardedPath[] {
    const { allow } = this.#options.fences.write;
    const opened = allow === "all" ? [] : allow.map(realPathNow);
    // Hidden paths need no guard, and binding them again would show them.
    const hidden = this.#hidden();
    const home = realPathNow(this.#options.home);
    const guards = this.#roots.flatMap((root) => [
      ...guardedPaths(root, { home }),
      ...linkedRepositories(root).flatMap(repositoryGuards),
    ]);
    return guards.filter(({ path }) => !opened.includes(path) && !hidden.some((folder) => isInside(path, folder)));
  }

  /** Where a path that a command names is on this machine, given the folder that commands see as /tmp. */
  hostPath(path: string, folder: string): string {
    const shown = [...this.writable, ...this.#options.roots, ...named(this.#options.fences.read.allow)];
    return new SessionTemporary({ folder, shown }).toHost(path);
  }

  #findSockets(options: { isFresh?: boolean }): readonly string[] {
    const isInRoot = (path: string): boolean => this.writable.some((root) => isInside(path, root));
    // In a hidden folder there is nothing left to hide, and nothing to mount over.
    const isHidden = (path: string): boolean => this.#hidden().some((folder) => isInside(path, folder));
    return hostSockets(this.#options.home, options)
      .filter((path) => (!isReplaced(path) || isInRoot(path)) && !isHidden(path));
  }

  #cached(profile: "read-only" | "workspace", build: () => string[]): string[] {
    const now = performance.now();
    const built = this.#built.get(profile);
    if (built && now - built.at <= REBUILD_MS) return built.args;
    const args = build();
    this.#built.set(profile, { args, at: now });
    return args;
  }

  /** What commands of the workspace profile can see and do. */
  workspaceProfile(): WorkspaceProfile {
    const { fences } = this.#options;
    const folder = this.#place();
    const outside = `${folder}/outside`;
    return {
      // Commits of a linked worktree are made in its repository.
      writable: [...this.writable, ...this.#roots.flatMap(linkedRepositories)],
      visible: real(named(fences.read.allow)),
      hidden: isReplaced(folder) ? this.#hidden() : [...this.#hidden(), outside],
      readOnly: fences.write.deny === "all" ? this.#roots : real(named(fences.write.deny)),
      network: fences.net.allow === "all",
      temporary: `${folder}/tmp`,
      lasting: `${folder}/lasting`,
      empty: `${folder}/empty`,
    };
  }

  /** What commands that only read can see. */
  readOnlyProfile(): ReadOnlyProfile {
    const { fences, roots, env, home } = this.#options;
    const folder = this.#place();
    const realHome = realPathNow(home);
    const programs = searchFolders(env.PATH ?? "").filter(isAbsolute)
      .flatMap((path) => [path, realPathNow(path)])
      .filter((path) => path !== "/" && ![home, realHome, ...this.writable].some((inner) => isInside(inner, path)));
    const allowed = fences.read.allow === "all" ? ["/"] : fences.read.allow;
    const workspace = [...this.writable, ...roots, ...this.#roots.flatMap(linkedRepositories)];
    const visible = [...new Set([...programs, ...allowed, ...real(allowed), ...workspace])];
    const outside = `${folder}/outside`;
    return {
      visible,
      hidden: [...this.#hidden(), outside].filter((path) =>
        isSystem(path) || visible.some((shown) => isInside(path, shown))
      ),
      temporary: `${folder}/tmp`,
      empty: `${folder}/empty`,
    };
  }

  /** The existing paths with secrets; looking at all of them for every command would take too long. */
  #hidden(): readonly string[] {
    const now = performance.now();
    if (this.#covered && now - this.#covered.at < REBUILD_MS) return this.#covered.paths;
    const { fences, secrets, sockets = [] } = this.#options;
    const listening = sockets.filter((path) => !isReplaced(path));
    const hidden = [...(fences.read.allow === "all" ? [] : secrets), ...listening, ...named(fences.read.deny)];
    const paths = real(hidden).filter((path) =>
      statOrNull(path) !== null && !this.#roots.some((root) => isInside(root, path))
    );
    this.#covered = { paths, at: now };
    return paths;
  }
}

function real(paths: readonly string[]): string[] {
  return [...new Set(paths.map(realPathNow))];
}

function named(grant: readonly string[] | "all"): readonly string[] {
  return grant === "all" ? [] : grant;
}

const MAX_LINK_BYTES = 4_096;

/**
 * The repository of a linked worktree, which lies outside of it; none for any other folder. The repository must name
 * the worktree in turn: a file in a folder from a stranger must not open any other folder.
 */
function linkedRepositories(root: string): string[] {
  const file = join(root, ".git");
  const folder = /^gitdir: ([^\n]+)\n?$/.exec(shortText(file))?.[1];
  if (folder === undefined) return [];
  const own = realPathNow(resolve(root, folder));
  const back = shortText(join(own, "gitdir")).trimEnd();
  const shared = shortText(join(own, "commondir")).trimEnd();
  if (back === "" || shared === "" || realPathNow(resolve(own, back)) !== realPathNow(file)) return [];
  const common = realPathNow(resolve(own, shared));
  return dirname(dirname(own)) === common ? [common] : [];
}

function shortText(path: string): string {
  const info = lstatOrNull(path);
  if (!info?.isFile || info.size > MAX_LINK_BYTES) return "";
  try {
    return Deno.readTextFileSync(path);
  } catch {
    // It was removed meanwhile, or it is not readable.
    return "";
  }
}
