import { QUEUE_CREDS_FLAG, QUEUE_FLAG } from "./work/queue_flags.ts";
import { defineSubcommand } from "./subcommand.ts";

/** `qwen jobs --queue URL ls|show|watch|cancel|retry|dead`: looks after the jobs of a queue. */
export const jobs = defineSubcommand({
  name: "jobs",
  help: "List, show, watch, cancel and retry the jobs of a queue",
  words: [
    { name: "ls|show|watch|cancel|retry|dead", choices: ["ls", "show", "watch", "cancel", "retry", "dead"] },
    { name: "ID", optional: true, isMany: true },
  ],
  flags: {
    "queue": QUEUE_FLAG,
    "queue-creds": QUEUE_CREDS_FLAG,
    "json": { type: "boolean", help: "Print one JSON object a line" },
    "from-seq": { type: "integer", min: 0, metavar: "N", help: "With watch: only what comes after this number" },
  },
  listsFlag: ({ name }) => name === "dialect",
  note: "States: queued, running, succeeded, failed, cancelled, dead.",
  async run([action = "ls", ...ids], { flags, pipes, parsed, signals }): Promise<number> {
    const { runJobsCommand } = await import("../batch/run_jobs.ts");
    const { queue, queueCreds: creds, json = false, fromSeq = 0, dialect } = flags;
    return await runJobsCommand({ action, ids, queue, creds, json, fromSeq, dialect }, { pipes, parsed, signals });
  },
});
