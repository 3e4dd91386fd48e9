import { isAbsolute } from "../../../path/mod.ts";
import { isObject } from "../../../model/json.ts";
import { type MadePlaceholder, type PlaceholderBook, removePlaceholder } from "./mount_placeholders.ts";
import { isAlive, processNamespace } from "../private_folder.ts";

const NAME = /^(\w+)-(\d+)-[\w-]+\.json$/;
const MAX_RECORD_BYTES = 1024 * 1024;
/** How often, and after what pause, the lock is tried; on a busy machine its holder may not run for a while. */
const MAX_TRIES = 1_250;
const TRY_MS = 4;

/**
 * The record of a run's mount placeholders. Other runs in the same workspace leave them in place while this one needs
 * them, and a later run removes them if this one is killed.
 */
export class PlaceholderRecord implements PlaceholderBook {
  readonly #folder: string;
  readonly #path: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = `${folder}/${processNamespace() ?? "x"}-${Deno.pid}-${crypto.randomUUID()}.json`;
  }

  /** Replaces the record; without placeholders there is none. Never throws: a run works without a record. */
  write(made: readonly MadePlaceholder[]): void {
    try {
      if (made.length === 0) return Deno.removeSync(this.#path);
      Deno.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      Deno.writeTextFileSync(this.#path, JSON.stringify(made), { mode: 0o600 });
    } catch {
      // The folder is not writable, or there was no record.
    }
  }

  heldElsewhere(): ReadonlySet<string> {
    const live = this.#records().filter(({ path, isLive }) => isLive && path !== this.#path);
    return new Set(live.flatMap(({ path }) => readRecord(path).map((made) => made.path)));
  }

  locked(work: () => void): void {
    const lock = this.#lock();
    try {
      // A run that was stopped while it held the lock must not stop the others.
      for (let tries = 0; lock && tries < MAX_TRIES && !lock.tryLockSync(true); tries++) sleepNow(TRY_MS);
      work();
    } finally {
      lock?.close();
    }
  }

  /** Removes the placeholders of runs that were killed. Never throws. */
  sweep(): void {
    if (this.#records().some(({ isLive }) => !isLive)) this.locked(() => this.#removeLeft());
  }

  #removeLeft(): void {
    const elsewhere = this.heldElsewhere();
    for (const { path } of this.#records().filter(({ isLive }) => !isLive)) {
      const left = readRecord(path).filter((made) => !elsewhere.has(made.path));
      for (const made of left.reverse()) removePlaceholder(made);
      try {
        Deno.removeSync(path);
      } catch {
        // It cannot be removed here; the next run tries again.
      }
    }
  }

  /** The records of the runs that this one can see, and whether their processes live. */
  #records(): { path: string; isLive: boolean }[] {
    const own = processNamespace();
    return namesIn(this.#folder).flatMap((name) => {
      const [, namespace, pid] = NAME.exec(name) ?? [];
      if (namespace === undefined || namespace !== own) return [];
      return [{ path: `${this.#folder}/${name}`, isLive: isAlive(Number(pid)) }];
    });
  }

  /** Null where the folder cannot be written: a run works without a record. */
  #lock(): Deno.FsFile | null {
    try {
      Deno.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      return Deno.openSync(`${this.#folder}/lock`, { create: true, write: true, mode: 0o600 });
    } catch {
      return null;
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile).map(({ name }) => name);
  } catch {
    // No run has made a placeholder yet.
    return [];
  }
}

function readRecord(path: string): MadePlaceholder[] {
  try {
    if (Deno.lstatSync(path).size > MAX_RECORD_BYTES) return [];
    const entries: unknown = JSON.parse(Deno.readTextFileSync(path));
    return Array.isArray(entries) ? entries.filter(isMade) : [];
  } catch {
    // The writer died while it wrote.
    return [];
  }
}

function isMade(entry: unknown): entry is MadePlaceholder {
  if (!isObject(entry) || typeof entry.path !== "string" || !isAbsolute(entry.path)) return false;
  const { placeholder } = entry;
  return placeholder === "folder" || (isObject(placeholder) && typeof placeholder.text === "string");
}

/** Sleeps without giving way: what a sandbox is made of must not change in between. */
function sleepNow(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
