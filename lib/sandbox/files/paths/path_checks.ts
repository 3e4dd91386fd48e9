/** The checks of `WorkspaceFiles`, one path at a time. */
import { basename, dirname, isInside, join, normalize, realPathSync } from "../../../path/mod.ts";
import type { FileInfo } from "../../../model/ports.ts";
import { fail } from "../../../model/problem.ts";
import { pause } from "../../../model/timer.ts";
import type { QwenError } from "../../../model/problem.ts";

const KERNEL_FOLDERS = ["/proc", "/sys", "/dev"];
/** Larger amounts are read and written asynchronously, so that they do not block the event loop. */
export const AT_ONCE_BYTES = 1024 * 1024;
/** The longest time between two checks. */
const MAX_PAUSE_MS = 0.01;
/** How often to try to remove a temporary file. */
const SWEEPS = 10_000;

/** Runs a synchronous function and turns what it throws into a rejection. */
export function attempt<Value>(act: () => Value): Promise<Value> {
  return new Promise((settle) => settle(act()));
}

/** The real path of the deepest existing part of a path, followed by the rest unchanged; `named` is for errors. */
export function deepReal(path: string, named: string = path): string {
  let head = path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
  let tail = "";
  for (;;) {
    try {
      return join(realPathSync(head), tail);
    } catch (error) {
      // A path that this worker may not see is outside the workspace.
      if (error instanceof Deno.errors.NotCapable) return normalize(path);
      if (!isAbsent(error)) throw systemFailure(named, error);
    }
    if (isLink(head)) {
      throw refusal(named, { reason: `${head} is a link to nothing`, hint: "Remove the link or name its target." });
    }
    const name = basename(head);
    if (name === ".." || name === ".") {
      throw refusal(named, { reason: `${head} does not exist`, hint: "Give a path without dots." });
    }
    tail = tail === "" ? name : `${name}/${tail}`;
    head = dirname(head);
  }
}

/** Information about a file or folder; throws for anything else, such as a pipe or a device. */
export function kind(path: string, real: string): Deno.FileInfo {
  const info = kindIfThere(path, real);
  if (!info) {
    throw fail("tool_failed", `File not found: ${path}`, { hint: "Check the path with glob or list_directory." });
  }
  return info;
}

/** The same, or null where the path does not exist. */
export function kindIfThere(path: string, real: string): Deno.FileInfo | null {
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(real);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw systemFailure(path, error);
  }
  if (info.isFile || info.isDirectory) return info;
  throw refusal(path, {
    reason: "it is neither a file nor a folder",
    hint: "Pipes, sockets and devices cannot be used.",
  });
}

/** The part of a file's information that the port `Files` passes on. */
export function infoOf({ isFile, isDirectory, size, mtime }: Deno.FileInfo): FileInfo {
  return { isFile, isDirectory, size, mtimeMs: mtime?.getTime() ?? 0 };
}

/** Reads a file, or its first `maxBytes`. */
export async function readUpTo(
  file: Deno.FsFile,
  { maxBytes, expected }: { maxBytes: number; expected: number },
): Promise<Uint8Array<ArrayBuffer>> {
  let buffer = new Uint8Array(Math.max(1, Math.min(maxBytes, expected + 1)));
  let length = 0;
  for (;;) {
    const room = buffer.subarray(length);
    const count = room.length <= AT_ONCE_BYTES ? file.readSync(room) : await file.read(room);
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

/** Removes a temporary file whose folder may be swapped meanwhile; its unique name is right in any folder. */
export async function sweep(temporary: string): Promise<void> {
  for (let tries = 0; tries < SWEEPS; tries++) {
    try {
      return Deno.removeSync(temporary);
    } catch {
      // The folder is swapped away at this moment.
      if (tries % 100 === 99) await pause(1);
    }
  }
}

/**
 * Throws unless repeated checks find an opened file or folder at its path. The intervals are random, because an
 * attacker who swaps folders at a regular rate could otherwise match every check.
 */
export function seeAgain(path: string, real: string, options: { seen: Deno.FileInfo; sightings: number }): void {
  const { seen, sightings } = options;
  const isReal = (): boolean => realPathSync(real) === real;
  const isThere = (): boolean => isSame(Deno.lstatSync(real), seen);
  try {
    for (let sighting = 0; sighting < sightings; sighting++) {
      const chance = crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
      const isUnchanged = chance < 0.5 ? isReal() && isThere() : isThere() && isReal();
      if (!isUnchanged) throw replaced(path);
      for (const until = performance.now() + chance * MAX_PAUSE_MS; performance.now() < until;);
    }
  } catch (error) {
    throw isAbsent(error) ? replaced(path) : systemFailure(path, error);
  }
}

/** Whether two pieces of information are about the same file or folder. */
export function isSame(one: Deno.FileInfo, other: Deno.FileInfo): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** The refusal of a file or folder that changed between two checks. */
export function replaced(path: string): QwenError {
  return refusal(path, { reason: "it was replaced while it was opened", hint: "Try again." });
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** Whether an error means that a path does not exist. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
}

/** Folders in which package managers link files of their own stores. */
const PACKAGE_FOLDER = /\/(node_modules|\.pnpm|\.yarn|\.venv|venv|site-packages|target)\//;

/** Whether a file has more than one name, and a package manager did not make them. */
export function isHardLinked(path: string, { isFile, nlink }: Pick<Deno.FileInfo, "isFile" | "nlink">): boolean {
  return isFile && (nlink ?? 1) > 1 && !PACKAGE_FOLDER.test(path);
}

/** Why a file with more than one name is not written, and what to do. */
export const HARD_LINK = {
  reason: "it is a hard link, and its other name may be outside the workspace",
  hint: "Replace it by a copy, such as with cp and mv.",
};

/** Throws for paths of the kernel, which are no ordinary files. */
export function refuseKernel(path: string, tested: string): void {
  for (const folder of KERNEL_FOLDERS) {
    if (isInside(tested, folder)) {
      throw refusal(path, { reason: `${folder} belongs to the system`, hint: "Name an ordinary file." });
    }
  }
}

/** The error for a path that may not be accessed. */
export function refusal(path: string, { reason, hint }: { reason: string; hint: string }): QwenError {
  return fail("tool_failed", `Cannot access ${path}: ${reason}`, { hint, detail: "path_refused" });
}

/** Turns an error of the operating system into a QwenError; a QwenError passes through. */
export function systemFailure(path: string, error: unknown): Error {
  if (!(error instanceof Error) || error.name === "QwenError") return error as Error;
  if (isAbsent(error)) {
    return fail("tool_failed", `File not found: ${path}`, { hint: "Check the path with glob or list_directory." });
  }
  return fail("tool_failed", `Cannot access ${path}: ${error.message}`, { cause: error });
}
