import { lstatOrNull, statOrNull } from "../../files/paths/stat_or_null.ts";
import { after } from "../../../model/timer.ts";
import { dirname } from "../../../path/mod.ts";
import type { GuardedPath } from "../../policy/config_paths.ts";
import type { Placeholder } from "../../policy/guarded_files.ts";

/** How long placeholders stay for the next command: without them, its sandbox would have to be made again. */
const LINGER_MS = 2_000;

/** How many instances need each placeholder: several sessions of one process may work in the same folder. */
const held = new Map<string, number>();

/** A placeholder on the disk. */
export interface MadePlaceholder {
  path: string;
  placeholder: Placeholder;
}

/** Where the placeholders of all runs of a user are recorded. */
export interface PlaceholderBook {
  /** Records the placeholders that exist now, so that the next run can remove them if this one is killed. */
  write(made: readonly MadePlaceholder[]): void;
  /** The placeholders that other runs need now. */
  heldElsewhere(): ReadonlySet<string>;
  /** Works while no other run makes or removes placeholders. */
  locked(work: () => void): void;
}

/** What placeholders are made for, and where they are recorded. */
export interface PlaceholderOptions {
  guarded: () => readonly GuardedPath[];
  /** Absent where nothing is recorded: then this run alone uses the workspace. */
  book?: PlaceholderBook;
  /** How long placeholders stay for the next command; by default two seconds. */
  lingerMs?: number;
}

/**
 * Something can only be mounted over a path that exists, so an absent guarded path needs a placeholder on the real
 * disk. Placeholders are removed soon after no command needs them any more; one that was changed was not left by us and
 * stays. A link cannot be mounted over, only its target can: if a command replaces the link, the replacement is renamed
 * and the link restored.
 */
export class MountPlaceholders {
  readonly #options: PlaceholderOptions;
  readonly #made = new Map<string, Placeholder>();
  /** Guarded paths that are links, and their targets. */
  readonly #links = new Map<string, string>();
  #users = 0;
  /** How often placeholders were removed; mounts on them are gone since. */
  removals = 0;
  /** Cancels the removal of placeholders that no command needs at the moment. */
  #cancelClear: (() => void) | null = null;

  constructor(options: PlaceholderOptions) {
    this.#options = options;
  }

  /** Whether a path is a placeholder at the moment. */
  holds(path: string): boolean {
    return held.has(path);
  }

  /** Called before a command starts. */
  acquire(): void {
    this.#users++;
    this.#cancelClear?.();
    this.#locked(() => this.#makeMissing());
  }

  #makeMissing(): void {
    // A placeholder of another run looks like a file of the workspace, but that run is going to remove it.
    const elsewhere = this.#options.book?.heldElsewhere();
    const wanted: MadePlaceholder[] = [];
    for (const { path, placeholder } of this.#options.guarded()) {
      const target = this.#links.get(path) ?? linkAt(path);
      if (target !== null) this.#links.set(path, target);
      if (placeholder === null || this.#made.has(path)) continue;
      if (held.has(path) || elsewhere?.has(path) || lstatOrNull(path) === null) wanted.push({ path, placeholder });
    }
    if (wanted.length > 0) this.#make(wanted, elsewhere);
  }

  /** Records placeholders before they are made: this program may be killed at any moment. */
  #make(wanted: readonly MadePlaceholder[], elsewhere: ReadonlySet<string> | undefined): void {
    this.#record(wanted);
    for (const { path, placeholder } of wanted) {
      const exists = held.has(path) || (elsewhere?.has(path) === true && lstatOrNull(path) !== null);
      if (!exists && !make(path, placeholder)) continue;
      this.#made.set(path, placeholder);
      held.set(path, (held.get(path) ?? 0) + 1);
    }
    if (this.#made.size === 0) this.#record();
  }

  /** Called when a command has ended. */
  release(): void {
    this.#users--;
    if (this.#users > 0) return;
    this.#restoreLinks();
    this.#cancelClear?.();
    const { lingerMs = LINGER_MS } = this.#options;
    if (lingerMs === 0) this.clear();
    else if (this.#made.size > 0) this.#cancelClear = after(lingerMs, () => this.clear());
  }

  /** Called in place of `release` when a process of the command lives on: the end of a later command is waited for. */
  defer(): void {
    this.#users--;
  }

  /** Removes all placeholders of this instance, also at the end of the process. */
  clear(): void {
    this.#cancelClear?.();
    if (this.#made.size > 0) this.#locked(() => this.#removeMade());
    this.#restoreLinks();
  }

  #removeMade(): void {
    const elsewhere = this.#options.book?.heldElsewhere();
    // Inner ones first: a folder can only be removed when it is empty.
    for (const [path, placeholder] of [...this.#made].reverse()) {
      const others = (held.get(path) ?? 1) - 1;
      if (others > 0) held.set(path, others);
      else {
        held.delete(path);
        if (!elsewhere?.has(path)) removePlaceholder({ path, placeholder });
      }
    }
    this.#made.clear();
    this.removals++;
    this.#record();
  }

  #locked(work: () => void): void {
    const { book } = this.#options;
    if (book) book.locked(work);
    else work();
  }

  #restoreLinks(): void {
    for (const [path, target] of this.#links) restoreLink(path, target);
    this.#links.clear();
  }

  #record(more: readonly MadePlaceholder[] = []): void {
    const made = [...this.#made].map(([path, placeholder]) => ({ path, placeholder }));
    this.#options.book?.write([...made, ...more]);
  }
}

/**
 * Removes a placeholder unless something else took its place. A process that was killed may have made its file and not
 * yet written it.
 */
export function removePlaceholder({ path, placeholder }: MadePlaceholder): void {
  try {
    const info = Deno.lstatSync(path);
    const isOurs = placeholder === "folder"
      ? info.isDirectory
      : info.isFile && (info.size === 0 || hasText({ path, size: info.size, text: placeholder.text }));
    if (isOurs) Deno.removeSync(path);
  } catch {
    // It was removed, or it is a folder with content and therefore not ours.
  }
}

function hasText({ path, size, text }: { path: string; size: number; text: string }): boolean {
  return size === text.length && Deno.readTextFileSync(path) === text;
}

/** Makes a placeholder. False where something exists already, or where nothing can be made. */
function make(path: string, placeholder: Placeholder): boolean {
  // Only a repository can have hooks: guarding their place must not create one.
  if (lstatOrNull(path) !== null || !statOrNull(dirname(path))?.isDirectory) return false;
  try {
    if (placeholder === "folder") Deno.mkdirSync(path);
    else Deno.writeTextFileSync(path, placeholder.text, { createNew: true });
    return true;
  } catch {
    // What we cannot create, a command cannot create either.
    return false;
  }
}

/** The target of a link; null for anything else. */
function linkAt(path: string): string | null {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return null;
  }
}

function restoreLink(path: string, target: string): void {
  if (linkAt(path) === target) return;
  try {
    if (lstatOrNull(path) !== null) Deno.renameSync(path, `${path}.set-aside-${crypto.randomUUID().slice(0, 8)}`);
    Deno.symlinkSync(target, path);
  } catch {
    // The folder was removed, and everything guarded in it.
  }
}
