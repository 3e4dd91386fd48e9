import { say, type SlashCommand } from "../../../lib/commands/slash_command.ts";

/** `/toy`: repeats its arguments. */
export const toy: SlashCommand = {
  name: "toy",
  description: "Repeats its arguments.",
  argumentHint: "<text>",
  run: ({ args }) => say(`The toy command heard: ${args}`),
};
