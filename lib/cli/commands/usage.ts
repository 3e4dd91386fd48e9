import { defineSubcommand } from "./subcommand.ts";

/** `qwen usage`: prints tokens and cost of all saved sessions, by model. */
export const usage = defineSubcommand({
  name: "usage",
  help: "Show tokens and cost of all sessions, by model",
  words: [],
  flags: {
    json: { type: "boolean", help: "Print one JSON object; an unknown cost is null" },
    since: {
      type: "string",
      metavar: "WHEN",
      help: "Count only sessions that ended since a date (2026-01-31) or within a time (24h, 7d)",
    },
  },
  async run(_words, { flags, pipes }): Promise<number> {
    const { reportUsage } = await import("./work/usage_report.ts");
    return await reportUsage(flags, pipes);
  },
});
