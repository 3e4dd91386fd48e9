import type { SlashCommand } from "../slash_command.ts";

/** `/theme`: colours belong to the user interface. */
export const themeCommand: SlashCommand = {
  name: "theme",
  description: "Change the theme",
  needsInterface: true,
  run: () => ({ type: "dialog", dialog: "theme" }),
};
