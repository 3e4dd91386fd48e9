/**
 * Files behind a fence: every path is resolved to its real one and compared by component with the real roots before
 * anything is opened. What was opened is then asked of the system where it lies. Where the system does not tell, it is
 * found again, several times over, at the path that was checked: whoever swaps folders for links meanwhile would have
 * to hit every one of these moments. What takes no time is done at once and not awaited: a trip to another thread takes
 * longer than to look up a path.
 */
import { basename } from "@std/path/basename";
import { dirname } from "@std/path/dirname";
import { isAbsolute } from "@std/path/is-absolute";
import { join } from "@std/path/join";
import { normalize } from "@std/path/normalize";
import type { FileInfo, Files } from "../model/ports.ts";
import { DeniedPaths } from "./denied_paths.ts";
import { type Identity, type OpenedPath, openedPath } from "./opened_path.ts";
import {
  AT_ONCE_BYTES,
  attempt,
  deepReal,
  infoOf,
  isAbsent,
  isSame,
  kind,
  kindIfThere,
  readUpTo,
  refusal,
  refuseKernel,
  replaced,
  seeAgain,
  sweep,
  systemFailure,
} from "./path_checks.ts";
import { isInside, realPathNow } from "./real_path.ts";

/** The largest file that is read into memory as a whole. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** The most entries of one folder that are listed. */
export const MAX_ENTRIES = 100_000;

/** How often what was opened has to be found at its path again; each time a blind swapper fails every other try. */
const SIGHTINGS = 12;
/** The same where nothing but its size could be told, or where it is looked at again before it counts. */
const FEW_SIGHTINGS = 4;
/** How often a folder is read for one list of it where only its path is to be had. */
const LOOKS = 5;
/** What may be touched. */
export interface WorkspaceOptions {
  /** Absolute folders; reading and writing is confined to them. */
  roots: readonly string[];
  /** Absolute folders that may be read beyond the roots. */
  readRoots?: readonly string[];
  /** Absolute files and folders that are not touched although they lie in a root. */
  denyRead?: readonly string[];
  /** Absolute files and folders that are not written although they lie in a root. */
  denyWrite?: readonly string[];
  /** Not touched either; real paths beyond the roots, which are taken as they are and not looked up each time. */
  denySettled?: readonly string[];
  /** Whether this runs in a thread of its own, which may be made to wait. */
  isApart?: boolean;
}

/** An entry of a folder. */
export interface Entry {
  name: string;
  isDirectory: boolean;
  isSymlink: boolean;
}

/** A file or folder that is kept open until it is released. */
export interface Held extends Identity {
  handle: number;
}

/** What was read, and the file that it was read from. */
export interface Reading extends Held {
  bytes: Uint8Array;
}

interface Holding {
  file: Deno.FsFile;
  real: string;
  seen: Deno.FileInfo;
}

type Purpose = "read" | "write";

/** The port `Files` on the real file system. */
export class WorkspaceFiles implements Files {
  readonly #roots: Set<string>;
  readonly #readRoots: Set<string>;
  readonly #denyRead: DeniedPaths;
  readonly #denyWrite: DeniedPaths;
  readonly #denySettled: DeniedPaths;
  readonly #isApart: boolean;
  readonly #held = new Map<number, Holding>();
  #handles = 0;
  /** The real paths of the roots, as they were when they were last looked up. */
  #real: Record<Purpose, readonly string[]> | null = null;

  constructor(options: WorkspaceOptions) {
    this.#roots = new Set(options.roots);
    this.#readRoots = new Set(options.readRoots ?? []);
    this.#denyRead = new DeniedPaths(options.denyRead ?? []);
    this.#denyWrite = new DeniedPaths(options.denyWrite ?? []);
    this.#denySettled = new DeniedPaths(options.denySettled ?? [], { isSettled: true });
    this.#isApart = options.isApart ?? false;
  }

  get roots(): readonly string[] {
    return [...this.#roots];
  }

  get readRoots(): readonly string[] {
    return [...this.#readRoots];
  }

  /** Opens another folder for reading and writing. */
  addRoot(root: string): void {
    this.#roots.add(root);
    this.#real = null;
  }

  /** Closes a folder that was opened with `addRoot`. */
  removeRoot(root: string): void {
    this.#roots.delete(root);
    this.#real = null;
  }

  resolve(path: string, purpose: Purpose): Promise<string> {
    return attempt(() => this.#resolve(path, purpose));
  }

  examine(path: string, purpose: Purpose): Promise<{ real: string; info: FileInfo | null }> {
    return attempt(() => {
      const real = this.#resolve(path, purpose);
      try {
        const info = Deno.lstatSync(real);
        seeAgain(path, real, { seen: info, sightings: FEW_SIGHTINGS });
        return { real, info: infoOf(info) };
      } catch (error) {
        if (isAbsent(error)) return { real, info: null };
        throw systemFailure(path, error);
      }
    });
  }

  async stat(path: string): Promise<FileInfo | null> {
    return (await this.examine(path, "read")).info;
  }

  async read(path: string, limits: { maxBytes: number } = { maxBytes: Infinity }): Promise<Uint8Array> {
    const { bytes, ...held } = await this.readHeld(path, limits);
    try {
      const opened = openedPath(held);
      if (opened) this.admit(path, opened);
      else this.confirm(path, held.handle);
      return bytes;
    } finally {
      this.release(held.handle);
    }
  }

  /** Reads a file that counts only when it is known where it lies. */
  async readHeld(path: string, limits: { maxBytes: number }): Promise<Reading> {
    const real = this.#resolve(path, "read");
    const checked = kind(path, real);
    if (!checked.isFile) throw refusal(path, "it is a folder", "Use list_directory for folders.");
    const size = Math.min(checked.size, limits.maxBytes);
    if (size > MAX_FILE_BYTES) {
      throw refusal(path, `it has ${checked.size} bytes`, `At most ${MAX_FILE_BYTES} are read; search it instead.`);
    }
    const held = this.#hold(real, await this.#open(path, real));
    const { file, seen } = held.holding;
    try {
      if (!seen.isFile || !isSame(seen, checked)) throw replaced(path);
      const bytes = await readUpTo(file, Math.min(limits.maxBytes, MAX_FILE_BYTES), size);
      return { handle: held.handle, dev: seen.dev, ino: seen.ino, bytes };
    } catch (error) {
      this.release(held.handle);
      throw systemFailure(path, error);
    }
  }

  async list(path: string): Promise<Entry[]> {
    const held = this.hold(path);
    try {
      const opened = openedPath(held);
      return opened ? this.tell(path, opened) : await this.look(path);
    } finally {
      this.release(held.handle);
    }
  }

  /** Opens a folder, so that it can be found among what is open. */
  hold(path: string): Held {
    const real = this.#resolve(path, "read");
    if (!kind(path, real).isDirectory) throw refusal(path, "it is a file", "Use read_file for files.");
    try {
      const { handle, holding: { seen } } = this.#hold(real, Deno.openSync(real, { read: true }));
      return { handle, dev: seen.dev, ino: seen.ino };
    } catch (error) {
      throw systemFailure(path, error);
    }
  }

  /** Closes what was held. */
  release(handle: number): void {
    this.#held.get(handle)?.file.close();
    this.#held.delete(handle);
  }

  /** Throws unless what was opened lies where it may be read. */
  admit(path: string, { real }: OpenedPath): void {
    if (!this.#isIn(real, "read")) throw replaced(path);
    this.#refuseDenied(path, { real, purpose: "read" });
  }

  /** The same where the system does not tell where it lies. */
  confirm(path: string, handle: number): void {
    const holding = this.#held.get(handle);
    if (!holding) throw replaced(path);
    seeAgain(path, holding.real, { seen: holding.seen, sightings: SIGHTINGS });
  }

  /** What an opened folder holds, if it is one that may be read. */
  tell(path: string, folder: OpenedPath): Entry[] {
    this.admit(path, folder);
    try {
      return entriesOf(path, folder.door);
    } catch (error) {
      throw systemFailure(path, error);
    }
  }

  /** What a folder holds where only its path is to be had: what several looks have in common. */
  look(path: string): Promise<Entry[]> {
    return attempt(() => {
      const real = this.#resolve(path, "read");
      try {
        const before = Deno.lstatSync(real);
        const looks = Array.from({ length: LOOKS }, () => {
          const found = entriesOf(path, real);
          seeAgain(path, real, { seen: before, sightings: SIGHTINGS });
          return found;
        });
        const names = looks.map((found) => new Set(found.map((entry) => entry.name)));
        return looks[0].filter((entry) => names.every((known) => known.has(entry.name)));
      } catch (error) {
        throw systemFailure(path, error);
      }
    });
  }

  async write(path: string, content: Uint8Array): Promise<FileInfo> {
    const real = this.#resolve(path, "write");
    const before = kindIfThere(path, real);
    if (before?.isDirectory) throw refusal(path, "it is a folder", "Give the path of a file.");
    const folder = dirname(real);
    const temporary = join(folder, `.${basename(real).slice(0, 100)}.${crypto.randomUUID()}.tmp`);
    try {
      if (!before) Deno.mkdirSync(folder, { recursive: true });
      if (Deno.realPathSync(folder) !== folder) {
        throw refusal(path, "a folder on the way was replaced while it was written", "Try again.");
      }
      return await this.#writeBeside(temporary, { path, real, content, mode: before?.mode ?? null });
    } catch (error) {
      throw systemFailure(path, error);
    }
  }

  /** Writes a new file next to the old one and puts it in its place, as long as both stay where they were checked. */
  async #writeBeside(
    temporary: string,
    wanted: { path: string; real: string; content: Uint8Array; mode: number | null },
  ): Promise<FileInfo> {
    const { path, real, content, mode } = wanted;
    using file = Deno.openSync(temporary, { write: true, createNew: true });
    try {
      const made = file.statSync();
      seeAgain(path, temporary, { seen: made, sightings: FEW_SIGHTINGS });
      let written = 0;
      while (written < content.length) written += await this.#put(file, content.subarray(written));
      if (mode !== null && ((made.mode ?? 0) & 0o7777) !== (mode & 0o7777)) Deno.chmodSync(temporary, mode & 0o7777);
      if (this.#isApart) file.syncSync();
      else await file.sync();
      const info = infoOf(file.statSync());
      seeAgain(path, temporary, { seen: made, sightings: SIGHTINGS });
      // Nothing is awaited between the last look and the rename.
      Deno.renameSync(temporary, real);
      return info;
    } catch (error) {
      await sweep(temporary);
      throw error;
    }
  }

  #hold(real: string, file: Deno.FsFile): { handle: number; holding: Holding } {
    const holding = { file, real, seen: file.statSync() };
    this.#held.set(++this.#handles, holding);
    return { handle: this.#handles, holding };
  }

  /** A pipe that took a file's place holds whoever opens it. */
  async #open(path: string, real: string): Promise<Deno.FsFile> {
    try {
      return this.#isApart ? Deno.openSync(real, { read: true }) : await Deno.open(real, { read: true });
    } catch (error) {
      throw systemFailure(path, error);
    }
  }

  #put(file: Deno.FsFile, bytes: Uint8Array): number | Promise<number> {
    return this.#isApart || bytes.length <= AT_ONCE_BYTES ? file.writeSync(bytes) : file.write(bytes);
  }

  #resolve(path: string, purpose: Purpose): string {
    if (path.includes("\0")) throw refusal(path, "it contains a NUL character", "Give a plain path.");
    if (!isAbsolute(path)) throw refusal(path, "it is not absolute", "Give the path from the root folder on.");
    refuseKernel(path, normalize(path));
    const real = deepReal(path);
    refuseKernel(path, real);
    if (!this.#isIn(real, purpose)) {
      throw refusal(
        path,
        real === normalize(path)
          ? "it is outside the workspace"
          : `it leads to ${real}, which is outside the workspace`,
        `Only ${[...this.#roots].join(", ")} may be touched; --include-directories ${dirname(real)} adds a folder.`,
      );
    }
    this.#refuseDenied(path, { real, purpose });
    return real;
  }

  #isIn(real: string, purpose: Purpose): boolean {
    const isIn = (): boolean => this.#realRoots(purpose).some((root) => isInside(real, root));
    if (isIn()) return true;
    // A root may have been made or moved since.
    this.#real = null;
    return isIn();
  }

  #refuseDenied(path: string, { real, purpose }: { real: string; purpose: Purpose }): void {
    const secret = this.#denySettled.find(real) ?? this.#denyRead.find(real);
    const named = secret ?? (purpose === "write" ? this.#denyWrite.find(real) : null);
    if (named === null) return;
    throw refusal(
      path,
      secret === null ? `${named} decides what is run later` : `${named} may hold secrets or is denied`,
      `--allow-${purpose} ${named} opens it.`,
    );
  }

  /** A root that is not there yet is as real as the folder in which it will be made. */
  #realRoots(purpose: Purpose): readonly string[] {
    if (!this.#real) {
      const write = [...this.#roots].map(realPathNow);
      this.#real = { write, read: [...write, ...[...this.#readRoots].map(realPathNow)] };
    }
    return this.#real[purpose];
  }
}

/** The entries of a folder in the order of their names. */
function entriesOf(path: string, folder: string): Entry[] {
  const entries: Entry[] = [];
  for (const { name, isDirectory, isSymlink } of Deno.readDirSync(folder)) {
    entries.push({ name, isDirectory, isSymlink });
    if (entries.length > MAX_ENTRIES) {
      throw refusal(path, `it has more than ${MAX_ENTRIES} entries`, "List a smaller folder.");
    }
  }
  return entries.sort((a, b) => a.name < b.name ? -1 : 1);
}
