import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, lines, say, type SlashCommand } from "../../slash_command.ts";

/** `/agents`: the sub-agents that can be called. */
export const agents: SlashCommand = {
  name: "agents",
  description: "Manage subagents for specialized task delegation.",
  subcommands: [
    {
      name: "create",
      description: "Create a new subagent with guided setup.",
      needsInterface: true,
      run: () => ({ type: "dialog", dialog: "subagent_create" }),
    },
    { name: "list", description: "List the subagents.", run: listAgents },
    {
      name: "manage",
      description: "Manage existing subagents (view, edit, delete).",
      needsInterface: true,
      run: () => ({ type: "dialog", dialog: "subagent_list" }),
    },
  ],
  run: listAgents,
};

function listAgents(_call: CommandCall, context: CommandContext): CommandResult {
  const known = context.agents();
  if (known.length === 0) return say("There are no subagents.");
  return say(`Subagents (${known.length}):\n${lines(known)}`);
}
