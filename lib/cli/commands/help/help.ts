import { TOPIC_NAMES } from "../../args/help/topics.ts";
import { defineSubcommand } from "../subcommand.ts";
import { printHelp } from "../../args/help/print_help.ts";

/** `qwen help [TOPIC]`: prints a page of help. */
export const help = defineSubcommand({
  name: "help",
  help: "The same as --help",
  words: [{ name: "TOPIC", choices: TOPIC_NAMES, optional: true }],
  async run([topic = ""], { parsed, pipes }): Promise<number> {
    return await printHelp({ ...parsed, subcommand: null, flags: { ...parsed.flags, help: topic } }, pipes);
  },
});
