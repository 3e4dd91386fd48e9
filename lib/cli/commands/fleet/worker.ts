import { runWorker } from "../../../fleet/queue/worker.ts";
import { runAttempts } from "../../../fleet/run_attempts.ts";
import { randomIds } from "../../../model/clock.ts";
import { after } from "../../../model/timer.ts";
import type { ParsedFlags } from "../../args/flags.ts";
import { secrets } from "../../assembly/config/secrets.ts";
import { openRun } from "../../assembly/open_run.ts";
import { openMetrics } from "../../assembly/output/open_metrics.ts";
import { choiceOf } from "../../assembly/session/assemble_session.ts";
import { JobSessions } from "../../batch/job_sessions.ts";
import { openQueue, type QueueChoice } from "../../batch/open_queue.ts";
import { refuseFlags } from "../../batch/refused_flags.ts";
import { type Pipes, printText } from "../../process/pipes.ts";
import type { Signals } from "../../process/signals.ts";
import { defineSubcommand } from "../subcommand.ts";
import { QUEUE_CREDS_FLAG, QUEUE_FLAG, RETRIES_FLAG } from "./queue_flags.ts";
import { hostname } from "node:os";

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
    "retries": RETRIES_FLAG,
  },
  listsFlag: ({ name }) => ["model", "provider", "approval-mode", "sandbox", "metrics"].includes(name),
  note: "Delivery, draining and sizing: docs/fleet.md.",
  async run(_words, { flags, parsed, pipes, signals }): Promise<number> {
    const { slots = 4, ackWait = 30_000, maxDeliver = 5, drainTimeout = 60_000, retries = 1 } = flags;
    return await runWorkerCommand(
      { queue: flags.queue, creds: flags.queueCreds, slots, ackWait, maxDeliver, drainTimeout, retries },
      { parsed, pipes, signals },
    );
  },
});

/** What the command line says about a worker. Times are milliseconds. */
export interface WorkerCommand extends QueueChoice {
  slots: number;
  ackWait: number;
  maxDeliver: number;
  drainTimeout: number;
  retries: number;
}

/** Runs a worker until it has drained, and returns 0. */
async function runWorkerCommand(
  command: WorkerCommand,
  { parsed, pipes, signals }: { parsed: ParsedFlags; pipes: Pipes; signals: Signals },
): Promise<number> {
  refuseFlags(parsed.flags, "qwen worker");
  const environment = Deno.env.toObject();
  const note = (text: string): void => pipes.note(secrets.text(text));
  const draining = new AbortController();
  const leaving = new AbortController();
  // A worker that has no job yet ends at once.
  const stopped = signals.fired.then(() => null);
  const run = await Promise.race([openRun(parsed, { pipes, isHosted: false }), stopped]);
  if (!run) return 0;
  try {
    await using queue = await Promise.race([openQueue(command, { waits: true, note }), stopped]);
    if (!queue) return 0;
    await using metrics = await openMetrics(parsed.flags.metrics);
    const sessions = new JobSessions({
      run,
      env: (name) => environment[name],
      signals,
      note,
      batch: randomIds.next().slice(0, 12),
      usesWorktrees: false,
      needsPrices: false,
      isPersisted: choiceOf(run.config).persist ?? true,
      taps: metrics.taps,
    });
    const name = `${hostname()}-${Deno.pid}`;
    using _drain = drainBySignals(signals, { draining, leaving, timeoutMs: command.drainTimeout, note });
    const { slots } = command;
    const ready = { type: "ready", worker: name, queue: queue.shown, slots, pid: Deno.pid, ...metrics.facts };
    await printText(JSON.stringify(ready), pipes);
    await runWorker({
      queue,
      name,
      slots,
      ackWaitMs: command.ackWait,
      maxDeliver: command.maxDeliver,
      run: (job, follower) =>
        runAttempts(() => sessions.run(job, follower), { retries: command.retries, signal: follower.signal }),
      draining: draining.signal,
      leaving: leaving.signal,
      onDepth: (jobs) => {
        if (metrics.metrics) metrics.metrics.queueDepth = jobs;
      },
      note,
    });
    return 0;
  } finally {
    await run.close();
  }
}

/** The first signal lets running jobs finish; the second one, or the end of the time for that, gives them back. */
function drainBySignals(
  signals: Signals,
  { draining, leaving, timeoutMs, note }: {
    draining: AbortController;
    leaving: AbortController;
    timeoutMs: number;
    note: (text: string) => void;
  },
): Disposable {
  let cancel = (): void => {};
  signals.onRepeat = () => leaving.abort();
  signals.fired.then(() => {
    draining.abort();
    cancel = after(timeoutMs, () => leaving.abort());
    note("qwen: The worker takes no further jobs and finishes those that run; a second signal gives them back.");
  });
  return {
    [Symbol.dispose]: () => {
      cancel();
      signals.onRepeat = null;
    },
  };
}
