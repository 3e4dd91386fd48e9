/**
 * Files inside a fence: every path is resolved to its real path and compared by component with the real roots before
 * it is opened. Afterwards the system is asked where the opened file is. If the system does not say, the file must be
 * found several times at the checked path: an attacker who swaps folders for links would have to hit every moment.
 * Fast operations are synchronous, because a trip to another thread takes longer than a path lookup.
 */
import { basename, dirname, isAbsolute, isInside, join, nameFault, normalize, realPathSync } from "../../path/mod.ts";
import type { ContentChange, FileInfo, Files, FileSearch } from "../../model/ports.ts";
import { changeFiles } from "./change_files.ts";
import { DirectSearch } from "./search/direct_search.ts";
import { DeniedPaths } from "../policy/denied_paths.ts";
import { entriesOf, type Entry, heldEntriesOf } from "./folder_entries.ts";
import { type OpenedPath, whileOpen } from "./paths/opened_path.ts";
import {
  AT_ONCE_BYTES,
  attempt,
  deepReal,
  HARD_LINK,
  infoOf,
  isAbsent,
  isHardLinked,
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
} from "./paths/path_checks.ts";
import { openingHint, outsideHint } from "./paths/path_hints.ts";
import { realPathNow } from "./paths/real_path.ts";
import type { Held, Reading, WorkspaceOptions } from "./workspace_options.ts";
import { SessionTemporary, type TemporaryOptions } from "./session_temporary.ts";

/** The largest file that can be read whole. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** How often an opened file must be found at its path again; a blind swapper fails every other time. */
const SIGHTINGS = 12;
/** The same where only its size is at stake, or where it is checked again later. */
const FEW_SIGHTINGS = 4;
/** How often a folder is read for one listing where only its path is known. */
const LOOKS = 5;

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
  readonly #isWorker: boolean;
  readonly #held = new Map<number, Holding>();
  readonly search: FileSearch = new DirectSearch(this);
  #temporary: SessionTemporary | null;
  #handles = 0;
  /** The real paths of the roots when they were last resolved. */
  #real: Record<Purpose, readonly string[]> | null = null;

  constructor(options: WorkspaceOptions) {
    this.#roots = new Set(options.roots);
    this.#readRoots = new Set(options.readRoots ?? []);
    this.#denyRead = new DeniedPaths(options.denyRead ?? []);
    this.#denyWrite = new DeniedPaths(options.denyWrite ?? []);
    this.#denySettled = new DeniedPaths(options.denySettled ?? [], { isSettled: true });
    this.#temporary = options.temporary ? new SessionTemporary(options.temporary) : null;
    this.#isWorker = options.isWorker ?? false;
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

  /** Opens the session's `/tmp`, which is known only after the sandbox was verified. */
  share(temporary: TemporaryOptions): void {
    this.#temporary = new SessionTemporary(temporary);
    this.#real = null;
  }

  /** The path by which tools know a file of this machine. */
  seen(real: string): string {
    return this.#temporary?.toSeen(real) ?? real;
  }

  /** Where a path that a tool names is on this machine, before links are followed. */
  readonly host = (path: string): string => this.#temporary?.toHost(path) ?? path;

  resolve(path: string, purpose: Purpose): Promise<string> {
    return attempt(() => this.seen(this.#resolve(path, purpose)));
  }

  /** The path on this machine of a file that may be read. */
  readonly located = (path: string): string => this.#resolve(path, "read");

  examine(path: string, purpose: Purpose): Promise<{ real: string; info: FileInfo | null }> {
    return attempt(() => {
      const real = this.#resolve(path, purpose);
      try {
        const info = Deno.lstatSync(real);
        seeAgain(path, real, { seen: info, sightings: FEW_SIGHTINGS });
        return { real: this.seen(real), info: infoOf(info) };
      } catch (error) {
        if (isAbsent(error)) return { real: this.seen(real), info: null };
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
      whileOpen(held, (opened) => opened ? this.admit(path, opened) : this.confirm(path, held.handle));
      return bytes;
    } finally {
      this.release(held.handle);
    }
  }

  /** Reads a file; the content may be used only after `admit` or `confirm`. */
  async readHeld(path: string, limits: { maxBytes: number }): Promise<Reading> {
    const real = this.#resolve(path, "read");
    const checked = kind(path, real);
    if (!checked.isFile) throw refusal(path, { reason: "it is a folder", hint: "Use list_directory for folders." });
    const size = Math.min(checked.size, limits.maxBytes);
    if (size > MAX_FILE_BYTES) {
      throw refusal(path, {
        reason: `it has ${checked.size} bytes`,
        hint: `At most ${MAX_FILE_BYTES} are read; search it instead.`,
      });
    }
    const held = this.#hold(real, await this.#open(path, real));
    const { file, seen } = held.holding;
    try {
      if (!seen.isFile || !isSame(seen, checked)) throw replaced(path);
      const maxBytes = Math.min(limits.maxBytes, MAX_FILE_BYTES);
      const bytes = await readUpTo(file, { maxBytes, expected: size });
      return { handle: held.handle, dev: seen.dev, ino: seen.ino, bytes };
    } catch (error) {
      this.release(held.handle);
      throw systemFailure(path, error);
    }
  }

  async list(path: string): Promise<Entry[]> {
    const held = this.hold(path);
    try {
      return await whileOpen(held, (opened) => opened ? this.listOpened(path, opened) : this.look(path));
    } finally {
      this.release(held.handle);
    }
  }

  /** Opens a folder, so that the system can say where it is. */
  hold(path: string): Held {
    const real = this.#resolve(path, "read");
    if (!kind(path, real).isDirectory) {
      throw refusal(path, { reason: "it is a file", hint: "Use read_file for files." });
    }
    try {
      const { handle, holding: { seen } } = this.#hold(real, Deno.openSync(real, { read: true }));
      return { handle, dev: seen.dev, ino: seen.ino };
    } catch (error) {
      throw systemFailure(path, error);
    }
  }

  /** Keeps a file that a search opened until it is released. */
  keep(real: string, file: Deno.FsFile): Held {
    const { handle, holding: { seen } } = this.#hold(real, file);
    return { handle, dev: seen.dev, ino: seen.ino };
  }

  /** A test for the paths below a real folder that may not be read. */
  deniedBelow(folder: string): (path: string) => boolean {
    const lists = [this.#denySettled, this.#denyRead].filter((denied) => denied.reaches(folder));
    return (path) => lists.some((denied) => denied.find(path) !== null);
  }

  /** Closes a held file or folder. */
  release(handle: number): void {
    this.#held.get(handle)?.file.close();
    this.#held.delete(handle);
  }

  /** Throws unless an opened file or folder is where it may be read. */
  admit(path: string, { real }: OpenedPath): void {
    if (!this.#isIn(real, "read")) throw replaced(path);
    this.#refuseDenied(path, { real, purpose: "read" });
  }

  /** The same for a held file where the system does not say where it is. */
  confirm(path: string, handle: number): void {
    const holding = this.#held.get(handle);
    if (!holding) throw replaced(path);
    seeAgain(path, holding.real, { seen: holding.seen, sightings: SIGHTINGS });
  }

  /** Lists an opened folder if it may be read. */
  listOpened(path: string, folder: OpenedPath): Entry[] | Promise<Entry[]> {
    this.admit(path, folder);
    try {
      return heldEntriesOf(path, folder.descriptor);
    } catch (error) {
      throw systemFailure(path, error);
    }
  }

  /** Lists a folder by its path alone: only the entries that several reads have in common. */
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

  change(changes: readonly ContentChange[]): Promise<(FileInfo | null)[]> {
    return changeFiles(this, changes);
  }

  /** The permissions of a file; null where there is none. */
  modeOf(path: string): number | null {
    return kindIfThere(path, this.#resolve(path, "write"))?.mode ?? null;
  }

  /** Removes a file. A link is refused: its target may be wanted elsewhere. */
  remove(path: string): Promise<void> {
    return attempt(() => {
      const real = this.#resolve(path, "write");
      const seen = kind(path, real);
      if (!seen.isFile) throw refusal(path, { reason: "it is a folder", hint: "Give the path of a file." });
      if (Deno.lstatSync(this.host(path)).isSymlink) {
        throw refusal(path, { reason: "it is a link", hint: "Remove links with run_shell_command." });
      }
      seeAgain(path, real, { seen, sightings: SIGHTINGS });
      Deno.removeSync(real);
    });
  }

  /** A new file gets the permissions `mode`; an existing one keeps its own. */
  async write(path: string, content: Uint8Array, options: { mode?: number | null } = {}): Promise<FileInfo> {
    const real = this.#resolve(path, "write");
    const before = kindIfThere(path, real);
    if (before?.isDirectory) throw refusal(path, { reason: "it is a folder", hint: "Give the path of a file." });
    if (before && isHardLinked(real, before)) throw refusal(path, HARD_LINK);
    const folder = dirname(real);
    const temporary = join(folder, `.${basename(real).slice(0, 100)}.${crypto.randomUUID()}.tmp`);
    try {
      if (!before) Deno.mkdirSync(folder, { recursive: true });
      if (realPathSync(folder) !== folder) {
        throw refusal(path, { reason: "a folder on the way was replaced while it was written", hint: "Try again." });
      }
      return await this.#writeBeside(temporary, { path, real, content, mode: before?.mode ?? options.mode ?? null });
    } catch (error) {
      throw systemFailure(path, error);
    }
  }

  /** Writes a new file next to the old one and renames it, if both are still where they were checked. */
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
      while (written < content.length) written += await this.#writeSome(file, content.subarray(written));
      if (mode !== null && ((made.mode ?? 0) & 0o7777) !== (mode & 0o7777)) Deno.chmodSync(temporary, mode & 0o7777);
      if (this.#isWorker) file.syncSync();
      else await file.sync();
      const info = infoOf(file.statSync());
      seeAgain(path, temporary, { seen: made, sightings: SIGHTINGS });
      // Nothing may be awaited between the last check and the rename.
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

  /** Asynchronous in the main thread: opening a pipe that took the place of a file blocks. */
  async #open(path: string, real: string): Promise<Deno.FsFile> {
    try {
      return this.#isWorker ? Deno.openSync(real, { read: true }) : await Deno.open(real, { read: true });
    } catch (error) {
      throw systemFailure(path, error);
    }
  }

  #writeSome(file: Deno.FsFile, bytes: Uint8Array): number | Promise<number> {
    return this.#isWorker || bytes.length <= AT_ONCE_BYTES ? file.writeSync(bytes) : file.write(bytes);
  }

  #resolve(path: string, purpose: Purpose): string {
    if (path.includes("\0")) throw refusal(path, { reason: "it contains a NUL character", hint: "Give a plain path." });
    if (!isAbsolute(path)) {
      throw refusal(path, { reason: "it is not absolute", hint: "Give the path from the root folder on." });
    }
    const fault = nameFault(path);
    if (fault !== null) throw refusal(path, { reason: fault, hint: "Give the name of an ordinary file." });
    refuseKernel(path, normalize(path));
    const real = deepReal(this.host(path), path);
    refuseKernel(path, real);
    if (!this.#isIn(real, purpose)) {
      throw refusal(path, {
        reason: real === normalize(path)
          ? "it is outside the workspace"
          : `it leads to ${this.seen(real)}, which is outside the workspace`,
        hint: outsideHint([...this.#roots], dirname(real)),
      });
    }
    this.#refuseDenied(path, { real, purpose });
    return real;
  }

  #isIn(real: string, purpose: Purpose): boolean {
    const isIn = (): boolean => this.#realRoots(purpose).some((root) => isInside(real, root));
    if (isIn()) return true;
    // A root may have been created or moved since.
    this.#real = null;
    return isIn();
  }

  #refuseDenied(path: string, { real, purpose }: { real: string; purpose: Purpose }): void {
    const found = (denied: DeniedPaths): string | null => denied.find(real) ?? denied.find(this.seen(real));
    const secret = found(this.#denySettled) ?? found(this.#denyRead);
    const named = secret ?? (purpose === "write" ? found(this.#denyWrite) : null);
    if (named === null) return;
    throw refusal(path, {
      reason: secret === null ? `${named} decides what is run later` : `${named} may contain secrets or is denied`,
      hint: openingHint(`--allow-${purpose}`, named),
    });
  }

  /** The real path of an absent root is that of its nearest existing folder, plus the rest. */
  #realRoots(purpose: Purpose): readonly string[] {
    if (!this.#real) {
      const own = this.#temporary ? [this.#temporary.folder] : [];
      const write = [...own, ...[...this.#roots].map(realPathNow)];
      this.#real = { write, read: [...write, ...[...this.#readRoots].map(realPathNow)] };
    }
    return this.#real[purpose];
  }
}
