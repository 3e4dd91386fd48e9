import type { SlashCommand } from "../slash_command.ts";

/** `/privacy`: the privacy notice is a page of the user interface. */
export const privacyCommand: SlashCommand = {
  name: "privacy",
  description: "Display the privacy notice",
  needsInterface: true,
  run: () => ({ type: "dialog", dialog: "privacy" }),
};
