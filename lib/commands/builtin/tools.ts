import { type CommandResult, lines, say, type SlashCommand } from "../slash_command.ts";

/** `/tools`: what the model may call. */
export const toolsCommand: SlashCommand = {
  name: "tools",
  description: "List available Qwen Code tools. Usage: /tools [desc]",
  argumentHint: "[desc]",
  complete: () => Promise.resolve([{ value: "desc", description: "With descriptions" }]),
  run({ args }, desk): CommandResult {
    const tools = desk.tools();
    if (tools.length === 0) return say("No tools are available.");
    const withDescription = /^desc/.test(args.trim());
    const entries = tools.map(({ name, description, server }) => ({
      name: server ? `${name} (${server})` : name,
      description: withDescription ? description.split("\n")[0] : "",
    }));
    return say(`Available tools (${tools.length}):\n${lines(entries)}`);
  },
};
