import { relative } from "../../../path/mod.ts";
import { homeFolder } from "../../../config/home_folder.ts";
import type { ProjectFile } from "../../../model/mod.ts";
import type { RunConfig } from "./load_config.ts";
import { readMcpFile } from "./mcp_file.ts";

/** The part of a configuration that decides what the files of a project mean. */
export type ProjectConfig = Pick<RunConfig, "flags" | "settings" | "loaded" | "cwd" | "home" | "env">;

/** A file before its path is written for a reader. */
type Found = Omit<ProjectFile, "kind">;

/** What the parts of a session have found. */
export interface FoundFiles {
  context: { files: readonly { path: string }[]; leftOut: readonly { path: string; reason: string }[] };
  skills: readonly Found[];
  commands: { used?: readonly string[]; ignored: readonly { path: string; reason: string }[] };
  agents: { used: readonly string[]; ignored: readonly { path: string; reason: string }[] };
}

const MAX_FILES = 500;

/** The files of a project and of the home folder, whether they are used, and why not. */
export function projectFiles(
  config: ProjectConfig,
  { context, skills, commands, agents }: FoundFiles,
): ProjectFile[] {
  const mcp = readMcpFile(config);
  const all: ProjectFile[] = [
    ...kind("context", both({ used: context.files.map(({ path }) => path), ignored: context.leftOut })),
    ...kind("skill", skills),
    ...kind("command", both(commands)),
    ...kind("agent", both(agents)),
    ...kind("settings", config.loaded.found),
    ...kind("mcp", mcp ? [{ path: mcp.path, taken: mcp.reason === null, ...reason(mcp.reason) }] : []),
  ];
  return all.slice(0, MAX_FILES).map((file) => ({ ...file, path: shown(file.path, config) }));
}

function kind(name: ProjectFile["kind"], files: readonly Found[]): ProjectFile[] {
  return files.map(({ path, ...rest }) => ({ path, kind: name, ...rest }));
}

function both({ used = [], ignored }: FoundFiles["commands"]): Found[] {
  return [...used.map((path) => ({ path, taken: true })), ...ignored.map((file) => ({ ...file, taken: false }))];
}

function reason(text: string | null): { reason?: string } {
  return text === null ? {} : { reason: text };
}

/** A path relative to the working folder, or to the home folder where it is not below the working folder. */
function shown(path: string, { cwd, env }: Pick<RunConfig, "cwd" | "env">): string {
  const home = homeFolder(env);
  if (path.startsWith(`${cwd}/`)) return path.slice(cwd.length + 1);
  return path.startsWith(`${home}/`) && !cwd.startsWith(`${home}/`)
    ? `~/${path.slice(home.length + 1)}`
    : path.startsWith(`${home}/.`)
    ? `~/${path.slice(home.length + 1)}`
    : relative(cwd, path);
}
