/** The checks behind `WorkspaceFiles`, one path at a time. */
import { basename } from "@std/path/basename";
import { dirname } from "@std/path/dirname";
import { join } from "@std/path/join";
import { normalize } from "@std/path/normalize";
import type { FileInfo } from "../model/ports.ts";
import { fail } from "../model/problem.ts";
import { pause } from "../model/timer.ts";
import type { QwenError } from "../model/problem.ts";
import { isInside } from "./real_path.ts";

const KERNEL_FOLDERS = ["/proc", "/sys", "/dev"];
/** More than this is read or written a piece at a time, so that others get their turn. */
export const AT_ONCE_BYTES = 1024 * 1024;
/** The longest time between two looks. */
const MAX_PAUSE_MS = 0.01;
/** How often a file that was begun is looked for to remove it. */
const SWEEPS = 10_000;

/** What is done at once, told as everything of the port is told. */
export function attempt<Value>(act: () => Value): Promise<Value> {
  return new Promise((settle) => settle(act()));
}

/** The real path of the deepest part that is there, and the rest as it is written. */
export function deepReal(path: string): string {
  let head = path.length > 1 ? path.replace(/\/+$/, "") || "/" : path;
  let tail = "";
  for (;;) {
    try {
      return join(Deno.realPathSync(head), tail);
    } catch (error) {
      // Beyond what this thread may look at there is nothing of the workspace.
      if (error instanceof Deno.errors.NotCapable) return normalize(path);
      if (!isAbsent(error)) throw systemFailure(path, error);
    }
    if (isLink(head)) throw refusal(path, `${head} is a link to nothing`, "Remove the link or name its target.");
    const name = basename(head);
    if (name === ".." || name === ".") throw refusal(path, `${head} does not exist`, "Give a path without dots.");
    tail = tail === "" ? name : `${name}/${tail}`;
    head = dirname(head);
  }
}

/** The file or folder at a real path; anything else, such as a pipe or a device, throws. */
export function kind(path: string, real: string): Deno.FileInfo {
  const info = kindIfThere(path, real);
  if (!info) {
    throw fail("tool_failed", `File not found: ${path}`, { hint: "Check the path with glob or list_directory." });
  }
  return info;
}

/** The same, or null where nothing is. */
export function kindIfThere(path: string, real: string): Deno.FileInfo | null {
  let info: Deno.FileInfo;
  try {
    info = Deno.lstatSync(real);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw systemFailure(path, error);
  }
  if (info.isFile || info.isDirectory) return info;
  throw refusal(path, "it is neither a file nor a folder", "Pipes, sockets and devices are not touched.");
}

/** What the port tells of a file. */
export function infoOf({ isFile, isDirectory, size, mtime }: Deno.FileInfo): FileInfo {
  return { isFile, isDirectory, size, mtimeMs: mtime?.getTime() ?? 0 };
}

/** The content of a file, or its head. */
export async function readUpTo(file: Deno.FsFile, maxBytes: number, expected: number): Promise<Uint8Array> {
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

/** Removes a file whose folder may be swapped meanwhile: its name is its own, so that any place it is found in is right. */
export async function sweep(temporary: string): Promise<void> {
  for (let tries = 0; tries < SWEEPS; tries++) {
    try {
      return Deno.removeSync(temporary);
    } catch {
      // It is behind the other face of a folder just now.
      if (tries % 100 === 99) await pause(1);
    }
  }
}

/**
 * Throws unless an opened file or folder is what its path leads to, however often one looks. Looks come in no rhythm:
 * whoever swaps folders in one would otherwise meet all of them.
 */
export function seeAgain(path: string, real: string, what: { seen: Deno.FileInfo; sightings: number }): void {
  const { seen, sightings } = what;
  const isReal = (): boolean => Deno.realPathSync(real) === real;
  const isThere = (): boolean => isSame(Deno.lstatSync(real), seen);
  try {
    for (let sighting = 0; sighting < sightings; sighting++) {
      const chance = Math.random();
      const isWell = chance < 0.5 ? isReal() && isThere() : isThere() && isReal();
      if (!isWell) throw replaced(path);
      for (const until = performance.now() + chance * MAX_PAUSE_MS; performance.now() < until;);
    }
  } catch (error) {
    throw isAbsent(error) ? replaced(path) : systemFailure(path, error);
  }
}

/** Whether two looks have seen the same file or folder. */
export function isSame(one: Deno.FileInfo, other: Deno.FileInfo): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** The refusal of what changed between two looks. */
export function replaced(path: string): QwenError {
  return refusal(path, "it was replaced while it was opened", "Try again.");
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** Whether an error says that nothing is there. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
}

/** Throws for what is no file but a door to the system. */
export function refuseKernel(path: string, tested: string): void {
  for (const folder of KERNEL_FOLDERS) {
    if (isInside(tested, folder)) throw refusal(path, `${folder} belongs to the system`, "Name an ordinary file.");
  }
}

/** Why a path may not be touched. */
export function refusal(path: string, reason: string, hint: string): QwenError {
  return fail("tool_failed", `Cannot touch ${path}: ${reason}`, { hint, detail: "path_refused" });
}

/** A refusal of the operating system in our words; what is ours already passes through. */
export function systemFailure(path: string, error: unknown): Error {
  if (!(error instanceof Error) || error.name === "QwenError") return error as Error;
  if (isAbsent(error)) {
    return fail("tool_failed", `File not found: ${path}`, { hint: "Check the path with glob or list_directory." });
  }
  return fail("tool_failed", `Cannot touch ${path}: ${error.message}`, { cause: error });
}
