import { type BatchEnd, runBatch } from "../../../fleet/batch.ts";
import { Progress } from "../../../fleet/progress.ts";
import { type JobLine, readJobs } from "../../../fleet/read_job.ts";
import { ResultsFile, ResultsOutput } from "../../../fleet/results_file.ts";
import { systemClock } from "../../../model/clock.ts";
import { exitStatus, fail, problemOf } from "../../../model/mod.ts";
import { currentFolder, realPath, resolve } from "../../../path/mod.ts";
import { tryLock } from "../../../store/journal/lock.ts";
import { linesOf } from "../../../stream/lines_of.ts";
import type { ParsedFlags } from "../../args/flags.ts";
import { secrets } from "../../assembly/config/secrets.ts";
import { openRun } from "../../assembly/open_run.ts";
import { choiceOf } from "../../assembly/session/assemble_session.ts";
import { JobSessions } from "../../batch/job_sessions.ts";
import { refuseFlags } from "../../batch/refused_flags.ts";
import type { Pipes } from "../../process/pipes.ts";
import type { FiredSignal, Signals } from "../../process/signals.ts";
import { defineSubcommand } from "../subcommand.ts";
import { QUEUE_CREDS_FLAG, QUEUE_FLAG, RETRIES_FLAG } from "./queue_flags.ts";
import { sendBatch } from "../../batch/send_batch.ts";

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
    "retries": RETRIES_FLAG,
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
      return await sendBatch(jobs, { flags, parsed, pipes, signals });
    }
    const { keepGoing = false, retries = 1, batchTokens = null, batchCost = null, out = null } = flags;
    // The flag of a run with the same name takes a text.
    const usesWorktrees: boolean = Boolean(flags.worktree);
    return await runBatchCommand(
      { jobs, out, slots: flags.jobs ?? 4, keepGoing, retries, batchTokens, batchCost, usesWorktrees },
      { parsed, pipes, signals },
    );
  },
});

/** What the command line says about the batch itself. */
export interface BatchCommand {
  /** The file with the jobs; `-` is stdin. */
  jobs: string;
  /** The file for results; null is stdout. */
  out: string | null;
  slots: number;
  keepGoing: boolean;
  retries: number;
  batchTokens: number | null;
  batchCost: number | null;
  usesWorktrees: boolean;
}

interface Around {
  parsed: ParsedFlags;
  pipes: Pipes;
  signals: Signals;
}

const MAX_LINE_BYTES = 32 * 1024 * 1024;

/** Runs a batch and returns its exit status. */
async function runBatchCommand(command: BatchCommand, { parsed, pipes, signals }: Around): Promise<number> {
  refuseFlags(parsed.flags, "qwen batch");
  const environment = Deno.env.toObject();
  const out = command.out === null || command.out === "-" ? null : resolve(currentFolder(), command.out);
  const lines = openJobs(command.jobs, pipes);
  const file = out === null ? null : await ResultsFile.open(out, tryLock);
  try {
    // The worktrees of a batch belong to its jobs; the command itself stays where it is.
    const own = { ...parsed, flags: { ...parsed.flags, worktree: undefined } };
    const run = await signals.unlessFired(openRun(own, { pipes, isHosted: false }));
    try {
      const progress = await openProgress(command, pipes);
      const sessions = new JobSessions({
        run,
        env: (name) => environment[name],
        signals,
        note: (text) => progress.note(secrets.text(text)),
        batch: await batchName(out),
        usesWorktrees: command.usesWorktrees,
        needsPrices: command.batchCost !== null,
        isPersisted: choiceOf(run.config).persist ?? true,
      });
      const store = file ?? new ResultsOutput(pipes.stdout);
      const fired = firstSignal(signals, sessions);
      const end = await runBatch({
        jobs: unlessAborted(lines, fired.signal),
        store,
        slots: command.slots,
        keepGoing: command.keepGoing,
        retries: command.retries,
        budget: { tokens: command.batchTokens, usd: command.batchCost },
        run: (job) => sessions.run(job),
        signal: fired.signal,
        progress,
      });
      progress.end();
      return statusOf(end, fired.seen());
    } finally {
      await run.close();
    }
  } finally {
    file?.close();
  }
}

/** The jobs of a file or of stdin. */
export function openJobs(name: string, pipes: Pipes): AsyncGenerator<JobLine> {
  if (name === "-") return readJobs(linesOf(pipes.stdin, MAX_LINE_BYTES));
  try {
    return readJobs(linesOf(Deno.openSync(name, { read: true }).readable, MAX_LINE_BYTES));
  } catch (error) {
    const reason = problemOf(error).message;
    throw fail("input_error", `Cannot read the jobs: ${reason}`, { hint: "Name a file with one job a line, or -." });
  }
}

/** The jobs until a signal comes, which does not wait for the next line of stdin. */
async function* unlessAborted(lines: AsyncGenerator<JobLine>, signal: AbortSignal): AsyncGenerator<JobLine> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>();
  signal.addEventListener("abort", () => resolve(null), { once: true });
  while (!signal.aborted) {
    const step = await Promise.race([lines.next(), aborted]);
    if (step === null || step.done) return;
    yield step.value;
  }
}

/** Lets a signal stop the batch, and remembers it. */
function firstSignal(
  signals: Signals,
  sessions: JobSessions,
): { signal: AbortSignal; seen: () => FiredSignal | null } {
  const abort = new AbortController();
  let seen: FiredSignal | null = null;
  signals.fired.then((fired) => {
    seen = fired;
    abort.abort();
    sessions.stop(fired.problem);
  });
  return { signal: abort.signal, seen: () => seen };
}

async function openProgress({ jobs }: BatchCommand, pipes: Pipes): Promise<Progress> {
  const isPlain = !pipes.isErrorTerminal || Deno.env.get("TERM") === "dumb";
  const encoder = new TextEncoder();
  return new Progress({
    clock: systemClock,
    total: jobs === "-" ? null : await countLines(jobs),
    note: (text) => pipes.note(text),
    draw: isPlain ? null : (text) => void Deno.stderr.writeSync(encoder.encode(text)),
  });
}

/** How many lines of a file are not empty; null where it cannot be read twice. */
async function countLines(path: string): Promise<number | null> {
  if (!(await Deno.stat(path)).isFile) return null;
  using file = await Deno.open(path, { read: true });
  const chunk = new Uint8Array(256 * 1024);
  let lines = 0;
  let isInLine = false;
  for (let count = await file.read(chunk); count !== null; count = await file.read(chunk)) {
    for (const byte of chunk.subarray(0, count)) {
      if (byte === 10) isInLine = false;
      else if (!isInLine && byte !== 13 && byte !== 32) {
        isInLine = true;
        lines++;
      }
    }
  }
  return lines;
}

/** A short name for the batch that writes a file; a random one for stdout. */
async function batchName(out: string | null): Promise<string> {
  const text = out === null ? crypto.randomUUID() : await realPath(out);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(hash).toHex().slice(0, 12);
}

function statusOf({ isSuccess, isOverBudget }: BatchEnd, fired: FiredSignal | null): number {
  if (fired) return exitStatus(fired.problem.code);
  if (isOverBudget) return 55;
  return isSuccess ? 0 : 1;
}
