import { fail, reasonOf } from "../model/problem.ts";
import { parseRecord } from "./branch.ts";
import { sessionLocked, tryLock } from "./journal/lock.ts";
import { readLines } from "./journal/read_lines.ts";
import { requireNewSession, type SessionEntry } from "./lookup.ts";
import { canBeKept, chatsFolder, makePrivateFolder, sessionFile, type StorePaths } from "./store_paths.ts";

/** Removes a saved session. Throws `session_locked` while another process writes it. */
export async function removeSession({ sessionId, path }: SessionEntry): Promise<void> {
  const file = await Deno.open(path, { read: true, write: true });
  try {
    if (!await tryLock(file)) throw await sessionLocked(sessionId, path);
    await Deno.remove(path);
  } finally {
    file.close();
  }
}

/**
 * Saves an exported session in this folder and returns its id. Its records then belong to this working folder. Throws
 * `input_error` for a file that is no session, and `session_exists`.
 */
export async function importSession(source: string, paths: StorePaths): Promise<string> {
  let sessionId: string | null = null;
  const records: string[] = [];
  try {
    for await (const { text } of readLines(source)) {
      if (text?.trim() === "") continue;
      const record = parseRecord(text);
      if (!record || typeof record.uuid !== "string" || typeof record.sessionId !== "string") throw noSession(source);
      sessionId ??= record.sessionId;
      records.push(JSON.stringify({ ...record, sessionId, ...("cwd" in record ? { cwd: paths.cwd } : {}) }));
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) {
      throw fail("input_error", `Cannot read ${source}: ${reasonOf(error)}`);
    }
    throw error;
  }
  if (sessionId === null || !canBeKept(sessionId)) throw noSession(source);
  await requireNewSession(paths, sessionId);
  await makePrivateFolder(chatsFolder(paths));
  const text = records.map((record) => `${record}\n`).join("");
  await Deno.writeTextFile(sessionFile(paths, sessionId), text, { createNew: true, mode: 0o600 });
  return sessionId;
}

function noSession(source: string): Error {
  return fail("input_error", `${source} is not an exported session`, {
    hint: "`qwen sessions export ID FILE` writes one.",
  });
}
