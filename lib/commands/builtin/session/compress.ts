import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, say, type SlashCommand } from "../../slash_command.ts";

/** `/compress`: replaces the conversation by a summary. */
export const compress: SlashCommand = {
  name: "compress",
  description: "Compresses the context by replacing it with a summary.",
  argumentHint: "[instructions]",
  aliases: ["summarize"],
  run: summarizeHistory,
};

async function summarizeHistory({ args }: CommandCall, context: CommandContext): Promise<CommandResult> {
  if (context.history().length === 0) return say("There is no conversation to compress yet.");
  const { tokensBefore, tokensAfter } = await context.compact(args.trim() || null);
  if (tokensAfter >= tokensBefore) {
    return say(`The conversation was left as it is: a summary would not be shorter (${tokensBefore} tokens).`);
  }
  return say(`Chat history compressed from ${tokensBefore} to ${tokensAfter} tokens.`);
}
