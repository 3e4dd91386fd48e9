import { basename, dirname, join } from "../../../path/mod.ts";
import { after } from "../../../model/timer.ts";
import { lstatOrNull } from "../../files/paths/stat_or_null.ts";
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

/** How often files are looked for while something that runs unasked lives on in the background. */
const PATROL_MS = 1_000;
/** A patrol of a large workspace takes at most this part of the time. */
const MAX_SHARE = 1 / 20;

/**
 * Takes back what unasked commands create under guarded names. The sandbox makes existing guarded files read-only, but
 * nothing can be mounted over a name that is absent. So after each command, new files with such names are renamed, and
 * every second while commands run in the background or processes of unasked commands live on. Until then, only files
 * that a tool wrote count as known.
 */
export class GuardWatch {
  readonly #options: GuardWatchOptions;
  /** Guarded files that existed before, with the targets of links. */
  #known = new Map<string, string | null>();
  /** Unasked commands that somebody waits for, and those in the background. */
  #running = { foreground: 0, background: 0 };
  /** Commands that somebody has approved and waits for. */
  #approved = 0;
  /** Whether something that an unasked command started may live on. */
  #isLingering = false;
  #cancelPatrol: (() => void) | null = null;
  /** What was renamed since the last report. */
  #unreported: SetAside[] = [];

  constructor(options: GuardWatchOptions) {
    this.#options = options;
  }

  /** Called before an unasked command starts. */
  begin({ isBackground = false } = {}): void {
    this.adopt();
    this.#running[isBackground ? "background" : "foreground"]++;
    this.#patrolIfNeeded();
  }

  /** Called before an approved command starts that somebody waits for. */
  beginApproved(): void {
    this.#approved++;
    this.#patrolIfNeeded();
  }

  /** Called when it has ended. */
  endApproved(): void {
    this.#approved--;
    this.adopt();
    this.#patrolIfNeeded();
  }

  /** Takes everything that exists for known, unless an unasked command may have made it. */
  adopt(): void {
    if (this.#isIdle) this.#known = this.#found();
  }

  /** A tool has written a file that its call was allowed to write. */
  approve(path: string): void {
    this.#known.set(path, linkAt(path));
  }

  /** Called when an unasked command has ended. Returns what was made since the last report, which was renamed. */
  end({ isLingering, isBackground = false }: { isLingering: boolean; isBackground?: boolean }): SetAside[] {
    this.#running[isBackground ? "background" : "foreground"]--;
    this.#isLingering = isLingering;
    this.#patrolIfNeeded();
    return [...this.#unreported.splice(0), ...this.#setAside()];
  }

  /** Called when no process is left. Returns what was made since the last report. */
  close(): SetAside[] {
    const isDue = !this.#isIdle;
    this.#running = { foreground: 0, background: 0 };
    this.#isLingering = false;
    this.#patrolIfNeeded();
    return [...this.#unreported.splice(0), ...(isDue ? this.#setAside() : [])];
  }

  get #isIdle(): boolean {
    return this.#running.foreground === 0 && this.#running.background === 0 && !this.#isLingering;
  }

  /** Starts or ends the patrol. A command that somebody waits for is left alone: its files are renamed at its end. */
  #patrolIfNeeded(lastMs = 0): void {
    this.#cancelPatrol?.();
    this.#cancelPatrol = null;
    if (this.#isIdle || this.#running.foreground + this.#approved > 0) return;
    this.#cancelPatrol = after(Math.max(PATROL_MS, lastMs / MAX_SHARE), () => {
      const start = performance.now();
      this.#unreported.push(...this.#setAside({ isLive: true }));
      this.#patrolIfNeeded(performance.now() - start);
    });
  }

  #setAside({ isLive = false } = {}): SetAside[] {
    const moved: SetAside[] = [];
    const closed = this.#options.closed();
    for (const [path, target] of this.#found()) {
      // A known file that became a link, or a link that leads elsewhere, was replaced.
      if (this.#known.has(path) && this.#known.get(path) === target) continue;
      if (closed.has(path) || isHarmlessRepository(path) || (isLive && isUnfinishedRepository(path))) continue;
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

/** Whether a path is a repository that git may just be making. */
function isUnfinishedRepository(path: string): boolean {
  return basename(path) === ".git" && lstatOrNull(join(path, "config")) === null &&
    lstatOrNull(join(path, "commondir")) === null;
}

function linkAt(path: string): string | null {
  try {
    return lstatOrNull(path)?.isSymlink ? Deno.readLinkSync(path) : null;
  } catch {
    // It was removed meanwhile.
    return null;
  }
}
