import { defineSubcommand } from "./subcommand.ts";

/** `qwen sessions`: lists, shows, removes, exports and imports the saved sessions of this folder. */
export const sessions = defineSubcommand({
  name: "sessions",
  help: "List the saved sessions of this folder, newest first; show, rm, export or import one",
  words: [
    { name: "list|show|rm|export|import", choices: ["list", "show", "rm", "export", "import"], optional: true },
    { name: "ID|FILE", optional: true },
    { name: "FILE", optional: true },
  ],
  flags: {
    "json": { type: "boolean", help: "Print JSON lines" },
  },
  async run(words, context): Promise<number> {
    const { runSessions } = await import("./work/sessions_actions.ts");
    return await runSessions(words, context);
  },
});
