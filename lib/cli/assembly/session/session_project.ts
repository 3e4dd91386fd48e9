import { openCommands } from "../../../commands/mod.ts";
import { type ContextFiles, readContextFiles } from "../../../config/context_files.ts";
import { type OutputStyle, readOutputStyle } from "../../../config/output_style.ts";
import { defined } from "../../../config/defined.ts";
import { systemClock } from "../../../model/clock.ts";
import type { Commands, OfferedPrompt, ProjectFile, Skill } from "../../../model/mod.ts";
import { MemoryBook } from "./command_context_parts.ts";
import { loadAgents, type LoadedAgents } from "./load_agents.ts";
import { type ProjectConfig, projectFiles } from "../config/project_files.ts";
import { commandFolders, skillsOf } from "./session_sources.ts";

/** What the files of a project and of the user bring to a session. */
export interface SessionProject {
  memory: MemoryBook;
  commands: Commands;
  agents: LoadedAgents;
  skills: readonly Skill[];
  /** Every file that was found, whether it is used or not. */
  files: ProjectFile[];
  /** How answers are written; null where no host has asked for it. */
  style: OutputStyle | null;
}

/** Reads context files, skills, commands and agents. A file that cannot be used is listed with the reason. */
export async function openProject(
  config: ProjectConfig,
  { note, offers }: { note: (text: string) => void; offers?: () => readonly OfferedPrompt[] },
): Promise<SessionProject> {
  const { cwd, env, flags } = config;
  const { skills, files } = await skillsOf(config);
  const [context, commands, agents, style] = await Promise.all([
    readContext(config),
    openCommands({ ...commandFolders(config), cwd, clock: systemClock, skills, ...defined({ offers }) }),
    loadAgents(config),
    // Only a host that names its sources asks for a style.
    flags.settingSources ? readOutputStyle({ cwd, env, sources: flags.settingSources }) : null,
  ]);
  for (const warning of context.warnings) note(`qwen: ${warning}`);
  return {
    memory: new MemoryBook(config, context.files),
    ...{ commands, agents, skills, style },
    files: projectFiles(config, { context, skills: files, commands, agents }),
  };
}

async function readContext({ flags, settings, cwd, home }: ProjectConfig): Promise<ContextFiles> {
  if (flags.bare || flags.safeMode) return { files: [], leftOut: [], warnings: [] };
  const names = settings.get("context.fileName");
  return await readContextFiles({ cwd, home, ...defined({ names }) });
}
