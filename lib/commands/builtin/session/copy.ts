import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, refuse, say, type SlashCommand } from "../../slash_command.ts";
import { textOf } from "../../../model/content.ts";

/** `/copy`: hands the last answer to the host, which owns the clipboard. */
export const copy: SlashCommand = {
  name: "copy",
  description: "Copy the last result or code snippet to clipboard",
  argumentHint: "[code]",
  run: copyAnswer,
};

function copyAnswer({ args }: CommandCall, context: CommandContext): CommandResult {
  const answers = context.history().filter((message) => message.role === "assistant" && textOf(message.parts) !== "");
  const last = answers[answers.length - 1];
  if (!last) return refuse("There is no answer to copy yet.");
  const text = textOf(last.parts);
  if (args.trim() !== "code") return say(text);
  const blocks = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].map((match) => match[1]);
  if (blocks.length === 0) return refuse("There is no code in the last answer.");
  return say(blocks[blocks.length - 1]);
}
