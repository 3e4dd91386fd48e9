import { hostname } from "node:os";
import { runAttempts } from "../../fleet/run_attempts.ts";
import { runWorker } from "../../fleet/queue/worker.ts";
import { after } from "../../model/timer.ts";
import { randomIds } from "../../model/clock.ts";
import { choiceOf } from "../assembly/session/assemble_session.ts";
import { openMetrics } from "../assembly/output/open_metrics.ts";
import { openRun } from "../assembly/open_run.ts";
import { secrets } from "../assembly/config/secrets.ts";
import type { ParsedFlags } from "../args/flags.ts";
import { printText } from "../commands/work/print_text.ts";
import type { Pipes } from "../process/pipes.ts";
import type { Signals } from "../process/signals.ts";
import { JobSessions } from "./job_sessions.ts";
import { openQueue, type QueueChoice } from "./open_queue.ts";
import { refuseFlags } from "./refused_flags.ts";

/** What the command line says about a worker. Times are milliseconds. */
export interface WorkerCommand extends QueueChoice {
  slots: number;
  ackWait: number;
  maxDeliver: number;
  drainTimeout: number;
  retries: number;
}

/** Runs a worker until it has drained, and returns 0. */
export async function runWorkerCommand(
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
