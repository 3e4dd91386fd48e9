import { dirname } from "@std/path/dirname";
import { isObject } from "../model/json.ts";
import type { ProbeResult } from "./probe.ts";

const HOLDS_MS = 24 * 60 * 60 * 1000;
// Somebody may be putting right what was wrong.
const FAILS_MS = 10 * 60 * 1000;
const BOOT_ID = "/proc/sys/kernel/random/boot_id";

interface Kept {
  stamp: string;
  at: number;
  result: ProbeResult;
}

/**
 * Keeps what a canary found for later runs, which then need not wait for one of their own. It holds for the same
 * program on the same boot of the machine, and not for ever. A command runs behind the walls all the same: one that
 * fell meanwhile lets no command run, not a command out.
 */
export class VerdictMemory {
  readonly #path: string;
  readonly #now: () => number;
  #kept: Map<string, Kept> | undefined;

  constructor(path: string, now: () => number = Date.now) {
    this.#path = path;
    this.#now = now;
  }

  /** Whether anything is kept that may still hold. */
  get isEmpty(): boolean {
    return ![...this.#read().values()].some((kept) => this.#isFresh(kept));
  }

  /** What was found for walls of this kind, or null. Never throws. */
  recall(kind: string, program: string): ProbeResult | null {
    const kept = this.#read().get(kind);
    return kept && this.#isFresh(kept) && kept.stamp === stampOf(program) ? kept.result : null;
  }

  /** Keeps what was found. Never throws: what cannot be kept is found again. */
  async keep(kind: string, program: string, result: ProbeResult): Promise<void> {
    const stamp = stampOf(program);
    if (stamp === null) return;
    const all = this.#read().set(kind, { stamp, at: this.#now(), result });
    const temporary = `${this.#path}.${crypto.randomUUID()}`;
    try {
      await Deno.mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      await Deno.writeTextFile(temporary, JSON.stringify(Object.fromEntries(all)), { mode: 0o600, createNew: true });
      await Deno.rename(temporary, this.#path);
    } catch {
      await Deno.remove(temporary).catch(() => {/* It may never have been made. */});
    }
  }

  #isFresh({ at, result }: Kept): boolean {
    const age = this.#now() - at;
    return age >= 0 && age < (result.works && result.filesystem && result.processes ? HOLDS_MS : FAILS_MS);
  }

  #read(): Map<string, Kept> {
    return this.#kept ??= readKept(this.#path);
  }
}

// At once and not in turns: a small file is read sooner than a thread is woken for it, and the first record waits.
function readKept(path: string): Map<string, Kept> {
  try {
    const value: unknown = JSON.parse(Deno.readTextFileSync(path));
    return new Map(
      Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, Kept] => isKept(entry[1])),
    );
  } catch {
    // Nothing was kept yet, or it is of no use.
    return new Map();
  }
}

function isKept(value: unknown): value is Kept {
  if (!isObject(value) || typeof value.stamp !== "string" || typeof value.at !== "number") return false;
  const { result } = value;
  return isObject(result) && typeof result.detail === "string" &&
    ["works", "filesystem", "network", "processes"].every((key) => typeof result[key] === "boolean");
}

/** What has to be the same for a verdict to hold; null where it cannot be told. */
function stampOf(program: string): string | null {
  try {
    const boot = Deno.readTextFileSync(BOOT_ID);
    const file = Deno.statSync(program);
    return [boot.trim(), program, file.ino, file.size, file.mtime?.getTime(), Deno.uid()].join(" ");
  } catch {
    return null;
  }
}
