import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, say } from "../slash_command.ts";

/** `/compress`: replaces the conversation by a summary. */
export async function compress({ args }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  if (desk.history().length === 0) return say("There is no conversation to compress yet.");
  const { tokensBefore, tokensAfter } = await desk.compact(args.trim() || null);
  if (tokensAfter >= tokensBefore) {
    return say(`The conversation was left as it is: a summary would not be shorter (${tokensBefore} tokens).`);
  }
  return say(`Chat history compressed from ${tokensBefore} to ${tokensAfter} tokens.`);
}
