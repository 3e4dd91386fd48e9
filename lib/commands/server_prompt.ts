import type { OfferedPrompt, SessionDesk } from "../model/ports.ts";
import { splitArguments } from "./custom/prompt_template.ts";
import { type CommandCall, type CommandResult, complain } from "./slash_command.ts";

/** Has a server fill its template in; what comes of it is a prompt for the model. */
export async function runServerPrompt(
  prompt: OfferedPrompt,
  { args, argumentHint }: CommandCall & { argumentHint: string },
  desk: SessionDesk,
): Promise<CommandResult> {
  const input = readArguments(args, prompt.arguments);
  const missing = prompt.arguments.find(({ name, required }) => required && !Object.hasOwn(input, name));
  if (missing) {
    return complain(`Missing argument "${missing.name}". Usage: /${prompt.name} ${argumentHint}`);
  }
  return { type: "submit_prompt", content: await prompt.fill(input, desk.signal) };
}

/** Arguments by name, as `name=value`, and the others by their place; the last place takes all that is left. */
function readArguments(args: string, known: OfferedPrompt["arguments"]): Record<string, string> {
  const input: Record<string, string> = {};
  const others: string[] = [];
  for (const word of splitArguments(args)) {
    const [, name, value] = /^(?:--)?([^=\s]+)=([\s\S]*)$/.exec(word) ?? [];
    if (name !== undefined && known.some((argument) => argument.name === name)) input[name] = value;
    else others.push(word);
  }
  const open = known.filter(({ name }) => !Object.hasOwn(input, name));
  for (const [place, { name }] of open.entries()) {
    if (others.length === 0) break;
    const isLast = place === open.length - 1;
    input[name] = isLast ? others.splice(0).join(" ") : others.shift() ?? "";
  }
  return input;
}
