import type { CommandResult, SlashCommand } from "../slash_command.ts";

/** `/clear`: forgets the conversation. */
export const clearCommand: SlashCommand = {
  name: "clear",
  description: "Clear the screen and conversation history",
  aliases: ["reset", "new"],
  async run(_call, desk): Promise<CommandResult> {
    await desk.clear();
    return { type: "handled", text: "The conversation history was cleared." };
  },
};
