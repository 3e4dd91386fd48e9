import type { SlashCommand } from "../slash_command.ts";

/** `/quit`: the host ends the process by closing its input. */
export const quitCommand: SlashCommand = {
  name: "quit",
  description: "Exit the cli",
  aliases: ["exit"],
  needsInterface: true,
  run: () => ({ type: "quit" }),
};

/** `/quit-confirm`: asks before it quits. */
export const quitConfirmCommand: SlashCommand = {
  name: "quit-confirm",
  description: "Show quit confirmation dialog",
  isSecondary: true,
  needsInterface: true,
  run: ({ raw, approved }) => approved.includes(raw) ? { type: "quit" } : { type: "quit_confirmation" },
};
