import { currentFolder, resolve } from "../../path/mod.ts";
import { badLine, type BatchRecord, type JobResult } from "../../fleet/job_result.ts";
import type { JobQueue } from "../../fleet/queue/job_queue.ts";
import { readStream } from "../../fleet/queue/read_stream.ts";
import type { Job, JobLine } from "../../fleet/read_job.ts";
import { ResultsFile, ResultsOutput } from "../../fleet/results_file.ts";
import { fail } from "../../model/mod.ts";
import { tryLock } from "../../store/journal/lock.ts";
import { secrets } from "../assembly/config/secrets.ts";
import type { ParsedFlags } from "../args/flags.ts";
import { type Pipes, printText } from "../process/pipes.ts";
import type { Signals } from "../process/signals.ts";
import { openQueue } from "./open_queue.ts";
import { refuseFlags } from "./refused_flags.ts";
import { openJobs } from "../commands/fleet/batch.ts";

/** The flags of a batch that count for a queue. */
interface SendFlags {
  queue?: string;
  queueCreds?: string;
  detach?: boolean;
  out?: string;
  batchTokens?: number;
  batchCost?: number;
}

interface Around {
  flags: SendFlags;
  parsed: ParsedFlags;
  pipes: Pipes;
  signals: Signals;
}

type Store = ResultsFile | ResultsOutput;

/** Sends the jobs of a batch to a queue, waits for their results and returns the exit status. */
export async function sendBatch(jobs: string, { flags, parsed, pipes, signals }: Around): Promise<number> {
  refuseFlags(parsed.flags, "qwen batch");
  for (const [name, value] of Object.entries({ "batch-tokens": flags.batchTokens, "batch-cost": flags.batchCost })) {
    if (value !== undefined) throw fail("usage_error", `--${name} cannot be used with --queue`, { param: `--${name}` });
  }
  const note = (text: string): void => pipes.note(secrets.text(text));
  const lines = openJobs(jobs, pipes);
  const out = flags.out === undefined || flags.out === "-" ? null : resolve(currentFolder(), flags.out);
  const file = out === null || flags.detach ? null : await ResultsFile.open(out, tryLock);
  try {
    const choice = { queue: flags.queue, creds: flags.queueCreds };
    await using queue = await signals.unlessFired(openQueue(choice, { waits: true, note }));
    const sender = new Sender(queue, {
      store: file ?? new ResultsOutput(pipes.stdout),
      isDetached: flags.detach ?? false,
      note,
    });
    // The jobs stay in the queue after a signal.
    await signals.unlessFired(sender.send(lines));
    if (flags.detach) {
      await printText(JSON.stringify({ type: "submitted", jobs: sender.sent, duplicates: sender.duplicates }), pipes);
    } else await signals.unlessFired(sender.collect());
    return sender.isSuccess ? 0 : 1;
  } finally {
    file?.close();
  }
}

/** Sends jobs and collects their results. */
class Sender {
  sent = 0;
  duplicates = 0;
  isSuccess = true;
  readonly #queue: JobQueue;
  readonly #options: { store: Store; isDetached: boolean; note: (text: string) => void };
  readonly #seen = new Set<string>();
  /** Jobs whose results are awaited. */
  readonly #waiting = new Set<string>();

  constructor(queue: JobQueue, options: { store: Store; isDetached: boolean; note: (text: string) => void }) {
    this.#queue = queue;
    this.#options = options;
  }

  async send(lines: AsyncIterable<JobLine>): Promise<void> {
    for await (const line of lines) {
      if (!("job" in line)) await this.#refuse(line, { code: "invalid_job", message: line.message });
      else await this.#sendOne(line.line, line.job);
    }
  }

  async #sendOne(line: number, job: Job): Promise<void> {
    const { store } = this.#options;
    const { id } = job;
    if (this.#seen.has(id)) {
      return await this.#refuse({ line, id }, { code: "duplicate_id", message: `An earlier line has the id ${id}.` });
    }
    this.#seen.add(id);
    store.forgetBadLine(line);
    const known = store.finished(id);
    if (known) {
      if (known.isFailed) this.isSuccess = false;
      return;
    }
    const outcome = await this.#queue.submit(job);
    if (outcome === "conflict") {
      const message = `The queue has another job with the id ${id}.`;
      return await this.#refuse({ line, id }, { code: "duplicate_id", message });
    }
    if (outcome === "too_large") {
      const message = `The job is too large for the queue, which takes ${this.#queue.maxBytes} bytes.`;
      return await this.#refuse({ line, id }, { code: "invalid_job", message });
    }
    if (outcome === "sent") this.sent++;
    else this.duplicates++;
    this.#waiting.add(id);
  }

  async #refuse(
    at: { line: number; id: string | null },
    error: { code: "invalid_job" | "duplicate_id"; message: string },
  ): Promise<void> {
    const { store, isDetached, note } = this.#options;
    this.isSuccess = false;
    if (store.hasBadLine(at.line)) return;
    note(`qwen: line ${at.line} is no job: ${error.message}`);
    if (!isDetached) await store.write(badLine(at, error));
  }

  /** Waits until every job has a result. */
  async collect(): Promise<void> {
    const { store, note } = this.#options;
    const total = this.#waiting.size;
    if (total === 0) return;
    for await (
      const record of readStream(this.#queue, { stream: "QWEN_RESULTS", subject: "qwen.results.*", after: 0 })
    ) {
      if (!record || !this.#waiting.delete(record.id)) continue;
      const { worker: _, ...result } = record.value as JobResult;
      if (result.status !== "succeeded") this.isSuccess = false;
      await store.write(result satisfies BatchRecord);
      if (result.status === "failed") note(`qwen: job ${result.id} failed: ${result.error?.message ?? ""}`);
      if (this.#waiting.size === 0) return note(`qwen: ${total} jobs done`);
    }
  }
}
