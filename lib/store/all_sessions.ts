import { isObject } from "../model/json.ts";
import type { SavedSessionInfo } from "../model/client_work.ts";
import { fail } from "../model/problem.ts";
import { parseRecord } from "./branch.ts";
import { readLines } from "./journal/read_lines.ts";
import { listSessions, type SessionEntry, sessionsIn, summarize } from "./lookup.ts";
import { removeSession } from "./session_files.ts";
import { sessionName } from "./store_paths.ts";

/** Where sessions are looked for. */
export interface AllSessionsOptions {
  /** The folder of all saved data. */
  base: string;
  /** Only sessions of this working folder; null is all. */
  cwd: string | null;
  /** The end of an earlier list, after which this one begins. */
  cursor: string | null;
}

const PAGE = 50;
const MAX_TITLE_CHARS = 100;
const MAX_HEAD_LINES = 16;
const MAX_HEAD_BYTES = 1024 * 1024;

/** The saved sessions of a folder or of all folders, newest first, one page at a time. */
export async function allSessions(
  { base, cwd, cursor }: AllSessionsOptions,
): Promise<{ sessions: SavedSessionInfo[]; nextCursor: string | null }> {
  const entries = (await entriesOf(base, cwd)).sort((a, b) =>
    b.mtimeMs - a.mtimeMs || (a.sessionId < b.sessionId ? -1 : 1)
  );
  const start = cursor === null ? 0 : entries.findIndex((entry) => placeOf(entry) === cursor) + 1;
  const sessions: SavedSessionInfo[] = [];
  let at = start;
  for (; at < entries.length && sessions.length < PAGE; at++) {
    const info = await infoOf(entries[at]);
    if (info && (cwd === null || info.cwd === cwd)) sessions.push(info);
  }
  return { sessions, nextCursor: at < entries.length ? placeOf(entries[at - 1]) : null };
}

/** The saved session with an id, of any folder; null where there is none. */
export async function findAnySession(base: string, sessionId: string): Promise<SavedSessionInfo | null> {
  const found = (await entriesOf(base, null)).find((entry) => entry.sessionId === sessionId);
  return found ? await infoOf(found) : null;
}

/** Removes a saved session of any folder. Throws `session_not_found`, or `session_locked` while a process writes it. */
export async function removeAnySession(base: string, sessionId: string): Promise<void> {
  for (const entry of await entriesOf(base, null)) {
    if (entry.sessionId === sessionId) return await removeSession(entry);
  }
  throw fail("session_not_found", `No saved session found with ID ${JSON.stringify(sessionId.slice(0, 80))}.`);
}

function placeOf({ mtimeMs, sessionId }: SessionEntry): string {
  return `${Math.floor(mtimeMs)}-${sessionName(sessionId)}`;
}

async function entriesOf(base: string, cwd: string | null): Promise<SessionEntry[]> {
  if (cwd !== null) return await listSessions({ base, cwd });
  const entries: SessionEntry[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(`${base}/projects`)) {
      if (isDirectory) entries.push(...await sessionsIn(`${base}/projects/${name}/chats`));
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return entries;
}

async function infoOf(entry: SessionEntry): Promise<SavedSessionInfo | null> {
  const cwd = await folderOf(entry.path);
  if (cwd === null) return null;
  const { title, prompt } = await summarize(entry);
  const text = (title ?? prompt).replace(/\s+/g, " ").trim();
  const shown = text.length > MAX_TITLE_CHARS ? `${text.slice(0, MAX_TITLE_CHARS)}…` : text;
  return { sessionId: entry.sessionId, cwd, title: shown, updatedAt: entry.mtimeMs };
}

/** The working folder of a session; null where its file names none. */
async function folderOf(path: string): Promise<string | null> {
  let seen = 0;
  for await (const line of readLines(path, MAX_HEAD_BYTES)) {
    const record = parseRecord(line.text);
    if (isObject(record) && typeof record.cwd === "string") return record.cwd;
    if (++seen >= MAX_HEAD_LINES) break;
  }
  return null;
}
