import type { Foundation } from "./foundation.ts";
import type { Glance } from "../sandbox/glance.ts";
import { isThere } from "../sandbox/is_there.ts";

/** Files of a project that other agents and editors act upon, and why they mean nothing here. */
const FOREIGN: readonly { name: string; reason: string }[] = [
  { name: ".mcp.json", reason: "MCP servers come from flags and the user's settings only" },
  { name: ".env", reason: "Variables of a project are not read" },
  { name: ".qwen/.env", reason: "Variables of a project are not read" },
  { name: ".envrc", reason: "Variables of a project are not read" },
  { name: ".qwen/settings.local.json", reason: "Only .qwen/settings.json is read" },
  { name: ".qwen/hooks", reason: "Hooks of a project are not run" },
  { name: ".qwen/extensions", reason: "Extensions of a project are not loaded" },
  { name: ".claude/settings.json", reason: "Settings of another program" },
  { name: ".gemini/settings.json", reason: "Settings of another program" },
  { name: ".codex/config.toml", reason: "Settings of another program" },
  { name: ".vscode/tasks.json", reason: "Tasks of an editor are not run" },
];

/** What an untrusted project has to offer that is not taken. */
export function untrustedFiles(
  { flags, cwd }: Pick<Foundation, "flags" | "cwd">,
  glance?: Glance,
): { path: string; reason: string }[] {
  if (flags.bare) return [];
  return FOREIGN.map(({ name, reason }) => ({ path: `${cwd}/${name}`, reason })).filter(({ path }) =>
    isThere(path, glance)
  );
}
