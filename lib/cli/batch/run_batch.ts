import { currentFolder, realPath, resolve } from "../../path/mod.ts";
import { type BatchEnd, runBatch } from "../../fleet/batch.ts";
import { Progress } from "../../fleet/progress.ts";
import { type JobLine, readJobs } from "../../fleet/read_job.ts";
import { ResultsFile, ResultsOutput } from "../../fleet/results_file.ts";
import { systemClock } from "../../model/clock.ts";
import { exitStatus, fail, problemOf } from "../../model/mod.ts";
import { tryLock } from "../../store/journal/lock.ts";
import { linesOf } from "../../stream/lines_of.ts";
import type { ParsedFlags } from "../args/flags.ts";
import { choiceOf } from "../assembly/session/assemble_session.ts";
import { openRun } from "../assembly/open_run.ts";
import { secrets } from "../assembly/config/secrets.ts";
import type { Pipes } from "../process/pipes.ts";
import type { FiredSignal, Signals } from "../process/signals.ts";
import { JobSessions } from "./job_sessions.ts";
import { refuseFlags } from "./refused_flags.ts";

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
export async function runBatchCommand(command: BatchCommand, { parsed, pipes, signals }: Around): Promise<number> {
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
