import { basename, dirname, join } from "../../../path/mod.ts";
import { lstatOrNull } from "../../files/stat_or_null.ts";
import { isPlainRepository } from "../../shell/git_config.ts";
import type { GuardScan } from "./guard_scan.ts";

/** A file that was renamed because an unasked command created it under a guarded name. */
export interface SetAside {
  path: string;
  aside: string;
}

/** What a watch is made from. */
export interface GuardWatchOptions {
  scan: Pick<GuardScan, "find">;
  roots: () => readonly string[];
  /** Paths that have a mount or a placeholder while commands run. */
  closed: () => ReadonlySet<string>;
}

/**
 * Takes back what unasked commands create under guarded names. The sandbox makes existing guarded files read-only, but
 * nothing can be mounted over a name that is absent. So after each command, new files with such names are renamed.
 * While processes of unasked commands live on, only files that a tool wrote count as known.
 */
export class GuardWatch {
  readonly #options: GuardWatchOptions;
  /** Guarded files that existed before, with the targets of links. */
  #known = new Map<string, string | null>();
  #running = 0;
  /** Whether something that an unasked command started may live on. */
  #isLingering = false;

  constructor(options: GuardWatchOptions) {
    this.#options = options;
  }

  /** Called before an unasked command starts. */
  begin(): void {
    this.adopt();
    this.#running++;
  }

  /** Takes everything that exists for known, unless an unasked command may have made it. */
  adopt(): void {
    if (this.#running === 0 && !this.#isLingering) this.#known = this.#found();
  }

  /** A tool has written a file that its call was allowed to write. */
  approve(path: string): void {
    this.#known.set(path, linkAt(path));
  }

  /** Called when an unasked command has ended. Returns what it made, which was renamed. */
  end({ isLingering }: { isLingering: boolean }): SetAside[] {
    this.#running--;
    this.#isLingering = isLingering;
    return this.#setAside();
  }

  /** Called when no process is left. Returns what was made since the last command. */
  close(): SetAside[] {
    const isDue = this.#running > 0 || this.#isLingering;
    this.#running = 0;
    this.#isLingering = false;
    return isDue ? this.#setAside() : [];
  }

  #setAside(): SetAside[] {
    const moved: SetAside[] = [];
    const closed = this.#options.closed();
    for (const [path, target] of this.#found()) {
      // A known file that became a link, or a link that leads elsewhere, was replaced.
      if (this.#known.has(path) && this.#known.get(path) === target) continue;
      if (closed.has(path) || isHarmlessRepository(path)) continue;
      const aside = `${path}.set-aside-${crypto.randomUUID().slice(0, 8)}`;
      try {
        Deno.renameSync(path, aside);
        moved.push({ path, aside });
        const before = this.#known.get(path);
        if (typeof before === "string") Deno.symlinkSync(before, path);
      } catch {
        // It was removed meanwhile.
      }
    }
    return moved;
  }

  #found(): Map<string, string | null> {
    const roots = this.#options.roots();
    const { paths, links } = this.#options.scan.find(roots);
    const repositories = roots.map((root) => join(root, ".git")).filter((path) => lstatOrNull(path) !== null);
    return new Map([...repositories, ...paths, ...links].map((path) => [path, linkAt(path)]));
  }
}

/** Whether a path is a new repository that makes git run nothing, such as one of `git init` or `git clone`. */
function isHarmlessRepository(path: string): boolean {
  if (basename(path) !== ".git" || !lstatOrNull(path)?.isDirectory || !isPlainRepository(dirname(path))) return false;
  const isAbsent = (name: string): boolean => lstatOrNull(join(path, name)) === null;
  const hooks = join(path, "hooks");
  const hasHooks = !isAbsent("hooks") &&
    (!lstatOrNull(hooks)?.isDirectory || [...Deno.readDirSync(hooks)].some(({ name }) => !name.endsWith(".sample")));
  return !hasHooks && ["config.worktree", "commondir", "info/attributes", "modules"].every(isAbsent);
}

function linkAt(path: string): string | null {
  try {
    return lstatOrNull(path)?.isSymlink ? Deno.readLinkSync(path) : null;
  } catch {
    // It was removed meanwhile.
    return null;
  }
}
