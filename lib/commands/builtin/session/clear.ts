import type { SlashCommand } from "../../slash_command.ts";

/** `/clear`: forgets the conversation. */
export const clear: SlashCommand = {
  name: "clear",
  description: "Clear the screen and conversation history",
  aliases: ["reset", "new"],
  run: async (_call, context) => {
    await context.clear();
    return { type: "handled", text: "The conversation history was cleared." };
  },
};
