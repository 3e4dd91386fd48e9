import type { JsMsg } from "@nats-io/jetstream";
import type { Event } from "../../model/event.ts";
import { after, pause } from "../../model/timer.ts";
import type { JobResult } from "../job_result.ts";
import { type Job, readJob } from "../read_job.ts";
import type { Claim, HeldJob } from "./job_claims.ts";
import { type JobQueue, sizeOf } from "./job_queue.ts";
import type { JobStatus } from "./job_status.ts";
import { RETRY_MS } from "./server_patience.ts";

/** What a worker wants to know of a job that runs, and how it ends it. */
export interface WorkFollower {
  signal: AbortSignal;
  onEvent: (event: Event) => void;
  /** To be called just before each request to the model; false where the job belongs to another worker. */
  mayAsk: () => Promise<boolean>;
}

/** How a worker works. */
export interface WorkerOptions {
  queue: JobQueue;
  /** Its name in results and states. */
  name: string;
  /** Jobs at the same time. */
  slots: number;
  /** After this time without a sign of life a job is given to another worker. */
  ackWaitMs: number;
  /** A job that was delivered more often is not run any more. */
  maxDeliver: number;
  /** Runs a job with its retries. Never rejects. */
  run(job: Job, follower: WorkFollower): Promise<JobResult>;
  /** Aborted when the worker takes nothing new. */
  draining: AbortSignal;
  /** Aborted when it gives back what it has. */
  leaving: AbortSignal;
  /** Gets the number of jobs in the queue now and then. */
  onDepth: (jobs: number) => void;
  note: (text: string) => void;
}

const POLL_MS = 1_000;
const MAX_BEAT_MS = 2_000;
const DEPTH_MS = 1_000;
const GIVE_BACK_MS = 5_000;

/** Takes jobs from a queue until it is told to end. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  const { queue, ackWaitMs, slots, draining, leaving, onDepth } = options;
  await queue.prepare(ackWaitMs);
  const running = new Set<string>();
  const slot = async (): Promise<void> => {
    while (!draining.aborted) {
      const message = await queue.next({ ackWaitMs, waitMs: POLL_MS });
      if (!message) continue;
      if (draining.aborted) message.nak();
      else await new Delivery(message, options).handleOnce(running);
    }
  };
  let isOver = false;
  let cancel = (): void => {};
  const look = (): void => {
    queue.depth().then(onDepth, () => {/* The server is away; the next look tells. */}).finally(() => {
      if (!isOver) cancel = after(DEPTH_MS, look);
    });
  };
  look();
  const left = whenLeft(leaving);
  try {
    await Promise.race([Promise.all(Array.from({ length: slots }, slot)), left.over]);
  } finally {
    isOver = true;
    cancel();
    left.cancel();
  }
}

/** Resolves when the time to give jobs back is over: a server that is away cannot take them. */
function whenLeft(leaving: AbortSignal): { over: Promise<void>; cancel: () => void } {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  let cancel = (): void => {};
  const begin = (): void => void (cancel = after(GIVE_BACK_MS, resolve));
  if (leaving.aborted) begin();
  else leaving.addEventListener("abort", begin, { once: true });
  return {
    over,
    cancel: () => {
      leaving.removeEventListener("abort", begin);
      cancel();
    },
  };
}

/** One delivery of a job. */
class Delivery {
  readonly #message: JsMsg;
  readonly #options: WorkerOptions;
  readonly #id: string;
  #status: JobStatus | null = null;
  /** The claim; null before it and after another worker has taken it. */
  #held: HeldJob | null = null;
  /** Ends the renewals of the claim. */
  readonly #beating = new AbortController();
  #cancelBeat = (): void => {};
  #hasLostEvents = false;

  constructor(message: JsMsg, options: WorkerOptions) {
    this.#message = message;
    this.#options = options;
    this.#id = message.subject.slice("qwen.jobs.".length);
  }

  /** Handles the job unless this worker does so already: a server that restarts delivers it again. */
  async handleOnce(running: Set<string>): Promise<void> {
    if (running.has(this.#id)) return void this.#message.nak(this.#options.ackWaitMs);
    running.add(this.#id);
    try {
      await this.#handle();
    } finally {
      this.#stopBeat();
      running.delete(this.#id);
    }
  }

  /** Brings the job to a result, or gives it back. */
  async #handle(): Promise<void> {
    const { queue, maxDeliver, leaving, note, name, ackWaitMs } = this.#options;
    const message = this.#message;
    if (await this.#isDone()) return;
    // The server may deliver a job again that still runs elsewhere, after a restart for instance.
    const claim = await queue.claims.claim(this.#id, { worker: name, holdMs: ackWaitMs });
    if (claim.kind === "busy") return void message.nak(Math.ceil(claim.waitMs));
    if (claim.kind === "ended") return await this.#complete(claim);
    this.#held = claim.held;
    this.#status = claim.held.status;
    // It may have been cancelled between the first look and the claim.
    if (await this.#isDone()) return;
    const read = readJob(message.string(), 0);
    if (!("job" in read)) return await this.#finish(this.#failure("invalid_job", read.message));
    if (claim.held.status.deliveries > maxDeliver) {
      this.#status = { ...claim.held.status, deliveries: maxDeliver };
      const text = `The job was delivered ${maxDeliver} times without a result.`;
      note(`qwen: job ${this.#id} is given up: ${text}`);
      return await this.#finish(this.#failure("max_deliver", text));
    }
    const result = await this.#run(read.job);
    const isInVain = result.status === "cancelled" && (leaving.aborted || !this.#held);
    if (isInVain && !await queue.result(this.#id)) await this.#giveBack();
    else await this.#finish(result);
  }

  /** Lets another worker run the job, unless one does so already. */
  async #giveBack(): Promise<void> {
    this.#stopBeat();
    if (this.#held && await this.#options.queue.claims.release(this.#held)) this.#message.nak();
  }

  /** Stores the result that a worker had decided on and has not stored yet: it died, or the server was away. */
  async #complete({ result, status, isCurrent }: Claim & { kind: "ended" }): Promise<void> {
    const { queue } = this.#options;
    this.#status = status;
    const isStored = await queue.accept(result, () => Promise.resolve(isCurrent()));
    const kept = isStored ? result : await queue.result(this.#id);
    // Otherwise the server has restarted, and may not know the decision any more.
    if (!kept) return void this.#message.nak();
    await this.#settle(kept);
    this.#message.ack();
  }

  /** Whether the job has a result: its worker died, or the server restarted, before the job left the queue. */
  async #isDone(): Promise<boolean> {
    const { queue } = this.#options;
    const known = await queue.result(this.#id);
    if (!known) return false;
    this.#status ??= await queue.status(this.#id);
    await this.#settle(known);
    this.#message.ack();
    return true;
  }

  /** Runs the job until it ends or is cancelled. */
  async #run(job: Job): Promise<JobResult> {
    const { queue, leaving, run } = this.#options;
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    const offCancel = queue.onCancel(this.#id, stop);
    leaving.addEventListener("abort", stop, { once: true });
    if (leaving.aborted) stop();
    this.#beatLater(stop);
    try {
      return await run(job, {
        signal: abort.signal,
        onEvent: (event) => this.#emit(event),
        mayAsk: () => this.#mayAsk(stop, abort.signal),
      });
    } finally {
      offCancel();
      leaving.removeEventListener("abort", stop);
    }
  }

  /**
   * Whether the job is still this worker's. A worker that was stalled since its last renewal finds out before it goes
   * on: another one may have run the job to its end meanwhile.
   */
  async #mayAsk(stop: () => void, signal: AbortSignal): Promise<boolean> {
    const { queue, ackWaitMs } = this.#options;
    while (this.#held && !signal.aborted) {
      if (queue.claims.ageOf(this.#held) < ackWaitMs / 2) return true;
      await this.#renew(stop).catch(() => pause(RETRY_MS));
    }
    return false;
  }

  #emit(event: Event): void {
    const { queue, note } = this.#options;
    if (queue.emit(this.#id, event) || this.#hasLostEvents) return;
    this.#hasLostEvents = true;
    note(`qwen: job ${this.#id} has an event that is too large for the queue (${event.type}); watchers do not see it.`);
  }

  /** Tells the queue now and then that the job is worked on; `stop` is called when that is in vain. */
  #beatLater(stop: () => void): void {
    this.#cancelBeat = after(Math.min(this.#options.ackWaitMs / 3, MAX_BEAT_MS), () => this.#beat(stop));
  }

  #beat(stop: () => void): void {
    const { queue } = this.#options;
    this.#beatLater(stop);
    this.#message.working();
    this.#renew(stop).catch(() => {/* The server is away; the next beat tries again. */});
    // The message of a cancel may be lost while the server is away; its result is not.
    queue.result(this.#id).then((known) => known && stop(), () => {/* The next beat looks again. */});
  }

  /** Renews the claim. A worker that was stalled for too long finds that another one has it, and gives up. */
  async #renew(stop: () => void): Promise<void> {
    if (!this.#held) return;
    const { signal } = this.#beating;
    const renewed = await this.#options.queue.claims.renew(this.#held, signal);
    if (signal.aborted) return;
    this.#held = renewed;
    if (!renewed) stop();
  }

  #stopBeat(): void {
    this.#cancelBeat();
    this.#beating.abort();
  }

  /**
   * Decides on a result, stores it and takes the job out of the queue. A worker that has lost its claim stores nothing:
   * the job runs elsewhere.
   */
  async #finish(result: JobResult): Promise<void> {
    const { queue, name, note } = this.#options;
    const own = this.#fitting({ ...result, worker: name });
    // A renewal after the decision would take it back.
    this.#stopBeat();
    const isAccepted = await queue.accept(own, async () => {
      if (this.#held) this.#held = await queue.claims.decide(this.#held, own);
      return this.#held !== null;
    });
    const kept = isAccepted ? own : await queue.result(this.#id);
    if (!isAccepted && kept?.status !== "cancelled") note(`qwen: job ${this.#id} belongs to another worker by now.`);
    if (!kept) return;
    await this.#settle(kept);
    this.#message.ack();
  }

  /** A result that the server takes: one that is too large becomes a failure. */
  #fitting(result: JobResult): JobResult {
    const [size, limit] = [sizeOf(result), this.#options.queue.maxBytes];
    if (size <= limit) return result;
    const { structured_output: _, patch: __, ...rest } = result;
    const message = `The result has ${size} bytes; the queue takes ${limit}. Raise max_payload of the NATS server.`;
    return { ...rest, status: "failed", exit_code: 1, result: "", error: { code: "limit_exceeded", message } };
  }

  /** Writes down how the job ended. */
  async #settle(result: JobResult): Promise<void> {
    const isDead = result.error?.code === "max_deliver";
    if (result.status === "failed") {
      const reason = result.error ?? { code: "internal", message: "The job failed." };
      const read = readJob(this.#message.string(), 0);
      const job = "job" in read ? read.job : null;
      await this.#options.queue.bury({ id: this.#id, job, reason, deliveries: this.#status?.deliveries ?? 1 });
    }
    const state = isDead ? "dead" : result.status === "skipped" ? "failed" : result.status;
    await this.#setState(state, result.worker);
  }

  async #setState(state: JobStatus["state"], worker = this.#options.name): Promise<void> {
    const { deliveries = 1, hash = "" } = this.#status ?? {};
    const whose = state === "queued" ? {} : { worker };
    await this.#options.queue.setStatus({ id: this.#id, state, deliveries, hash, ...whose });
  }

  #failure(code: string, message: string): JobResult {
    return {
      type: "result",
      id: this.#id,
      status: "failed",
      exit_code: 1,
      result: "",
      error: { code, message },
      usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
      cost_usd: null,
      num_turns: 0,
      duration_ms: 0,
      attempts: 0,
      session_id: null,
    };
  }
}
