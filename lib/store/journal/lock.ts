/**
 * A session's file is locked by the operating system for as long as its writer lives: the lock ends with the process,
 * so a killed writer leaves nothing stale behind. The lock is advisory and does not affect readers.
 */
import { fail, type QwenError } from "../../model/problem.ts";
import { after } from "../../model/timer.ts";

/** How long to wait for a lock where Deno cannot try one; a free lock is granted at once. */
const LOCK_MS = 200;

/** Takes the writer's lock of an open file; false when another process has it. */
export async function tryLock(file: Deno.FsFile): Promise<boolean> {
  return "tryLockSync" in file ? file.tryLockSync(true) : await lockSoon(file);
}

/** Older releases of Deno only have a lock that waits. */
async function lockSoon(file: Deno.FsFile): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const cancel = after(LOCK_MS, () => resolve(false));
  file.lock(true).then(() => resolve(true), () => resolve(false));
  return await promise.finally(cancel);
}

/** The error for a session that another process writes. */
export async function sessionLocked(sessionId: string, path: string): Promise<QwenError> {
  const holder = await lockHolder(path);
  const who = holder === null ? "" : ` (pid ${holder})`;
  return fail("session_locked", `Session ${sessionId} is being written by another process${who}`, {
    hint: "Wait until it has ended, or continue a copy of the session with --fork-session.",
  });
}

/** The process that holds the lock of a file; null where the system does not say. */
async function lockHolder(path: string): Promise<number | null> {
  if (Deno.build.os !== "linux") return null;
  try {
    const { ino } = await Deno.stat(path);
    const table = await Deno.readTextFile("/proc/locks");
    for (const line of table.split("\n")) {
      const [, kind, , , pid, device] = line.trim().split(/\s+/);
      if (kind === "FLOCK" && ino !== null && device?.endsWith(`:${ino}`)) return Number(pid) || null;
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return null;
    if (error instanceof Deno.errors.NotCapable) return null;
    throw error;
  }
  return null;
}
