import { isObject } from "../model/json.ts";
import { fail, type QwenError } from "../model/problem.ts";
import { branchTo, parseRecord, readNodes, readSkeleton } from "./branch.ts";
import { readLines } from "./journal/read_lines.ts";
import { canBeKept, chatsFolder, isUuid, sessionFile, sessionName, type StorePaths } from "./store_paths.ts";

/** A saved session in a list. */
export interface SessionEntry {
  sessionId: string;
  path: string;
  mtimeMs: number;
  size: number;
}

/** A saved session with its title and first prompt. */
export interface SessionSummary extends SessionEntry {
  title: string | null;
  prompt: string;
}

const FILE_NAME = /^([0-9a-fA-F-]{32,36})\.jsonl$/;
const MAX_FILES = 10_000;
const SAVED = "`qwen sessions` lists those of this folder.";
const MAX_HEAD_LINES = 16;
const MAX_HEAD_BYTES = 1024 * 1024;

/** The sessions of a project, newest first. Empty files do not count. */
export async function listSessions(paths: StorePaths): Promise<SessionEntry[]> {
  return await sessionsIn(chatsFolder(paths));
}

/** The sessions whose files lie in a folder, newest first. */
export async function sessionsIn(folder: string): Promise<SessionEntry[]> {
  const found: SessionEntry[] = [];
  for await (const name of fileNames(folder)) {
    const sessionId = FILE_NAME.exec(name)?.[1];
    if (sessionId === undefined) continue;
    const path = `${folder}/${name}`;
    const info = await statOf(path);
    if (info === null || !info.isFile || info.size === 0) continue;
    found.push({ sessionId, path, mtimeMs: info.mtime?.getTime() ?? 0, size: info.size });
  }
  // Folders are listed in no order, so the oldest are known only at the end.
  return found.sort((a, b) => b.mtimeMs - a.mtimeMs || a.sessionId.localeCompare(b.sessionId)).slice(0, MAX_FILES);
}

/** The newest sessions of exactly this working folder. */
export async function projectSessions(paths: StorePaths, max: number): Promise<SessionEntry[]> {
  const found: SessionEntry[] = [];
  for (const entry of await listSessions(paths)) {
    if (await belongs(entry.path, paths)) found.push(entry);
    if (found.length >= max) break;
  }
  return found;
}

/** The newest session of exactly this working folder, or null. */
export async function newestSession(paths: StorePaths): Promise<SessionEntry | null> {
  return (await projectSessions(paths, 1))[0] ?? null;
}

/** The session with this id or title. Throws `session_not_found`. */
export async function findSession(paths: StorePaths, wanted: string): Promise<SessionEntry> {
  if (isUuid(wanted)) return await sessionById(paths, wanted);
  return await sessionOfHost(paths, wanted) ?? await sessionByTitle(paths, wanted);
}

/** The saved session with exactly this id, or null. */
export async function sessionOfHost(paths: StorePaths, sessionId: string): Promise<SessionEntry | null> {
  const entry = await sessionHere(paths, sessionId);
  return entry && await belongs(entry.path, paths) ? entry : null;
}

/** The session whose file is in the folder of this project, wherever it was recorded; null if there is none. */
export async function sessionHere(paths: StorePaths, sessionId: string): Promise<SessionEntry | null> {
  if (!canBeKept(sessionId)) return null;
  const path = sessionFile(paths, sessionId);
  const info = await statOf(path);
  if (info === null || !info.isFile || info.size === 0) return null;
  return { sessionId, path, mtimeMs: info.mtime?.getTime() ?? 0, size: info.size };
}

async function sessionById(paths: StorePaths, id: string): Promise<SessionEntry> {
  for (const entry of await listSessions(paths)) {
    if (entry.sessionId.toLowerCase() === id.toLowerCase() && await belongs(entry.path, paths)) return entry;
  }
  throw fail("session_not_found", `No saved session found with ID ${id}.`, { hint: SAVED });
}

async function sessionByTitle(paths: StorePaths, title: string): Promise<SessionEntry> {
  const matches: SessionEntry[] = [];
  for (const entry of await listSessions(paths)) {
    const skeleton = await readSkeleton(entry.path);
    if (skeleton.title === title && skeleton.cwd === paths.cwd) matches.push(entry);
  }
  if (matches.length === 1) return matches[0];
  throw matches.length === 0 ? noTitle(title) : manyTitles(title, matches);
}

function noTitle(title: string): QwenError {
  return fail("session_not_found", `No saved session found with title "${title}".`, { hint: SAVED });
}

function manyTitles(title: string, matches: readonly SessionEntry[]): QwenError {
  const ids = matches.slice(0, 10).map((entry) => entry.sessionId).join(", ");
  return fail("session_not_found", `${matches.length} saved sessions have the title "${title}": ${ids}`, {
    hint: "Resume one of them by its id.",
  });
}

/** Throws `session_exists` when an id is in use, in any letter case, active or archived. */
export async function requireNewSession(paths: StorePaths, sessionId: string): Promise<void> {
  const wanted = `${sessionName(sessionId)}.jsonl`.toLowerCase();
  for (const folder of [chatsFolder(paths), `${chatsFolder(paths)}/archive`]) {
    for await (const name of fileNames(folder)) {
      if (name.toLowerCase() !== wanted) continue;
      const info = await statOf(`${folder}/${name}`);
      if (info === null || info.size === 0) continue;
      throw fail(
        "session_exists",
        `Session Id ${sessionId} already exists (active or archived). Delete or unarchive it first.`,
      );
    }
  }
}

/** Adds the title and the first prompt to a session. */
export async function summarize(entry: SessionEntry): Promise<SessionSummary> {
  const skeleton = await readSkeleton(entry.path);
  const first = branchTo(skeleton.leaf).find((node) => node.type === "user" && node.subtype === null);
  let prompt = "";
  if (first) { for await (const { record } of readNodes(entry.path, [first])) if (record) prompt += promptOf(record); }
  return { ...entry, title: skeleton.title, prompt: prompt.slice(0, 200) };
}

function promptOf(record: Record<string, unknown>): string {
  const content = isObject(record.message) ? record.message.content : undefined;
  if (typeof content === "string") return content;
  const parts = isObject(record.message) ? record.message.parts ?? content : undefined;
  if (!Array.isArray(parts)) return "";
  return parts.map((part) => isObject(part) && typeof part.text === "string" ? part.text : "").join("");
}

/** Whether a session belongs to a working folder: different working folders can have the same folder name. */
async function belongs(path: string, paths: StorePaths): Promise<boolean> {
  let seen = 0;
  for await (const line of readLines(path, MAX_HEAD_BYTES)) {
    const record = parseRecord(line.text);
    if (record !== null && typeof record.cwd === "string") return record.cwd === paths.cwd;
    if (++seen >= MAX_HEAD_LINES) break;
  }
  return false;
}

async function* fileNames(folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of Deno.readDir(folder)) if (entry.isFile) yield entry.name;
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

async function statOf(path: string): Promise<Deno.FileInfo | null> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Whether an error means that a file or folder does not exist. */
function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
}
