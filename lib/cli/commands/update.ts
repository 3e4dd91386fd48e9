import { defineSubcommand } from "./subcommand.ts";

/** `qwen update --check`: tells whether a newer release exists, and how to get it. */
export const update = defineSubcommand({
  name: "update",
  help: "Tell whether a newer release exists, and how to get it; nothing is installed",
  words: [],
  flags: {
    "check": { type: "boolean", help: "The same as without it: only look" },
    "json": { type: "boolean", help: "Print one JSON object" },
  },
  note: "QWEN_RELEASE_URL names another place for releases.",
  async run(_words, { flags, pipes }): Promise<number> {
    const { checkUpdate } = await import("./work/update_check.ts");
    return await checkUpdate({ isJson: flags.json ?? false, env: (name) => Deno.env.get(name), pipes });
  },
});
