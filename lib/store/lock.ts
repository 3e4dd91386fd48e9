/**
 * A session's file is locked by the operating system for as long as its writer lives: the lock goes with the
 * process, so a killed writer leaves nothing stale behind. It is advisory and stops nobody from reading.
 */

import { after } from "../model/timer.ts";

/** Takes the writer's lock of an open file; false when another process has it. */
export async function tryLock(file: Deno.FsFile): Promise<boolean> {
  // At once: it never waits, and a turn of the event loop would come before the first request.
  if ("tryLockSync" in file) return file.tryLockSync(true);
  return await lockSoon(file);
}

// Older releases of Deno only have a lock that waits; one that is free is had at once.
const LOCK_MS = 200;

async function lockSoon(file: Deno.FsFile): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const callOff = after(LOCK_MS, () => resolve(false));
  file.lock(true).then(() => resolve(true), () => resolve(false));
  return await promise.finally(callOff);
}
