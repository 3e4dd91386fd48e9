import { READABLE_DIALECTS } from "../../dialects/mod.ts";
import { fail } from "../../model/problem.ts";
import { defineSubcommand } from "./subcommand.ts";

/** `qwen translate --from DIALECT --to DIALECT`: translates recorded lines on stdin. */
export const translate = defineSubcommand({
  name: "translate",
  help: "Translate recorded lines of one dialect into another (--from, --to)",
  words: [],
  flags: {
    "from": {
      type: "choice",
      choices: READABLE_DIALECTS,
      metavar: "DIALECT",
      help: "The dialect of the lines on stdin",
    },
    "to": { type: "choice", choices: READABLE_DIALECTS, metavar: "DIALECT", help: "The dialect to write" },
  },
  async run(_words, { flags, pipes }): Promise<number> {
    const { from, to } = flags;
    if (from === undefined || to === undefined) {
      const hint = `Known dialects are ${READABLE_DIALECTS.join(", ")}.`;
      throw fail("usage_error", "qwen translate needs --from and --to", { hint });
    }
    const { translateLines } = await import("./work/translate_lines.ts");
    return await translateLines({ from, to }, { flags, pipes });
  },
});
