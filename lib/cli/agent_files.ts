import { BUILT_IN_AGENTS, uniqueAgents } from "../engine/built_in_agents.ts";
import { type AgentSpec, deferred } from "../model/mod.ts";
import type { Glance } from "../sandbox/glance.ts";
import { isThere } from "../sandbox/is_there.ts";
import type { Foundation } from "./foundation.ts";

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
const UNTRUSTED = "Only a trusted project may bring agents (--trust-project)";

/** The agents that can be called: built in, the user's, a trusted project's, those of `--agents`; later ones win. */
export async function loadAgents({ flags, cwd, home }: Foundation, glance?: Glance): Promise<LoadedAgents> {
  const folders: AgentFolder[] = flags.bare || flags.safeMode ? [] : [
    { path: `${home}/agents`, isTrusted: true, isProject: false },
    { path: `${cwd}/.qwen/agents`, isTrusted: flags.trustProject ?? false, isProject: true },
  ];
  const read = await Promise.all(folders.filter(({ path }) => !glance?.isAbsent(path)).map(readFolder));
  return {
    agents: uniqueAgents([
      ...BUILT_IN_AGENTS,
      ...read.flatMap((folder) => folder.agents),
      ...(flags.agents === undefined ? [] : await (await reader()).flagAgents(flags.agents)),
    ]),
    ignored: read.flatMap((folder) => folder.ignored),
  };
}

/** Most runs have no agents but those that are built in. */
async function reader(): Promise<typeof import("./read_agent.ts")> {
  return await import(deferred("./read_agent.ts"));
}

async function readFolder(folder: AgentFolder): Promise<LoadedAgents> {
  const agents: AgentSpec[] = [];
  const ignored: LoadedAgents["ignored"] = [];
  for (const name of await filesIn(folder)) {
    const path = `${folder.path}/${name}`;
    const found = folder.isTrusted ? await (await reader()).readAgent(path) : UNTRUSTED;
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
