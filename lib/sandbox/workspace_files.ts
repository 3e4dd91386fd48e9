/**
 * Files behind a fence: every path is resolved to its real one and compared by component with the real roots before
 * anything is opened. What was opened is then found again, several times over, at the path that was checked: whoever
 * swaps folders for links meanwhile would have to hit every one of these moments.
 */
import { basename } from "@std/path/basename";
import { dirname } from "@std/path/dirname";
import { isAbsolute } from "@std/path/is-absolute";
import { join } from "@std/path/join";
import { normalize } from "@std/path/normalize";
import { fail } from "../model/problem.ts";
import type { QwenError } from "../model/problem.ts";
import type { FileInfo, Files } from "../model/ports.ts";

/** The largest file that is read into memory as a whole. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** The most entries of one folder that are listed. */
export const MAX_ENTRIES = 100_000;

const KERNEL_FOLDERS = ["/proc", "/sys", "/dev"];

/** How often what was opened has to be found at its path again; each time a blind swapper fails every other try. */
const SIGHTINGS = 12;
/** How often a folder is read for one list of it. */
const LOOKS = 5;

/** How often a file that was begun is looked for to remove it. */
const SWEEPS = 10_000;

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
}

/** Whether a path is a folder or lies in it, by component. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** The port `Files` on the real file system. */
export class WorkspaceFiles implements Files {
  readonly #roots: Set<string>;
  readonly #readRoots: Set<string>;
  readonly #denyRead: readonly string[];
  readonly #denyWrite: readonly string[];
  readonly #denySettled: readonly string[];

  constructor(options: WorkspaceOptions) {
    this.#roots = new Set(options.roots);
    this.#readRoots = new Set(options.readRoots ?? []);
    this.#denyRead = options.denyRead ?? [];
    this.#denyWrite = [...this.#denyRead, ...(options.denyWrite ?? [])];
    this.#denySettled = options.denySettled ?? [];
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
  }

  /** Closes a folder that was opened with `addRoot`. */
  removeRoot(root: string): void {
    this.#roots.delete(root);
  }

  async resolve(path: string, purpose: "read" | "write"): Promise<string> {
    if (path.includes("\0")) throw refusal(path, "it contains a NUL character", "Give a plain path.");
    if (!isAbsolute(path)) throw refusal(path, "it is not absolute", "Give the path from the root folder on.");
    refuseKernel(path, normalize(path));
    const real = await this.#real(path);
    refuseKernel(path, real);
    const isIn = (await this.#realRoots(purpose)).some((root) => isInside(real, root));
    if (isIn) {
      this.#refuseDenied(path, { real, purpose });
      return real;
    }
    throw refusal(
      path,
      real === normalize(path) ? "it is outside the workspace" : `it leads to ${real}, which is outside the workspace`,
      `Only ${[...this.#roots].join(", ")} may be touched; --include-directories ${dirname(real)} adds a folder.`,
    );
  }

  async read(path: string, limits: { maxBytes: number } = { maxBytes: Infinity }): Promise<Uint8Array> {
    const real = await this.resolve(path, "read");
    const checked = await kind(path, real);
    if (!checked.isFile) throw refusal(path, "it is a folder", "Use list_directory for folders.");
    const size = Math.min(checked.size, limits.maxBytes);
    if (size > MAX_FILE_BYTES) {
      throw refusal(path, `it has ${checked.size} bytes`, `At most ${MAX_FILE_BYTES} are read; search it instead.`);
    }
    using file = await openForReading(path, real);
    const opened = await file.stat();
    if (!opened.isFile || !isSame(opened, checked)) throw replaced(path);
    seeAgain(path, real, opened);
    return await readUpTo(file, Math.min(limits.maxBytes, MAX_FILE_BYTES), size);
  }

  async stat(path: string): Promise<FileInfo | null> {
    const real = await this.resolve(path, "read");
    try {
      const info = await Deno.lstat(real);
      seeAgain(path, real, info);
      return {
        isFile: info.isFile,
        isDirectory: info.isDirectory,
        size: info.size,
        mtimeMs: info.mtime?.getTime() ?? 0,
      };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw systemFailure(path, error);
    }
  }

  async list(path: string): Promise<Entry[]> {
    const real = await this.resolve(path, "read");
    try {
      const before = await Deno.lstat(real);
      let entries = await entriesOf(path, real);
      seeAgain(path, real, before);
      // A folder is read by its path, not by what was opened: of one that somebody keeps swapping only what all looks
      // have in common is told.
      for (let look = 1; look < LOOKS; look++) {
        const names = new Set((await entriesOf(path, real)).map((entry) => entry.name));
        seeAgain(path, real, before);
        entries = entries.filter((entry) => names.has(entry.name));
      }
      return entries;
    } catch (error) {
      throw systemFailure(path, error);
    }
  }

  async write(path: string, content: Uint8Array): Promise<void> {
    const real = await this.resolve(path, "write");
    const before = await kindIfThere(path, real);
    if (before?.isDirectory) throw refusal(path, "it is a folder", "Give the path of a file.");
    const folder = dirname(real);
    try {
      await Deno.mkdir(folder, { recursive: true });
    } catch (error) {
      throw systemFailure(path, error);
    }
    await this.#sameFolder(path, folder);
    const temporary = join(folder, `.${basename(real).slice(0, 100)}.${crypto.randomUUID()}.tmp`);
    try {
      await this.#writeBeside(temporary, { path, real, content, mode: before?.mode ?? null });
    } catch (error) {
      throw systemFailure(path, error);
    }
  }

  /** Writes a new file next to the old one and puts it in its place, as long as both stay where they were checked. */
  async #writeBeside(
    temporary: string,
    wanted: { path: string; real: string; content: Uint8Array; mode: number | null },
  ): Promise<void> {
    const { path, real, content, mode } = wanted;
    using file = await Deno.open(temporary, { write: true, createNew: true });
    try {
      const made = await file.stat();
      seeAgain(path, temporary, made);
      let written = 0;
      while (written < content.length) written += await file.write(content.subarray(written));
      if (mode !== null) await Deno.chmod(temporary, mode & 0o7777);
      await file.sync();
      seeAgain(path, temporary, made);
      // Nothing is awaited between the last look and the rename.
      Deno.renameSync(temporary, real);
    } catch (error) {
      await sweep(temporary);
      throw error;
    }
  }

  #refuseDenied(path: string, { real, purpose }: { real: string; purpose: "read" | "write" }): void {
    const denied = purpose === "read" ? this.#denyRead : this.#denyWrite;
    const settled = this.#denySettled.find((folder) => isInsideFold(real, folder));
    const named = settled ??
      denied.find((folder) => isInsideFold(real, folder) || isInsideFold(real, realPathNow(folder)));
    if (named === undefined) return;
    const isSecret = settled !== undefined || this.#denyRead.includes(named);
    throw refusal(
      path,
      isSecret ? `${named} may hold secrets or is denied` : `${named} decides what is run later`,
      `--allow-${purpose} ${named} opens it.`,
    );
  }

  /** Throws when a folder on the way became a link after it was checked. */
  async #sameFolder(path: string, folder: string): Promise<void> {
    if (await Deno.realPath(folder) !== folder) {
      throw refusal(path, "a folder on the way was replaced while it was written", "Try again.");
    }
  }

  /** The real path of the deepest part that is there, and the rest as it is written. */
  async #real(path: string): Promise<string> {
    let head = path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
    let tail = "";
    for (;;) {
      try {
        return join(await Deno.realPath(head), tail);
      } catch (error) {
        // Beyond what this thread may look at there is nothing of the workspace.
        if (error instanceof Deno.errors.NotCapable) return normalize(path);
        if (!isAbsent(error)) throw systemFailure(path, error);
      }
      if (await isLink(head)) {
        throw refusal(path, `${head} is a link to nothing`, "Remove the link or name its target.");
      }
      const name = basename(head);
      if (name === ".." || name === ".") throw refusal(path, `${head} does not exist`, "Give a path without dots.");
      tail = tail === "" ? name : `${name}/${tail}`;
      head = dirname(head);
    }
  }

  async #realRoots(purpose: "read" | "write"): Promise<string[]> {
    const roots = purpose === "read" ? [...this.#roots, ...this.#readRoots] : [...this.#roots];
    const real: string[] = [];
    // A root that is not there yet is as real as the folder in which it will be made.
    for (const root of roots) real.push(await Deno.realPath(root).catch(() => realPathNow(root)));
    return real;
  }
}

/** The real path as far as it is there, and the rest as it is written; for questions that cannot wait. */
export function realPathNow(path: string): string {
  let head = path;
  let tail = "";
  while (head !== "/" && head !== ".") {
    try {
      return join(Deno.realPathSync(head), tail);
    } catch {
      tail = tail === "" ? basename(head) : `${basename(head)}/${tail}`;
      head = dirname(head);
    }
  }
  return join(head, tail);
}

/** The file or folder at a real path; anything else, such as a pipe or a device, throws. */
async function kind(path: string, real: string): Promise<Deno.FileInfo> {
  const info = await kindIfThere(path, real);
  if (!info) {
    throw fail("tool_failed", `File not found: ${path}`, { hint: "Check the path with glob or list_directory." });
  }
  return info;
}

async function kindIfThere(path: string, real: string): Promise<Deno.FileInfo | null> {
  let info: Deno.FileInfo;
  try {
    info = await Deno.lstat(real);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw systemFailure(path, error);
  }
  if (info.isFile || info.isDirectory) return info;
  throw refusal(path, "it is neither a file nor a folder", "Pipes, sockets and devices are not touched.");
}

async function readUpTo(file: Deno.FsFile, maxBytes: number, expected: number): Promise<Uint8Array> {
  let buffer = new Uint8Array(Math.max(1, Math.min(maxBytes, expected + 1)));
  let length = 0;
  for (;;) {
    const count = await file.read(buffer.subarray(length));
    if (count === null) break;
    length += count;
    if (length >= maxBytes) break;
    if (length === buffer.length) {
      const larger = new Uint8Array(Math.min(maxBytes, buffer.length * 2));
      larger.set(buffer);
      buffer = larger;
    }
  }
  return buffer.subarray(0, length);
}

/** Removes a file whose folder may be swapped meanwhile: its name is its own, so that any place it is found in is right. */
async function sweep(temporary: string): Promise<void> {
  for (let tries = 0; tries < SWEEPS; tries++) {
    try {
      return Deno.removeSync(temporary);
    } catch {
      // It is behind the other face of a folder just now.
      if (tries % 100 === 99) await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

type Entry = { name: string; isDirectory: boolean; isSymlink: boolean };

async function entriesOf(path: string, real: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const { name, isDirectory, isSymlink } of Deno.readDir(real)) {
    entries.push({ name, isDirectory, isSymlink });
    if (entries.length > MAX_ENTRIES) {
      throw refusal(path, `it has more than ${MAX_ENTRIES} entries`, "List a smaller folder.");
    }
  }
  return entries.sort((a, b) => a.name < b.name ? -1 : 1);
}

async function openForReading(path: string, real: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(real, { read: true });
  } catch (error) {
    throw systemFailure(path, error);
  }
}

/** Throws unless an opened file or folder is what its path leads to, however often one looks. */
function seeAgain(path: string, real: string, seen: Deno.FileInfo): void {
  try {
    for (let sighting = 0; sighting < SIGHTINGS; sighting++) {
      if (Deno.realPathSync(real) !== real || !isSame(Deno.lstatSync(real), seen)) throw replaced(path);
    }
  } catch (error) {
    throw isAbsent(error) ? replaced(path) : systemFailure(path, error);
  }
}

function isSame(one: Deno.FileInfo, other: Deno.FileInfo): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function replaced(path: string): QwenError {
  return refusal(path, "it was replaced while it was opened", "Try again.");
}

/** Whether a path lies in a folder where names differ in case or in how accents are written. */
function isInsideFold(path: string, folder: string): boolean {
  const fold = (text: string): string => text.normalize("NFC").toLowerCase();
  return isInside(path, folder) || isInside(fold(path), fold(folder));
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await Deno.lstat(path)).isSymlink;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
}

function refuseKernel(path: string, tested: string): void {
  for (const folder of KERNEL_FOLDERS) {
    if (isInside(tested, folder)) throw refusal(path, `${folder} belongs to the system`, "Name an ordinary file.");
  }
}

function refusal(path: string, reason: string, hint: string): QwenError {
  return fail("tool_failed", `Cannot touch ${path}: ${reason}`, { hint, detail: "path_refused" });
}

/** A refusal of the operating system in our words; what is ours already passes through. */
function systemFailure(path: string, error: unknown): Error {
  if (!(error instanceof Error) || error.name === "QwenError") return error as Error;
  if (isAbsent(error)) {
    return fail("tool_failed", `File not found: ${path}`, { hint: "Check the path with glob or list_directory." });
  }
  return fail("tool_failed", `Cannot touch ${path}: ${error.message}`, { cause: error });
}
