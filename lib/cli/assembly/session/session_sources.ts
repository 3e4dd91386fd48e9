import { homeFolder } from "../../../config/home_folder.ts";
import { readSkillFolders, type SkillFiles } from "../../../config/skill_files.ts";
import type { openCommands } from "../../../commands/mod.ts";
import { defined } from "../../../config/defined.ts";
import type { JsonObject } from "../../../model/mod.ts";
import type { RunConfig } from "../config/load_config.ts";
import type { ProjectConfig } from "../config/project_files.ts";
import { readMcpFile } from "../config/mcp_file.ts";
import type { ServerEntry } from "./session_servers.ts";

/** The folders of custom commands, and the commands that are switched off. */
export function commandFolders(
  { flags, settings, cwd, home, env }: ProjectConfig,
): Pick<Parameters<typeof openCommands>[0], "folders" | "disabled"> {
  const isTrusted = flags.trustProject ?? false;
  return {
    folders: flags.bare || flags.safeMode ? [] : [
      ...[".qwen", ".claude"].map((name) => ({
        path: `${cwd}/${name}/commands`,
        source: "project" as const,
        isTrusted,
      })),
      { path: `${home}/commands`, source: "user", isTrusted: true },
      { path: `${homeFolder(env)}/.claude/commands`, source: "user", isTrusted: true },
    ],
    disabled: [...(flags.disabledSlashCommands ?? []), ...(settings.get("slashCommands.disabled") ?? [])],
  };
}

/** Where skills are looked for, below the project and below the home folder. */
const SKILL_FOLDERS: readonly string[] = [".agents/skills", ".qwen/skills", ".claude/skills"];

/** Reads the skills of a project and of the user; those of the project come first. */
export async function skillsOf({ flags, cwd, home, env }: ProjectConfig): Promise<SkillFiles> {
  if (flags.bare || flags.safeMode) return { skills: [], files: [] };
  const user = homeFolder(env);
  const isTrusted = flags.trustProject ?? false;
  const ofUser = [...new Set([`${user}/.agents/skills`, `${home}/skills`, `${user}/.claude/skills`])];
  const ofProject = SKILL_FOLDERS.map((name) => `${cwd}/${name}`).filter((path) => !ofUser.includes(path));
  return await readSkillFolders([
    ...ofProject.map((path) => ({ path, isProject: true, isTrusted })),
    ...ofUser.map((path) => ({ path, isProject: false, isTrusted: true })),
  ]);
}

/** The MCP servers of settings and flags, which servers those admit, whoever names them, and the file of tokens. */
export function serversOf(
  config: RunConfig,
): { entries: ServerEntry[]; admits: (name: string) => boolean; tokenFile: string; toolBudgetBytes?: number } {
  const { flags, settings, home } = config;
  const allowed = flags.allowedMcpServerNames ?? settings.get("mcp.allowed");
  const excluded = new Set(settings.get("mcp.excluded") ?? []);
  const admits = (name: string): boolean => (!allowed || allowed.includes(name)) && !excluded.has(name);
  const entries = serverEntries(config).filter(({ name }) => admits(name));
  const toolBudgetBytes = settings.get("mcp.toolBudgetBytes");
  return { entries, admits, tokenFile: mcpTokenFile(home), ...defined({ toolBudgetBytes }) };
}

/** The file of the tokens of MCP servers. */
export function mcpTokenFile(home: string): string {
  return `${home}/mcp-oauth-tokens.json`;
}

function serverEntries(config: RunConfig): ServerEntry[] {
  const { flags, settings } = config;
  const fromSettings = flags.strictMcpConfig || flags.bare || flags.safeMode ? {} : settings.get("mcpServers") ?? {};
  const named = { settings: fromSettings, flag: flags.mcpConfig ?? {} };
  const ofProject = flags.strictMcpConfig ? {} : readMcpFile(config)?.servers ?? {};
  const all = { project: ofProject, ...named };
  const entries = (["project", "settings", "flag"] as const).flatMap((source) =>
    Object.entries(all[source] as Record<string, JsonObject>).map(([name, entry]) => ({ name, entry, source }))
  );
  // A later source wins.
  return entries.filter(({ name }, index) => entries.findLastIndex((other) => other.name === name) === index);
}
