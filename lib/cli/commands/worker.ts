import { QUEUE_CREDS_FLAG, QUEUE_FLAG } from "./work/queue_flags.ts";
import { defineSubcommand } from "./subcommand.ts";

/** `qwen worker --queue URL`: runs jobs from a queue until a signal comes. */
export const worker = defineSubcommand({
  name: "worker",
  help: "Run jobs from a queue until a signal comes",
  words: [],
  flags: {
    "queue": QUEUE_FLAG,
    "queue-creds": QUEUE_CREDS_FLAG,
    "slots": { type: "integer", min: 1, max: 1_000, metavar: "N", default: "4", help: "Jobs at a time" },
    "ack-wait": {
      type: "duration",
      minMs: 500,
      metavar: "TIME",
      default: "30s",
      help: "A job whose worker gives no sign of life for this time goes to another one",
    },
    "max-deliver": {
      type: "integer",
      min: 1,
      metavar: "N",
      default: "5",
      help: "A job that was delivered this often without a result is given up",
    },
    "drain-timeout": {
      type: "duration",
      metavar: "TIME",
      default: "60s",
      help: "How long jobs may run on after a signal before they are given back",
    },
    "retries": {
      type: "integer",
      min: 0,
      max: 100,
      metavar: "N",
      default: "1",
      help: "Further attempts after an error that may pass",
    },
  },
  listsFlag: ({ name }) => ["model", "provider", "approval-mode", "sandbox", "metrics"].includes(name),
  note: "Delivery, draining and sizing: docs/fleet.md.",
  async run(_words, { flags, parsed, pipes, signals }): Promise<number> {
    const { runWorkerCommand } = await import("../batch/run_worker.ts");
    const { slots = 4, ackWait = 30_000, maxDeliver = 5, drainTimeout = 60_000, retries = 1 } = flags;
    return await runWorkerCommand(
      { queue: flags.queue, creds: flags.queueCreds, slots, ackWait, maxDeliver, drainTimeout, retries },
      { parsed, pipes, signals },
    );
  },
});
