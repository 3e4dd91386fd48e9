import type { SlashCommand } from "../slash_command.ts";

/** `/auth`: choosing a provider needs a user interface. */
export const authCommand: SlashCommand = {
  name: "auth",
  description: "Change the auth method",
  needsInterface: true,
  run: () => ({ type: "dialog", dialog: "auth" }),
};
