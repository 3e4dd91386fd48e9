import type { SlashCommand } from "../slash_command.ts";

/** `/editor`: choosing an editor needs a user interface. */
export const editorCommand: SlashCommand = {
  name: "editor",
  description: "Set external editor preference",
  needsInterface: true,
  run: () => ({ type: "dialog", dialog: "editor" }),
};
