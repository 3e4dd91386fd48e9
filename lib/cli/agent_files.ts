import { BUILT_IN_AGENTS, uniqueAgents } from "../engine/built_in_agents.ts";
import { type AgentSpec, deferred, fail } from "../model/mod.ts";
import type { Foundation } from "./foundation.ts";
import { isThere } from "../sandbox/is_there.ts";

/** The agents of a run, and files that were not honoured. */
export interface LoadedAgents {
  agents: AgentSpec[];
  ignored: { path: string; reason: string }[];
}

interface AgentFolder {
  path: string;
  isTrusted: boolean;
  isProject: boolean;
}

const MAX_FILES = 200;
const MAX_BYTES = 256 * 1024;
const UNTRUSTED = "Only a trusted project may bring agents (--trust-project)";

/** The agents that can be called: built in, the user's, a trusted project's, those of `--agents`; later ones win. */
export async function loadAgents({ flags, cwd, home }: Foundation): Promise<LoadedAgents> {
  const folders: AgentFolder[] = flags.bare || flags.safeMode ? [] : [
    { path: `${home}/agents`, isTrusted: true, isProject: false },
    { path: `${cwd}/.qwen/agents`, isTrusted: flags.trustProject ?? false, isProject: true },
  ];
  const read = await Promise.all(folders.map(readFolder));
  return {
    agents: uniqueAgents([
      ...BUILT_IN_AGENTS,
      ...read.flatMap((folder) => folder.agents),
      ...(flags.agents === undefined ? [] : await flagAgents(flags.agents)),
    ]),
    ignored: read.flatMap((folder) => folder.ignored),
  };
}

async function flagAgents(value: object): Promise<AgentSpec[]> {
  const { agentSpecs }: typeof import("../dialects/agent/requests.ts") = await import(
    deferred("../dialects/agent/requests.ts")
  );
  const agents = agentSpecs(value, { ownTool: (name) => name });
  const missing = Object.keys(value).filter((name) => !agents.some((agent) => agent.name === name));
  if (missing.length === 0) return agents;
  throw fail("config_invalid", `--agents: ${missing.join(", ")} must have a text "prompt"`, {
    hint: '{"reviewer":{"description":"Reviews changes","prompt":"You review…"}}',
  });
}

async function readFolder(folder: AgentFolder): Promise<LoadedAgents> {
  const agents: AgentSpec[] = [];
  const ignored: LoadedAgents["ignored"] = [];
  for (const name of await filesIn(folder)) {
    const path = `${folder.path}/${name}`;
    const found = folder.isTrusted ? await readAgent(path) : UNTRUSTED;
    if (typeof found === "string") ignored.push({ path, reason: found });
    else agents.push(found);
  }
  return { agents, ignored };
}

/** The names of the files that describe agents, sorted; none where there is no such folder. */
async function filesIn({ path, isProject }: AgentFolder): Promise<string[]> {
  const names: string[] = [];
  if (!isThere(path)) return names;
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

/** One agent, or why there is none. */
async function readAgent(path: string): Promise<AgentSpec | string> {
  try {
    const { isFile, size } = await Deno.stat(path);
    if (!isFile) return "it is no regular file";
    if (size > MAX_BYTES) return `it is larger than ${MAX_BYTES / 1024} KiB`;
    return parseAgent(await Deno.readTextFile(path), path.slice(path.lastIndexOf("/") + 1, -".md".length));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reads the text of an agent's file: front matter between `---` lines, then its prompt. Returns what is wrong with it. */
export function parseAgent(text: string, fileName: string): AgentSpec | string {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!match) return "it does not begin with front matter between --- lines";
  const prompt = text.slice(match[0].length).trim();
  if (prompt === "") return "it has no prompt after its front matter";
  const facts = frontMatter(match[1]);
  const one = (name: string): string | undefined => facts.get(name)?.join(" ").trim() || undefined;
  const spec: AgentSpec = { name: one("name") ?? fileName, description: one("description") ?? "", prompt };
  const tools = namesOf(facts.get("tools"));
  if (tools && tools.length > 0) spec.tools = tools;
  const denied = namesOf(facts.get("disallowedtools"));
  if (denied) spec.deniedTools = denied;
  const model = one("model");
  if (model) spec.model = model;
  const maxTurns = Number(one("maxturns") ?? one("max_turns") ?? Number.NaN);
  if (Number.isSafeInteger(maxTurns) && maxTurns > 0) spec.maxTurns = maxTurns;
  if (one("background") === "true") spec.background = true;
  return spec;
}

/** The small part of YAML that such files use: `name: value`, lists in either form, and folded texts. */
function frontMatter(text: string): Map<string, string[]> {
  const facts = new Map<string, string[]>();
  let values: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const head = /^([A-Za-z][\w-]*):[ \t]*(.*?)[ \t]*$/.exec(line);
    if (head) {
      const [, name, value] = head;
      values = value === "" || /^[|>][+-]?$/.test(value) ? [] : [unquoted(value)];
      facts.set(name.toLowerCase(), values);
    } else if (/^\s*-\s+/.test(line)) values.push(unquoted(line.replace(/^\s*-\s+/, "").trim()));
    else if (/^\s+\S/.test(line)) values.push(line.trim());
  }
  return facts;
}

function unquoted(value: string): string {
  return value.replace(/^(["'])(.*)\1$/, "$2");
}

function namesOf(values: string[] | undefined): string[] | null {
  if (!values) return null;
  const names = values.flatMap((value) => value.replace(/^\[(.*)\]$/, "$1").split(/,(?![^(]*\))/));
  return names.map((name) => unquoted(name.trim())).filter((name) => name !== "");
}
