import type { SlashCommand } from "../slash_command.ts";

/** `/corgi`: a mode of the terminal interface; the host draws the dog. */
export const corgiCommand: SlashCommand = {
  name: "corgi",
  description: "Toggles corgi mode.",
  run: () => ({ type: "handled" }),
};
