import { printText } from "./work/print_text.ts";
import { defineSubcommand } from "./subcommand.ts";

/** `qwen man`: prints the man page, for `man -l` or a folder of the MANPATH. */
export const man = defineSubcommand({
  name: "man",
  help: "Print the man page",
  words: [],
  async run(_words, { pipes }): Promise<number> {
    const { manPage } = await import("../args/help/man_page.ts");
    return await printText(manPage(), pipes);
  },
});
