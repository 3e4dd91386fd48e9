import { lines, say, type SlashCommand } from "../slash_command.ts";

/** `/agents`: the sub-agents that can be called. */
export const agentsCommand: SlashCommand = {
  name: "agents",
  description: "Manage subagents for specialized task delegation.",
  subcommands: [
    {
      name: "create",
      description: "Create a new subagent with guided setup.",
      needsInterface: true,
      run: () => ({ type: "dialog", dialog: "subagent_create" }),
    },
    { name: "list", description: "List the subagents.", run: (_call, desk) => say(describe(desk.agents())) },
    {
      name: "manage",
      description: "Manage existing subagents (view, edit, delete).",
      needsInterface: true,
      run: () => ({ type: "dialog", dialog: "subagent_list" }),
    },
  ],
  run: (_call, desk) => say(describe(desk.agents())),
};

function describe(agents: readonly { name: string; description: string }[]): string {
  if (agents.length === 0) return "There are no subagents.";
  return `Subagents (${agents.length}):\n${lines(agents)}`;
}
