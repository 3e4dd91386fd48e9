import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, lines, say, type SlashCommand } from "../../slash_command.ts";

/** `/tools`: the tools that the model may call. */
export const tools: SlashCommand = {
  name: "tools",
  description: "List available tools. Usage: /tools [desc]",
  argumentHint: "[desc]",
  complete: () => [{ value: "desc", description: "With descriptions" }],
  run: listTools,
};

function listTools({ args }: CommandCall, context: CommandContext): CommandResult {
  const tools = context.tools();
  if (tools.length === 0) return say("No tools are available.");
  const withDescription = /^desc/.test(args.trim());
  const entries = tools.map(({ name, description, server }) => ({
    name: server ? `${name} (${server})` : name,
    description: withDescription ? description.split("\n")[0] : "",
  }));
  return say(`Available tools (${tools.length}):\n${lines(entries)}`);
}
