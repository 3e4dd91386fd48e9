import type { SlashCommand } from "../../slash_command.ts";

/** `/corgi`: accepted for hosts that send it; there is no screen to draw the dog on. */
export const corgi: SlashCommand = {
  name: "corgi",
  description: "Toggles corgi mode.",
  run: () => ({ type: "handled" }),
};
