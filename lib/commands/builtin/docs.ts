import { say, type SlashCommand } from "../slash_command.ts";

/** `/docs`: where the documentation is. */
export const docsCommand: SlashCommand = {
  name: "docs",
  description: "Open full Qwen Code documentation in your browser",
  run: () => say("The documentation is at https://qwenlm.github.io/qwen-code-docs/en"),
};
