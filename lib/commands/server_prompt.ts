import type { CommandContext, OfferedPrompt } from "../model/ports.ts";
import { splitArguments } from "./custom/prompt_template.ts";
import { type CommandResult, refuse, type SlashCommand } from "./slash_command.ts";

/** A prompt that an MCP server offers, as a command: the filled-in template becomes a prompt for the model. */
export function serverPromptCommand(prompt: OfferedPrompt): SlashCommand {
  const usage = prompt.arguments.map(({ name, required }) => required ? `<${name}>` : `[${name}]`).join(" ");
  const run = async (args: string, context: CommandContext): Promise<CommandResult> => {
    const input = readArguments(args, prompt.arguments);
    const missing = prompt.arguments.find(({ name, required }) => required && !Object.hasOwn(input, name));
    if (missing) return refuse(`Missing argument "${missing.name}". Usage: /${prompt.name} ${usage}`);
    return { type: "submit_prompt", content: await prompt.fill(input, context.signal) };
  };
  return {
    name: prompt.name,
    description: prompt.description,
    argumentHint: usage,
    run: ({ args }, context) => run(args, context),
  };
}

/** Arguments given as `name=value`, then the others by position; the last position takes all that is left. */
function readArguments(args: string, known: OfferedPrompt["arguments"]): Record<string, string> {
  const input: Record<string, string> = {};
  const others: string[] = [];
  for (const word of splitArguments(args)) {
    const [, name, value] = /^(?:--)?([^=\s]+)=([\s\S]*)$/.exec(word) ?? [];
    if (name !== undefined && known.some((argument) => argument.name === name)) input[name] = value;
    else others.push(word);
  }
  const open = known.filter(({ name }) => !Object.hasOwn(input, name));
  for (const [position, { name }] of open.entries()) {
    if (others.length === 0) break;
    const isLast = position === open.length - 1;
    input[name] = isLast ? others.splice(0).join(" ") : others.shift() ?? "";
  }
  return input;
}
