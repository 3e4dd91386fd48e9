import type { SlashCommand } from "../../slash_command.ts";

/** `/quit-confirm`: quits once the host has confirmed. */
export const quitConfirm: SlashCommand = {
  name: "quit-confirm",
  description: "Show quit confirmation dialog",
  needsInterface: true,
  isSecondary: true,
  run: ({ raw, approved }) => approved.includes(raw) ? { type: "quit" } : { type: "quit_confirmation" },
};
