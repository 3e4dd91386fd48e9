import type { AgentSpec } from "../model/command.ts";
import { hasUnclosedFrontMatter, readFrontMatter } from "../stream/front_matter.ts";

/** A folder with a Markdown file for each agent. */
export interface AgentFolder {
  path: string;
  /** Whether its agents may be used; otherwise its files are only listed as ignored. */
  isTrusted: boolean;
  /** Whether a project brought it; its symbolic links are then not followed. */
  isProject: boolean;
}

/** The agents that were read, and the files that were not used. */
export interface AgentFiles {
  agents: AgentSpec[];
  ignored: { path: string; reason: string }[];
  /** Files that became agents. */
  used: string[];
}

const MAX_FILES = 200;
const MAX_BYTES = 256 * 1024;
const UNTRUSTED = "Only a trusted project may bring agents (--trust-project)";

/** Reads the agents of a folder in the order of their file names; a missing folder has none. */
export async function readAgentFolder(folder: AgentFolder): Promise<AgentFiles> {
  const agents: AgentSpec[] = [];
  const ignored: AgentFiles["ignored"] = [];
  const used: string[] = [];
  for (const name of await filesIn(folder)) {
    const path = `${folder.path}/${name}`;
    const found = folder.isTrusted ? await readAgent(path) : UNTRUSTED;
    if (typeof found === "string") ignored.push({ path, reason: found });
    else {
      agents.push(found);
      used.push(path);
    }
  }
  return { agents, ignored, used };
}

async function filesIn({ path, isProject }: AgentFolder): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of Deno.readDir(path)) {
      if (entry.isDirectory || !entry.name.endsWith(".md") || (isProject && entry.isSymlink)) continue;
      names.push(entry.name);
    }
  } catch (error) {
    const isAbsent = error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
    if (!isAbsent && !(error instanceof Deno.errors.PermissionDenied)) throw error;
  }
  return names.sort().slice(0, MAX_FILES);
}

/** One agent, or why its file is not used. */
async function readAgent(path: string): Promise<AgentSpec | string> {
  try {
    const { isFile, size } = await Deno.stat(path);
    if (!isFile) return "it is not a regular file";
    if (size > MAX_BYTES) return `it is larger than ${MAX_BYTES / 1024} KiB`;
    return await parseAgent(await Deno.readTextFile(path), path.slice(path.lastIndexOf("/") + 1, -".md".length));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reads the text of an agent's file: front matter between `---` lines, then its prompt. Returns what is wrong with it. */
export async function parseAgent(text: string, fileName: string): Promise<AgentSpec | string> {
  if (hasUnclosedFrontMatter(text)) return "its front matter is not closed by a --- line";
  const matter = await readFrontMatter(text);
  if (!matter) return "it does not begin with front matter between --- lines";
  const prompt = matter.body.trim();
  if (prompt === "") return "it has no prompt after its front matter";
  const textOf = (name: string): string | undefined =>
    [matter.values.get(name) ?? []].flat().join(" ").trim() || undefined;
  const spec: AgentSpec = { name: textOf("name") ?? fileName, description: textOf("description") ?? "", prompt };
  const tools = toolNames(matter.values.get("tools"));
  if (tools && tools.length > 0) spec.tools = tools;
  const denied = toolNames(matter.values.get("disallowedtools"));
  if (denied) spec.deniedTools = denied;
  const model = textOf("model");
  if (model) spec.model = model;
  const maxTurns = Number(textOf("maxturns") ?? textOf("max_turns") ?? Number.NaN);
  if (Number.isSafeInteger(maxTurns) && maxTurns > 0) spec.maxTurns = maxTurns;
  if (textOf("background") === "true") spec.background = true;
  return spec;
}

/** Names from a list or from a text with commas; those in parentheses belong to a rule, also where YAML split there. */
function toolNames(value: string | string[] | undefined): string[] | null {
  if (value === undefined) return null;
  const text = [value].flat().join(", ").replace(/^\[(.*)\]$/, "$1");
  const names = text.split(/,(?![^(]*\))/).map((name) => name.trim().replace(/^(["'])(.*)\1$/, "$2"));
  return names.filter((name) => name !== "");
}
