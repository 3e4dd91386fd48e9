import type { SlashCommand } from "../../slash_command.ts";

/** `/quit`: asks the host to end the session. */
export const quit: SlashCommand = {
  name: "quit",
  description: "Exit the cli",
  aliases: ["exit"],
  needsInterface: true,
  run: () => ({ type: "quit" }),
};
