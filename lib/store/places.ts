import { fail } from "../model/problem.ts";

/** Where a project's sessions are kept: the runtime base folder and the project's own folder. */
export interface Place {
  /** Such as `~/.qwen`. */
  base: string;
  /** Absolute working folder of the sessions. */
  cwd: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const MAX_FOLDER_NAME = 200;
const MAX_FILE_NAME = 200;
/** Longest name of a file that is replaced in one step: its draft has a longer one, and 255 bytes are the limit. */
export const MAX_DRAFT_NAME = 150;

/** The folder name that stands for a working folder: everything but letters and digits becomes a dash. */
export function folderName(cwd: string): string {
  const plain = (Deno.build.os === "windows" ? cwd.toLowerCase() : cwd).replace(/[^A-Za-z0-9]/g, "-");
  if (plain.length <= MAX_FOLDER_NAME) return plain;
  let hash = 5381;
  for (let i = 0; i < cwd.length; i++) hash = (hash * 33 + cwd.charCodeAt(i)) >>> 0;
  return `${plain.slice(0, MAX_FOLDER_NAME)}-${hash.toString(36)}`;
}

/** The folder of everything that is kept for one project. */
export function projectFolder(place: Place): string {
  return `${place.base}/projects/${folderName(place.cwd)}`;
}

/** The folder of a project's session files. */
export function chatsFolder(place: Place): string {
  return `${projectFolder(place)}/chats`;
}

/** Whether a session can be kept under this id. */
export function canBeKept(sessionId: string): boolean {
  const { length } = encodeURIComponent(sessionId.toWellFormed());
  return length > 0 && length <= MAX_FILE_NAME;
}

/** The name that stands for a session id among files; ids of hosts may hold any character. */
export function sessionName(sessionId: string): string {
  if (canBeKept(sessionId)) return encodeURIComponent(sessionId.toWellFormed());
  throw fail(
    "config_invalid",
    `Cannot keep a session with the id "${sessionId.slice(0, 50)}": it is empty or too long`,
    {
      hint: "Use a UUID.",
    },
  );
}

/** The file of one session. */
export function sessionFile(place: Place, sessionId: string): string {
  return `${chatsFolder(place)}/${sessionName(sessionId)}.jsonl`;
}

/** The file of what a sub-agent of a session said. */
export function agentFile(place: Place, { sessionId, agentId }: { sessionId: string; agentId: string }): string {
  const name = agentId.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, MAX_DRAFT_NAME);
  return `${projectFolder(place)}/subagents/${sessionName(sessionId)}/agent-${name}.jsonl`;
}

/** The file of what all sessions of a user have used. */
export function usageFile(globalFolder: string): string {
  return `${globalFolder}/usage_record.jsonl`;
}

/** Whether a text has the form of a UUID of version 1 to 5. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Makes a folder and its parents, closed to others. */
export async function makePrivateFolder(path: string): Promise<void> {
  await Deno.mkdir(path, PRIVATE);
}

/** The same, while nothing else happens. */
export function makePrivateFolderNow(path: string): void {
  Deno.mkdirSync(path, PRIVATE);
}

const PRIVATE = { recursive: true, mode: 0o700 } as const;
