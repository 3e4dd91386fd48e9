import type { RunConfig } from "./load_config.ts";
import { exists } from "../../../config/exists.ts";

/** Files of a project that other programs act upon, and why this one does not use them. */
const FOREIGN: readonly { name: string; reason: string }[] = [
  { name: ".mcp.json", reason: "Only a trusted project may bring MCP servers (--trust-project)" },
  { name: ".env", reason: "Variables of a project are not read" },
  { name: ".qwen/.env", reason: "Variables of a project are not read" },
  { name: ".envrc", reason: "Variables of a project are not read" },
  { name: ".qwen/settings.local.json", reason: "Only .qwen/settings.json is read" },
  { name: ".qwen/hooks", reason: "Hooks of a project are not run" },
  { name: ".qwen/extensions", reason: "Extensions of a project are not loaded" },
  { name: ".gemini/settings.json", reason: "Settings of another program" },
  { name: ".codex/config.toml", reason: "Settings of another program" },
  { name: ".vscode/tasks.json", reason: "Tasks of an editor are not run" },
];

/** The files of a project that are not used. */
export function untrustedFiles({ flags, cwd }: Pick<RunConfig, "flags" | "cwd">): { path: string; reason: string }[] {
  if (flags.bare) return [];
  return FOREIGN.filter(({ name }) => name !== ".mcp.json" || !flags.trustProject)
    .map(({ name, reason }) => ({ path: `${cwd}/${name}`, reason }))
    .filter(({ path }) => exists(path));
}
