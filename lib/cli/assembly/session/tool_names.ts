import { AGENT_DECLARATION } from "../../../engine/agents/agent_tool.ts";
import { LIST_AGENTS_DECLARATION } from "../../../engine/agents/list_agents_tool.ts";
import { READ_MCP_RESOURCE_NAMING } from "../../../mcp/read_mcp_resource.ts";
import { TOOL_SEARCH_NAMING } from "../../../mcp/tool_budget.ts";
import type { ToolNaming } from "../../../model/mod.ts";
import { ToolNames } from "../../../sandbox/policy/tool_names.ts";
import { STRUCTURED_NAMING } from "../../../schema/structured_texts.ts";
import { BUILT_IN_NAMINGS } from "../../../tools/mod.ts";

/** The names of all tools that the program has or knows of, as their own files declare them. */
export const TOOL_NAMINGS: readonly ToolNaming[] = [
  ...BUILT_IN_NAMINGS,
  AGENT_DECLARATION,
  LIST_AGENTS_DECLARATION,
  READ_MCP_RESOURCE_NAMING,
  TOOL_SEARCH_NAMING,
  STRUCTURED_NAMING,
];

/** The same names as permission rules resolve them. */
export const TOOL_NAMES = new ToolNames(TOOL_NAMINGS);

/** The built-in tools that `--bare` offers. */
export const BARE_TOOLS: readonly string[] = ["read_file", "edit", "run_shell_command"];
