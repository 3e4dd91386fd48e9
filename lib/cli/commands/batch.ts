import { QUEUE_CREDS_FLAG, QUEUE_FLAG } from "./work/queue_flags.ts";
import { defineSubcommand } from "./subcommand.ts";

/** `qwen batch [JOBS]`: runs many jobs in one process. */
export const batch = defineSubcommand({
  name: "batch",
  help: "Run the jobs of a file, one JSON object a line, in one process",
  words: [{ name: "JOBS.ndjson|-", optional: true }],
  flags: {
    "jobs": { type: "integer", min: 1, max: 1_000, short: "j", metavar: "N", default: "4", help: "Jobs at a time" },
    "out": {
      type: "string",
      short: "o",
      metavar: "FILE",
      default: "stdout",
      help: "Where results go; a batch with the same file goes on where the last one ended",
    },
    "keep-going": { type: "boolean", help: "Start further jobs after one has failed" },
    "retries": {
      type: "integer",
      min: 0,
      max: 100,
      metavar: "N",
      default: "1",
      help: "Further attempts after an error that may pass",
    },
    "batch-tokens": {
      type: "integer",
      min: 1,
      metavar: "N",
      help: "Start no further job when the finished ones have used this many tokens (exit 55)",
    },
    "batch-cost": {
      type: "number",
      min: 0,
      metavar: "USD",
      help: "Start no further job when the finished ones have cost this much (exit 55)",
    },
    "queue": QUEUE_FLAG,
    "queue-creds": QUEUE_CREDS_FLAG,
    "detach": { type: "boolean", help: "With --queue: end when the jobs are sent" },
    "worktree": { type: "boolean", help: "Run each job in a git worktree of its own; its result has the patch" },
  },
  listsFlag: ({ name }) => ["model", "provider", "approval-mode", "verify", "json-schema", "sandbox"].includes(name),
  note:
    "All flags of a run hold for every job. The fields of jobs and results: qwen schema batch in|out, docs/fleet.md.",
  async run([jobs = "-"], { flags, parsed, pipes, signals }): Promise<number> {
    if (flags.queue) {
      const { sendBatch } = await import("../batch/send_batch.ts");
      return await sendBatch(jobs, { flags, parsed, pipes, signals });
    }
    const { runBatchCommand } = await import("../batch/run_batch.ts");
    const { keepGoing = false, retries = 1, batchTokens = null, batchCost = null, out = null } = flags;
    // The flag of a run with the same name takes a text.
    const usesWorktrees: boolean = Boolean(flags.worktree);
    return await runBatchCommand(
      { jobs, out, slots: flags.jobs ?? 4, keepGoing, retries, batchTokens, batchCost, usesWorktrees },
      { parsed, pipes, signals },
    );
  },
});
