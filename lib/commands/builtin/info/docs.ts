import { say, type SlashCommand } from "../../slash_command.ts";

/** `/docs`: where the documentation is. */
export const docs: SlashCommand = {
  name: "docs",
  description: "Say where the documentation is",
  run: () =>
    say("The documentation is in README.md and docs/ of the sources; qwen --help and qwen man print most of it."),
};
