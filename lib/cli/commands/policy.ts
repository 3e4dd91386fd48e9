import { defineSubcommand } from "./subcommand.ts";

/** `qwen policy check TOOL JSON` and `qwen policy explain`: prints the decision as one JSON line. */
export const policy = defineSubcommand({
  name: "policy",
  help: "Show which tool calls would be allowed, without a model",
  words: [
    { name: "check|explain", choices: ["check", "explain"] },
    { name: "TOOL", optional: true },
    { name: "JSON", optional: true },
  ],
  async run(words, context): Promise<number> {
    const { reportPolicy } = await import("./work/policy_report.ts");
    return await reportPolicy(words, context);
  },
});
