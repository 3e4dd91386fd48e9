import { printText } from "./work/print_text.ts";
import { defineSubcommand } from "./subcommand.ts";

/** `qwen completions bash|zsh|fish`: prints the completion script for a shell. */
export const completions = defineSubcommand({
  name: "completions",
  help: "Print the completion script for a shell",
  words: [{ name: "bash|zsh|fish", choices: ["bash", "zsh", "fish"] }],
  async run([shell], { pipes }): Promise<number> {
    const { completionScript } = await import("../args/help/completions.ts");
    return await printText(completionScript(shell), pipes);
  },
});
