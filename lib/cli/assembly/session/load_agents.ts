import { readAgentFolder } from "../../../config/agent_files.ts";
import { homeFolder } from "../../../config/home_folder.ts";
import { agentSpecs } from "../../../dialects/agent/requests.ts";
import { BUILT_IN_AGENTS, uniqueAgents } from "../../../engine/agents/built_in_agents.ts";
import { type AgentSpec, fail } from "../../../model/mod.ts";
import type { ProjectConfig } from "../config/project_files.ts";

/** The agents of a run, and files that were not used. */
export interface LoadedAgents {
  agents: AgentSpec[];
  ignored: { path: string; reason: string }[];
  /** Files that became agents. */
  used: string[];
}

/** The agents that can be called: built in, the user's, a trusted project's, those of `--agents`; later ones win. */
export async function loadAgents({ flags, cwd, home, env }: ProjectConfig): Promise<LoadedAgents> {
  // A host that names the project among its sources asks for its agents; each of their calls is judged.
  const isAskedFor = flags.settingSources?.includes("project") ?? false;
  const project = { isTrusted: (flags.trustProject ?? false) || isAskedFor, isProject: true };
  const user = { isTrusted: true, isProject: false };
  // In the home folder the files of the project are those of the user.
  const places = cwd === homeFolder(env) ? [] : [
    { path: `${cwd}/.claude/agents`, ...project },
    { path: `${cwd}/.qwen/agents`, ...project },
  ];
  const folders = flags.bare || flags.safeMode ? [] : [
    { path: `${homeFolder(env)}/.claude/agents`, ...user },
    { path: `${home}/agents`, ...user },
    ...places,
  ];
  const read = await Promise.all(folders.map(readAgentFolder));
  return {
    agents: uniqueAgents([
      ...BUILT_IN_AGENTS,
      ...read.flatMap((folder) => folder.agents),
      ...(flags.agents === undefined ? [] : flagAgents(flags.agents)),
    ]),
    ignored: read.flatMap((folder) => folder.ignored),
    used: read.flatMap((folder) => folder.used),
  };
}

/** The agents of `--agents`. Throws a QwenError for one without a prompt. */
function flagAgents(value: object): AgentSpec[] {
  const agents = agentSpecs(value, { ownTool: (name) => name });
  const missing = Object.keys(value).filter((name) => !agents.some((agent) => agent.name === name));
  if (missing.length === 0) return agents;
  throw fail("config_invalid", `--agents: ${missing.join(", ")} must have a text "prompt"`, {
    hint: '{"reviewer":{"description":"Reviews changes","prompt":"You review…"}}',
  });
}
