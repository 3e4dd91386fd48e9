import { isObject } from "../model/json.ts";
import { fail, type QwenError } from "../model/problem.ts";
import { branchTo, parseRecord, readNodes, readSkeleton } from "./branch.ts";
import { readLines } from "./read_lines.ts";
import { canBeKept, chatsFolder, isUuid, type Place, sessionFile, sessionName } from "./places.ts";

/** A saved session, as lists show it. */
export interface SessionEntry {
  sessionId: string;
  path: string;
  mtimeMs: number;
  size: number;
}

/** A saved session with what a person recognises it by. */
export interface SessionSummary extends SessionEntry {
  title: string | null;
  prompt: string;
}

const FILE_NAME = /^([0-9a-fA-F-]{32,36})\.jsonl$/;
const MAX_FILES = 10_000;
const SAVED = "`qwen sessions` lists those of this folder.";
const MAX_HEAD_LINES = 16;
const MAX_HEAD_BYTES = 1024 * 1024;

/** Sessions of a project, newest first. Empty files are none. */
export async function listSessions(place: Place): Promise<SessionEntry[]> {
  const folder = chatsFolder(place);
  const found: SessionEntry[] = [];
  for await (const name of fileNames(folder)) {
    const sessionId = FILE_NAME.exec(name)?.[1];
    if (sessionId === undefined) continue;
    const path = `${folder}/${name}`;
    const info = await statOf(path);
    if (info === null || !info.isFile || info.size === 0) continue;
    found.push({ sessionId, path, mtimeMs: info.mtime?.getTime() ?? 0, size: info.size });
  }
  // Folders are listed in no order, so that all have to be seen before the oldest can be left out.
  return found.sort((a, b) => b.mtimeMs - a.mtimeMs || a.sessionId.localeCompare(b.sessionId)).slice(0, MAX_FILES);
}

/** The newest sessions of this very working folder. */
export async function projectSessions(place: Place, most: number): Promise<SessionEntry[]> {
  const found: SessionEntry[] = [];
  for (const entry of await listSessions(place)) {
    if (await belongs(entry.path, place)) found.push(entry);
    if (found.length >= most) break;
  }
  return found;
}

/** The newest session of this very working folder, or null. */
export async function newestSession(place: Place): Promise<SessionEntry | null> {
  return (await projectSessions(place, 1))[0] ?? null;
}

/** The session that a text names: its id, or its title. Throws `session_not_found`. */
export async function findSession(place: Place, wanted: string): Promise<SessionEntry> {
  if (isUuid(wanted)) return await sessionById(place, wanted);
  return await sessionOfHost(place, wanted) ?? await sessionByTitle(place, wanted);
}

/** The saved session of exactly this id, or null. */
export async function sessionOfHost(place: Place, sessionId: string): Promise<SessionEntry | null> {
  if (!canBeKept(sessionId)) return null;
  const path = sessionFile(place, sessionId);
  const info = await statOf(path);
  if (info === null || !info.isFile || info.size === 0 || !await belongs(path, place)) return null;
  return { sessionId, path, mtimeMs: info.mtime?.getTime() ?? 0, size: info.size };
}

async function sessionById(place: Place, id: string): Promise<SessionEntry> {
  for (const entry of await listSessions(place)) {
    if (entry.sessionId.toLowerCase() === id.toLowerCase() && await belongs(entry.path, place)) return entry;
  }
  throw fail("session_not_found", `No saved session found with ID ${id}.`, { hint: SAVED });
}

async function sessionByTitle(place: Place, title: string): Promise<SessionEntry> {
  const matches: SessionEntry[] = [];
  for (const entry of await listSessions(place)) {
    const skeleton = await readSkeleton(entry.path);
    if (skeleton.title === title && skeleton.cwd === place.cwd) matches.push(entry);
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

/** Throws `session_exists` where an id is taken, in whatever case, active or archived. */
export async function requireNewSession(place: Place, sessionId: string): Promise<void> {
  const wanted = `${sessionName(sessionId)}.jsonl`.toLowerCase();
  for (const folder of [chatsFolder(place), `${chatsFolder(place)}/archive`]) {
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

/** What a person recognises a session by: its title and its first prompt, from the head of the file. */
export async function summarize(entry: SessionEntry): Promise<SessionSummary> {
  const skeleton = await readSkeleton(entry.path);
  const first = branchTo(skeleton.leaf).find((node) => node.type === "user" && node.subtype === null);
  let prompt = "";
  if (first) { for await (const { record } of readNodes(entry.path, [first])) prompt += promptOf(record); }
  return { ...entry, title: skeleton.title, prompt: prompt.slice(0, 200) };
}

function promptOf(record: Record<string, unknown>): string {
  const parts = isObject(record.message) ? record.message.parts : undefined;
  if (!Array.isArray(parts)) return "";
  return parts.map((part) => isObject(part) && typeof part.text === "string" ? part.text : "").join("");
}

/** Folder names of different projects can coincide: the first record says whose session it is. */
async function belongs(path: string, place: Place): Promise<boolean> {
  let seen = 0;
  for await (const line of readLines(path, MAX_HEAD_BYTES)) {
    const record = parseRecord(line.text);
    if (record !== null && typeof record.cwd === "string") return record.cwd === place.cwd;
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

/** Where a folder should be and something else is, there are no sessions either. */
function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
}
