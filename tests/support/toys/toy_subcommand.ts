import { printText } from "../../../lib/cli/process/pipes.ts";
import { defineSubcommand } from "../../../lib/cli/commands/subcommand.ts";

/** `qwen toy WORD`: repeats a word. */
export const toy = defineSubcommand({
  name: "toy",
  help: "Repeat a word",
  words: [{ name: "WORD" }],
  flags: { "twice": { type: "boolean", help: "Repeat it twice" } },
  run: ([word], { flags, pipes }) => printText(`The toy subcommand heard: ${word}${flags.twice ? word : ""}\n`, pipes),
});
