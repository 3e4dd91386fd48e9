import type { Json } from "../model/json.ts";
import { fail } from "../model/problem.ts";

/** The folders that decide where a project's sessions are saved. */
export interface StorePaths {
  /** The folder of all saved data, such as `~/.qwen`. */
  base: string;
  /** The absolute working folder of the sessions. */
  cwd: string;
  /** Set where the sessions are those of Claude Code: its folders, its format and its names of tools. */
  claude?: EntryNaming;
}

/** Converts names and inputs of tools to those of a session file, and back; `tool` of an input is always our name. */
export interface EntryNaming {
  tool(name: string): string;
  ownTool(name: string): string;
  input(tool: string, input: Json): Json;
  ownInput(tool: string, input: Json): Json;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const MAX_FOLDER_NAME = 200;
const MAX_FILE_NAME = 200;
/** The longest name of a file for `replaceFile`, whose drafts have longer names; the limit is 255 bytes. */
export const MAX_DRAFT_NAME = 150;

/** The folder name for a working folder: everything but letters and digits becomes a dash. */
function folderName(cwd: string): string {
  const plain = (Deno.build.os === "windows" ? cwd.toLowerCase() : cwd).replace(/[^A-Za-z0-9]/g, "-");
  if (plain.length <= MAX_FOLDER_NAME) return plain;
  let hash = 5381;
  for (let i = 0; i < cwd.length; i++) hash = (hash * 33 + cwd.charCodeAt(i)) >>> 0;
  return `${plain.slice(0, MAX_FOLDER_NAME)}-${hash.toString(36)}`;
}

/** The same as Claude Code names it: a long name ends with another hash. */
function claudeFolderName(cwd: string): string {
  const plain = cwd.replace(/[^A-Za-z0-9]/g, "-");
  if (plain.length <= MAX_FOLDER_NAME) return plain;
  let hash = 0;
  for (let i = 0; i < cwd.length; i++) hash = (hash * 31 + cwd.charCodeAt(i)) | 0;
  return `${plain.slice(0, MAX_FOLDER_NAME)}-${Math.abs(hash).toString(36)}`;
}

/** The folder of all saved data of a project. */
export function projectFolder({ base, cwd, claude }: StorePaths): string {
  return `${base}/projects/${claude ? claudeFolderName(cwd) : folderName(cwd)}`;
}

/** The folder of a project's session files. */
export function chatsFolder(paths: StorePaths): string {
  return paths.claude ? projectFolder(paths) : `${projectFolder(paths)}/chats`;
}

/** Whether a session with this id can be saved. */
export function canBeKept(sessionId: string): boolean {
  const { length } = encodeURIComponent(sessionId.toWellFormed());
  return length > 0 && length <= MAX_FILE_NAME;
}

/** The file name for a session id; ids of hosts may contain any character. */
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
export function sessionFile(paths: StorePaths, sessionId: string): string {
  return `${chatsFolder(paths)}/${sessionName(sessionId)}.jsonl`;
}

/** The transcript of a sub-agent. */
export function agentFile(paths: StorePaths, { sessionId, agentId }: { sessionId: string; agentId: string }): string {
  const name = agentId.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, MAX_DRAFT_NAME);
  const folder = paths.claude ? `${sessionName(sessionId)}/subagents` : `subagents/${sessionName(sessionId)}`;
  return `${projectFolder(paths)}/${folder}/agent-${name}.jsonl`;
}

/** The file with the usage of all sessions of a user. */
export function usageFile(globalFolder: string): string {
  return `${globalFolder}/usage_record.jsonl`;
}

/** Whether a text has the form of a UUID of version 1 to 5. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Makes a folder and its parents, accessible to the user only. */
export async function makePrivateFolder(path: string): Promise<void> {
  await Deno.mkdir(path, PRIVATE);
}

/** The synchronous form of `makePrivateFolder`. */
export function makePrivateFolderSync(path: string): void {
  Deno.mkdirSync(path, PRIVATE);
}

const PRIVATE = { recursive: true, mode: 0o700 } as const;
