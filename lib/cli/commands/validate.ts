import { fail } from "../../model/problem.ts";
import { defineSubcommand } from "./subcommand.ts";

/** `qwen validate --dialect DIALECT`: checks the lines on stdin against the schema of a dialect. */
export const validate = defineSubcommand({
  name: "validate",
  help: "Check lines on stdin against a dialect's schema (--dialect, --direction, --all)",
  words: [],
  flags: {
    "direction": {
      type: "choice",
      choices: ["in", "out"],
      metavar: "in|out",
      default: "out",
      help: "Lines that clients send, or lines that they read",
    },
    "all": { type: "boolean", help: "Continue after the first invalid line" },
  },
  listsFlag: ({ name }) => name === "dialect",
  async run(_words, { flags, pipes }): Promise<number> {
    const { dialect, direction = "out", all = false } = flags;
    if (dialect === undefined || dialect === "auto") {
      throw fail("usage_error", "qwen validate needs --dialect", { hint: "Write qwen validate --dialect chat." });
    }
    const { validateLines } = await import("./work/validate_lines.ts");
    return await validateLines({ dialect, direction, all }, { flags, pipes });
  },
});
