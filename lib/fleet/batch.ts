import { badLine, type BatchRecord, type JobResult, type JobRun, skippedResult } from "./job_result.ts";
import type { Job, JobLine } from "./read_job.ts";
import { runAttempts } from "./run_attempts.ts";

/** Where records go, and which ones are there already. */
export interface ResultStore {
  /** The record of an id that an earlier run has written and that counts; null when the job is to be run. */
  finished(id: string): { isFailed: boolean } | null;
  /** Whether an earlier run has reported a line. */
  hasBadLine(line: number): boolean;
  /** Drops the report of a line that is a job now. */
  forgetBadLine(line: number): void;
  /** Writes one record in one write. */
  write(record: BatchRecord): Promise<void>;
  /** What the jobs of earlier runs used. */
  readonly used: { tokens: number; usd: number };
}

/** What a person sees of a batch while it runs. */
export interface BatchProgress {
  /** A job that an earlier run has finished. */
  known(isFailed: boolean): void;
  started(id: string): void;
  finished(result: JobResult): void;
  /** A line that is no job; the message is null where an earlier run has reported it. */
  refused(line: number, message: string | null): void;
}

/** How a batch runs. */
export interface BatchOptions {
  jobs: AsyncIterable<JobLine>;
  store: ResultStore;
  /** Jobs at the same time. */
  slots: number;
  keepGoing: boolean;
  /** Further attempts after an error that may pass. */
  retries: number;
  /** When finished jobs have used this much, no further one is started. */
  budget: { tokens: number | null; usd: number | null };
  /** Runs one attempt of a job. Never rejects. */
  run(job: Job): Promise<JobRun>;
  /** Aborted by a signal: running jobs end by themselves, further ones are not started and get no record. */
  signal: AbortSignal;
  progress: BatchProgress;
}

/** How a batch ended. */
export interface BatchEnd {
  /** Whether every job has succeeded, in this run or an earlier one. */
  isSuccess: boolean;
  /** Whether the budget of the batch kept jobs from being started. */
  isOverBudget: boolean;
}

/** Runs all jobs and writes one record for each. */
export async function runBatch(options: BatchOptions): Promise<BatchEnd> {
  return await new Batch(options).run();
}

class Batch {
  readonly #options: BatchOptions;
  readonly #seen = new Set<string>();
  readonly #running = new Set<Promise<void>>();
  readonly #used: { tokens: number; usd: number };
  #isFailed = false;
  #isSuccess = true;
  #isOverBudget = false;
  /** The first fault of writing a record, which ends the batch. */
  #broken: { error: unknown } | null = null;

  constructor(options: BatchOptions) {
    this.#options = options;
    this.#used = { ...options.store.used };
  }

  async run(): Promise<BatchEnd> {
    const { jobs, slots, signal } = this.#options;
    try {
      for await (const line of jobs) {
        if (signal.aborted || this.#broken) break;
        if (!("job" in line)) await this.#refuse(line, { code: "invalid_job", message: line.message });
        else if (await this.#isToRun(line)) {
          while (this.#running.size >= slots) await Promise.race(this.#running);
          if (signal.aborted || this.#broken) break;
          await this.#startOrSkip(line.job);
        }
      }
    } finally {
      await Promise.all(this.#running);
    }
    if (this.#broken) throw this.#broken.error;
    return { isSuccess: this.#isSuccess, isOverBudget: this.#isOverBudget };
  }

  async #isToRun({ line, job: { id } }: JobLine & { job: Job }): Promise<boolean> {
    if (this.#seen.has(id)) {
      await this.#refuse({ line, id }, { code: "duplicate_id", message: `An earlier line has the id ${id}.` });
      return false;
    }
    this.#seen.add(id);
    this.#options.store.forgetBadLine(line);
    const known = this.#options.store.finished(id);
    if (known) this.#options.progress.known(known.isFailed);
    if (known?.isFailed) this.#isSuccess = false;
    return known === null;
  }

  async #refuse(
    at: { line: number; id: string | null },
    error: { code: "invalid_job" | "duplicate_id"; message: string },
  ): Promise<void> {
    this.#isSuccess = false;
    const isKnown = this.#options.store.hasBadLine(at.line);
    this.#options.progress.refused(at.line, isKnown ? null : error.message);
    if (isKnown) return;
    await this.#options.store.write(badLine(at, error));
  }

  async #startOrSkip(job: Job): Promise<void> {
    const why = this.#reasonToSkip();
    if (!why) {
      const work = this.#work(job).catch((error) => void (this.#broken ??= { error }))
        .finally(() => this.#running.delete(work));
      this.#running.add(work);
      return;
    }
    this.#isSuccess = false;
    if (why.code === "batch_budget") this.#isOverBudget = true;
    await this.#options.store.write(skippedResult(job.id, why));
  }

  #reasonToSkip(): Parameters<typeof skippedResult>[1] | null {
    const { budget: { tokens, usd }, keepGoing } = this.#options;
    if (tokens !== null && this.#used.tokens >= tokens) {
      return { code: "batch_budget", message: `Not started: the batch has used ${this.#used.tokens} tokens.` };
    }
    if (usd !== null && this.#used.usd >= usd) {
      return { code: "batch_budget", message: `Not started: the batch has cost ${this.#used.usd} USD.` };
    }
    if (!this.#isFailed || keepGoing) return null;
    return { code: "stopped", message: "Not started: another job has failed. Use --keep-going to run all jobs." };
  }

  async #work(job: Job): Promise<void> {
    const { run, retries, signal, progress, store } = this.#options;
    progress.started(job.id);
    const result = await runAttempts(() => run(job), { retries, signal });
    this.#used.tokens += result.usage.total_tokens;
    this.#used.usd += result.cost_usd ?? 0;
    if (result.status === "failed") this.#isFailed = true;
    if (result.status !== "succeeded") this.#isSuccess = false;
    await store.write(result);
    progress.finished(result);
  }
}
