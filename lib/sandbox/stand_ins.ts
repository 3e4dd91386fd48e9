import type { GuardedPath } from "./config_paths.ts";

/** How many of us need each of them: sessions of one process may work in one folder. */
const held = new Map<string, number>();

/**
 * Walls around what does not exist leave empty folders behind on the real disk. They are counted by the commands that
 * need them and taken away with the last one; what is not an empty folder was not made by us and stays. What is a link
 * cannot be walled in, only what it leads to: a command may put something else in its place, which is then set aside.
 */
export class StandIns {
  readonly #guarded: () => readonly GuardedPath[];
  readonly #absent = new Set<string>();
  /** Guarded paths that are links, and where they lead. */
  readonly #links = new Map<string, string>();
  #users = 0;

  constructor(guarded: () => readonly GuardedPath[]) {
    this.#guarded = guarded;
  }

  /** Called before a command starts. */
  take(): void {
    this.#users++;
    for (const { path, isHeld } of this.#guarded()) {
      const target = this.#links.get(path) ?? linkAt(path);
      if (target !== null) this.#links.set(path, target);
      if (!isHeld || this.#absent.has(path) || (exists(path) && !held.has(path))) continue;
      this.#absent.add(path);
      held.set(path, (held.get(path) ?? 0) + 1);
    }
  }

  /** Called when a command is gone. */
  give(): void {
    if (--this.#users <= 0) this.clear();
  }

  /** Needs none of them any more: also at the end of the process. */
  clear(): void {
    for (const path of this.#absent) {
      const others = (held.get(path) ?? 1) - 1;
      if (others > 0) held.set(path, others);
      else remove(path);
    }
    this.#absent.clear();
    for (const [path, target] of this.#links) putBack(path, target);
    this.#links.clear();
  }
}

/** Where a link leads; null for anything else. */
function linkAt(path: string): string | null {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return null;
  }
}

function putBack(path: string, target: string): void {
  if (linkAt(path) === target) return;
  try {
    if (exists(path)) Deno.renameSync(path, `${path}.set-aside-${crypto.randomUUID().slice(0, 8)}`);
    Deno.symlinkSync(target, path);
  } catch {
    // Its folder is gone, and what was guarded with it.
  }
}

function remove(path: string): void {
  held.delete(path);
  try {
    if (Deno.lstatSync(path).isDirectory) Deno.removeSync(path);
  } catch {
    // It was never made, or somebody else has put something there.
  }
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
