import { fail, type QwenError } from "../model/problem.ts";

/** The error of a session that another process writes. */
export async function sessionLocked(sessionId: string, path: string): Promise<QwenError> {
  const holder = await lockHolder(path);
  const who = holder === null ? "" : ` (pid ${holder})`;
  return fail("session_locked", `Session ${sessionId} is being written by another process${who}`, {
    hint: "Wait until it has ended, or continue a copy of the session with --fork-session.",
  });
}

/** The process that holds the lock of a file, as far as the system tells. */
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
