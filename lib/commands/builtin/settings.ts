import type { SlashCommand } from "../slash_command.ts";

/** `/settings`: the settings page of the user interface; `/config` reads and changes them as text. */
export const settingsCommand: SlashCommand = {
  name: "settings",
  description: "View and edit Qwen Code settings",
  needsInterface: true,
  run: () => ({ type: "dialog", dialog: "settings" }),
};
