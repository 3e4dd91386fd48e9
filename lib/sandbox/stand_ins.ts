import type { GuardedPath } from "./config_paths.ts";

/**
 * Walls around what does not exist leave empty folders behind on the real disk. They are counted by the commands that
 * need them and taken away with the last one; what is not an empty folder was not made by us and stays.
 */
export class StandIns {
  readonly #guarded: readonly GuardedPath[];
  readonly #absent = new Set<string>();
  #users = 0;

  constructor(guarded: readonly GuardedPath[]) {
    this.#guarded = guarded;
  }

  /** Called before a command starts. */
  take(): void {
    this.#users++;
    for (const { path, isHeld } of this.#guarded) if (isHeld && !exists(path)) this.#absent.add(path);
  }

  /** Called when a command is gone. */
  give(): void {
    if (--this.#users > 0) return;
    for (const path of this.#absent) {
      try {
        if (Deno.lstatSync(path).isDirectory) Deno.removeSync(path);
      } catch {
        // It was never made, or somebody else has put something there.
      }
    }
    this.#absent.clear();
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
