import { fail } from "../../model/problem.ts";
import { defineSubcommand } from "./subcommand.ts";

/** `qwen eval tools -m MODEL`: runs small tasks against a model and prints how it did. */
export const evaluate = defineSubcommand({
  name: "eval",
  help: "Run small tasks against a model and print how it did (-m, --only, --json)",
  words: [{ name: "tools", choices: ["tools"] }],
  flags: {
    "only": { type: "list", metavar: "TASK", help: "Run only these tasks" },
    "json": { type: "boolean", help: "Print one JSON object per task instead of a table" },
  },
  listsFlag: ({ name }) => ["model", "provider", "openai-base-url"].includes(name),
  async run(words, { flags, pipes, signals }): Promise<number> {
    if (words[0] !== "tools") throw fail("usage_error", "qwen eval needs the name of a set of tasks: qwen eval tools");
    const { evaluateTools } = await import("../eval/evaluate_tools.ts");
    const { only, json = false, model, provider, openaiBaseUrl } = flags;
    const args = [
      ...(model === undefined ? [] : ["--model", model]),
      ...(provider === undefined ? [] : ["--provider", provider]),
      ...(openaiBaseUrl === undefined ? [] : ["--openai-base-url", openaiBaseUrl]),
    ];
    return await evaluateTools({ args, only, format: json ? "json" : "table", signals }, pipes);
  },
});
