import type { ConsumerInfo, JsMsg } from "@nats-io/jetstream";
import { JetStreamApiError } from "./nats.js";
import { isObject } from "../../model/json.ts";
import { after, pause } from "../../model/timer.ts";
import type { JobResult } from "../job_result.ts";
import type { Job } from "../read_job.ts";
import { makeConsumer, openQueueConnection, type QueueAddress, type QueueConnection } from "./queue_connection.ts";
import { type QueuePatience, remakeConsumer, WORKERS } from "./queue_connection.ts";
import { readLatest } from "./read_stream.ts";

/** The state of a job in the queue. */
export type JobState = "queued" | "running" | "succeeded" | "failed" | "cancelled" | "dead";

/** What is known of a job. */
export interface JobStatus {
  id: string;
  state: JobState;
  worker?: string;
  deliveries: number;
  updated_at: string;
  /** Tells jobs with the same id apart. */
  hash: string;
}

/** A state of a job and its number, which tells whether another one has changed it since. */
export interface HeldStatus {
  status: JobStatus;
  revision: number;
}

/** Whether a worker got a job; otherwise how long to wait before the next try. */
export type Claim = { isHeld: false; held: HeldStatus } | { isHeld: true; waitMs: number };

/** A job that will not run again by itself. */
export interface DeadJob {
  id: string;
  job: Job | null;
  reason: { code: string; message: string };
  deliveries: number;
}

/** The error of a stream that takes one message of a subject. */
const SUBJECT_TAKEN = 10_077;
const WRONG_SEQUENCE = 10_071;
const NOT_FOUND = new Set([10_037, 404]);
const RETRY_MS = 250;
const STORE_MS = 2_000;
const CLOSE_MS = 1_000;
const ODD_LOOKS = 2;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The queue of jobs, in the words of jobs and results. */
export class JobQueue implements AsyncDisposable {
  readonly #connection: QueueConnection;
  readonly #now: () => number;
  /** How often in a row the server had messages that its consumer does not count. */
  #oddLooks = 0;

  private constructor(connection: QueueConnection, now: () => number) {
    this.#connection = connection;
    this.#now = now;
  }

  static async open(address: QueueAddress, options: QueuePatience): Promise<JobQueue> {
    return new JobQueue(await openQueueConnection(address, options), options.now);
  }

  /** The address without credentials. */
  get shown(): string {
    return this.#connection.shown;
  }

  get connection(): QueueConnection {
    return this.#connection;
  }

  /** Sends a job. The same job is sent once; another one with the same id is refused. */
  async submit(job: Job): Promise<"sent" | "duplicate" | "conflict"> {
    const hash = await hashOf(job);
    const known = await this.status(job.id);
    if (known && known.hash !== hash) return "conflict";
    // A sender that died after it had registered the job may not have sent it.
    if (known && (known.state !== "queued" || await this.#isWaiting(job.id) || await this.result(job.id))) {
      return "duplicate";
    }
    if (!known) await this.setStatus({ id: job.id, state: "queued", deliveries: 0, hash });
    return await this.#send(job, job.id) ? "sent" : "duplicate";
  }

  /** Sends a job that failed once more, and forgets its result. False when there is nothing to send again. */
  async retry(id: string): Promise<boolean> {
    const dead = await this.dead(id);
    if (!dead?.job) return false;
    const { manager } = this.#connection;
    await again(() => manager.streams.purge("QWEN_RESULTS", { filter: `qwen.results.${id}` }));
    // Its last message may still be there, and would keep the new one out.
    await again(() => manager.streams.purge("QWEN_JOBS", { filter: `qwen.jobs.${id}` }));
    await this.setStatus({ id, state: "queued", deliveries: 0, hash: await hashOf(dead.job) });
    await this.#send(dead.job, `${id} ${this.#now()}`);
    await again(() => manager.streams.purge("QWEN_DEAD", { filter: `qwen.dead.${id}` }));
    return true;
  }

  /** Ends a job with a result of its own: the first result of a job counts. False when it had ended before. */
  async cancel(result: JobResult): Promise<boolean> {
    const { id } = result;
    const { nats, manager } = this.#connection;
    if (await this.result(id) || !await this.accept(result)) return false;
    nats.publish(`qwen.cancel.${id}`);
    await again(() => manager.streams.purge("QWEN_JOBS", { filter: `qwen.jobs.${id}` }));
    const known = await this.status(id);
    if (known) await this.setStatus({ ...known, state: "cancelled" });
    await nats.flush();
    return true;
  }

  /**
   * Stores the result of a job unless it has one. `isAllowed` is asked before each attempt, so that a worker that has
   * lost its claim while the server was away stores nothing.
   */
  async accept(result: JobResult, isAllowed: () => Promise<boolean> = () => Promise.resolve(true)): Promise<boolean> {
    const text = JSON.stringify(result);
    const { jetstream } = this.#connection;
    while (await isAllowed()) {
      try {
        await jetstream.publish(`qwen.results.${result.id}`, encoder.encode(text), { timeout: STORE_MS });
        return true;
      } catch (error) {
        if (error instanceof JetStreamApiError && error.code === SUBJECT_TAKEN) {
          // An answer that was lost on its way may have said that it was stored.
          const kept = await this.result(result.id);
          if (kept) return kept.session_id === result.session_id && JSON.stringify(kept) === text;
        }
        await retryable(error);
      }
    }
    return false;
  }

  /** The result of a job; null when it has none. */
  async result(id: string): Promise<JobResult | null> {
    return await this.#last("QWEN_RESULTS", `qwen.results.${id}`) as JobResult | null;
  }

  /** Keeps a job that failed for good. */
  async bury(dead: DeadJob): Promise<void> {
    const { jetstream } = this.#connection;
    await again(() => jetstream.publish(`qwen.dead.${dead.id}`, encoder.encode(JSON.stringify(dead))));
  }

  /** A job that failed for good; null when there is none with this id. */
  async dead(id: string): Promise<DeadJob | null> {
    return await this.#last("QWEN_DEAD", `qwen.dead.${id}`) as DeadJob | null;
  }

  async status(id: string): Promise<JobStatus | null> {
    const entry = await again(() => this.#connection.status.get(id));
    return entry && entry.operation === "PUT" ? entry.json<JobStatus>() : null;
  }

  /**
   * Claims a job for a worker: false while another one holds it. A worker holds a job as long as it renews its claim
   * within `holdMs`, whatever the server delivers.
   */
  async claim(id: string, { worker, holdMs }: { worker: string; holdMs: number }): Promise<Claim> {
    const { status } = this.#connection;
    const entry = await again(() => status.get(id));
    const known = entry?.operation === "PUT" ? entry.json<JobStatus>() : null;
    // After an outage, a worker that lives has the same time to renew its claim.
    const since = Math.max(known ? Date.parse(known.updated_at) : 0, this.#connection.since());
    const age = this.#now() - since;
    if (known?.state === "running" && known.worker !== worker && age < holdMs) {
      return { isHeld: true, waitMs: holdMs - age };
    }
    const deliveries = (known?.deliveries ?? 0) + 1;
    const updated_at = new Date(this.#now()).toISOString();
    const next: JobStatus = { id, state: "running", worker, deliveries, updated_at, hash: known?.hash ?? "" };
    try {
      const revision = await status.put(id, JSON.stringify(next), { previousSeq: entry?.revision ?? 0 });
      return { isHeld: false, held: { status: next, revision } };
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== WRONG_SEQUENCE) await retryable(error);
      return { isHeld: true, waitMs: RETRY_MS };
    }
  }

  /** Renews a claim; null when it belongs to another worker by now, or the job has ended. */
  async renew({ status, revision }: HeldStatus): Promise<HeldStatus | null> {
    const next: JobStatus = { ...status, updated_at: new Date(this.#now()).toISOString() };
    for (let previousSeq = revision;;) {
      try {
        const value = JSON.stringify(next);
        return { status: next, revision: await this.#connection.status.put(status.id, value, { previousSeq }) };
      } catch (error) {
        if (!(error instanceof JetStreamApiError) || error.code !== WRONG_SEQUENCE) throw error;
      }
      // Another renewal of the same worker may have come between, or its answer was lost.
      const entry = await this.#connection.status.get(status.id);
      const known = entry?.operation === "PUT" ? entry.json<JobStatus>() : null;
      const isOwn = known?.worker === status.worker && known?.deliveries === status.deliveries;
      if (!entry || known?.state !== "running" || !isOwn) return null;
      previousSeq = entry.revision;
    }
  }

  /** The same, however long the server is away. */
  async keep(held: HeldStatus): Promise<HeldStatus | null> {
    return await again(() => this.renew(held));
  }

  async setStatus(status: Omit<JobStatus, "updated_at">): Promise<void> {
    const whole = { ...status, updated_at: new Date(this.#now()).toISOString() };
    await again(() => this.#connection.status.put(status.id, JSON.stringify(whole)));
  }

  /** All jobs, by id. */
  async statuses(): Promise<JobStatus[]> {
    const records = await again(() => Array.fromAsync(readLatest(this.#connection, "KV_QWEN_STATUS")));
    // A job whose state changed during the reading may come twice: the later one counts.
    const byId = new Map(records.map(({ id, value }) => [id, value as JobStatus]));
    return [...byId.values()].sort((a, b) => a.id < b.id ? -1 : 1);
  }

  /** The next job for a worker; null when none comes in time or the server is away. */
  async next({ ackWaitMs, waitMs }: { ackWaitMs: number; waitMs: number }): Promise<JsMsg | null> {
    try {
      const consumer = await this.#connection.jetstream.consumers.get("QWEN_JOBS", WORKERS);
      return await consumer.next({ expires: waitMs });
    } catch (error) {
      if (isMissing(error)) await again(() => makeConsumer(this.#connection, ackWaitMs));
      else await pause(RETRY_MS);
      return null;
    }
  }

  /** Makes the consumer of the workers. */
  async prepare(ackWaitMs: number): Promise<void> {
    await again(() => makeConsumer(this.#connection, ackWaitMs));
  }

  /**
   * How many jobs wait or run. A server that was killed may come back with messages that its consumer takes for
   * acknowledged: then the consumer is made again and delivers them.
   */
  async depth(): Promise<number> {
    const { manager } = this.#connection;
    const workers = (): Promise<ConsumerInfo | null> => orMissing(() => manager.consumers.info("QWEN_JOBS", WORKERS));
    const before = await workers();
    const { state: { messages } } = await again(() => manager.streams.info("QWEN_JOBS"));
    if (!before || !isStuck(before, messages)) {
      this.#oddLooks = 0;
      return before ? openOf(before) : messages;
    }
    const after = await workers();
    const isOdd = after !== null && isSame(before, after);
    this.#oddLooks = isOdd ? this.#oddLooks + 1 : 0;
    if (after && this.#oddLooks >= ODD_LOOKS) {
      this.#oddLooks = 0;
      await remakeConsumer(this.#connection, after.config);
    }
    return messages;
  }

  /** Publishes an event of a job. Events are not waited for: a lost one is no harm. */
  emit(id: string, event: unknown): void {
    if (!this.#connection.nats.isClosed()) {
      this.#connection.nats.publish(`qwen.events.${id}`, encoder.encode(JSON.stringify(event)));
    }
  }

  /** Calls a function when a job is cancelled; the returned function ends that. */
  onCancel(id: string, act: () => void): () => void {
    const subscription = this.#connection.nats.subscribe(`qwen.cancel.${id}`, { callback: act });
    return () => subscription.unsubscribe();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { nats } = this.#connection;
    if (nats.isClosed()) return;
    // A server that is away takes nothing more.
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const cancel = after(CLOSE_MS, resolve);
    await Promise.race([nats.drain().catch(() => undefined), late]);
    cancel();
    await nats.close();
  }

  async #send(job: Job, msgID: string): Promise<boolean> {
    const { jetstream } = this.#connection;
    const payload = encoder.encode(JSON.stringify(job));
    for (;;) {
      try {
        const expect = { lastSubjectSequence: 0 };
        return !(await jetstream.publish(`qwen.jobs.${job.id}`, payload, { msgID, expect })).duplicate;
      } catch (error) {
        // A message of this job waits in the stream already.
        if (error instanceof JetStreamApiError && error.code === WRONG_SEQUENCE) return false;
        await retryable(error);
      }
    }
  }

  async #isWaiting(id: string): Promise<boolean> {
    return await this.#last("QWEN_JOBS", `qwen.jobs.${id}`) !== null;
  }

  async #last(stream: string, subject: string): Promise<unknown> {
    const message = await orMissing(() =>
      this.#connection.manager.streams.getMessage(stream, { last_by_subj: subject })
    );
    return message ? JSON.parse(decoder.decode(message.data)) : null;
  }
}

/** How many messages a consumer has yet to deliver or to see acknowledged. */
function openOf({ num_pending: pending, num_ack_pending: delivered }: ConsumerInfo): number {
  return pending + delivered;
}

/** Whether messages are left out, or wait although workers ask for some. Both happen for a moment at any time. */
function isStuck(workers: ConsumerInfo, messages: number): boolean {
  return messages > openOf(workers) || (workers.num_pending > 0 && workers.num_waiting > 0);
}

/** Whether nothing has happened between two looks. */
function isSame(before: ConsumerInfo, after: ConsumerInfo): boolean {
  return openOf(before) === openOf(after) && before.delivered.consumer_seq === after.delivered.consumer_seq &&
    before.ack_floor.consumer_seq === after.ack_floor.consumer_seq;
}

/** A text that is the same for the same job, in whatever order its fields are. */
async function hashOf(job: Job): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", encoder.encode(JSON.stringify(sorted(job))));
  return new Uint8Array(bytes).toHex().slice(0, 32);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

function isMissing(error: unknown): boolean {
  if (error instanceof JetStreamApiError) return NOT_FOUND.has(error.code) || error.status === 404;
  return error instanceof Error && error.name === "ConsumerNotFoundError";
}

/** Repeats a request while the server is away. */
async function again<Value>(request: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      await retryable(error);
    }
  }
}

/** The same for something that may be absent; then null. */
async function orMissing<Value>(request: () => Promise<Value>): Promise<Value | null> {
  try {
    return await again(request);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Errors of a server that does not answer. */
const AWAY: ReadonlySet<string> = new Set(["TimeoutError", "NoRespondersError", "RequestError", "ConnectionError"]);

/** Waits a moment where the server was away; throws any other error. */
async function retryable(error: unknown): Promise<void> {
  const isBusy = error instanceof JetStreamApiError && error.status >= 500;
  const isAway = error instanceof Error && AWAY.has(error.name) && !isClosed(error);
  if (!isBusy && !isAway) throw error;
  await pause(RETRY_MS);
}

function isClosed({ cause }: Error): boolean {
  return cause instanceof Error && /Closed|Draining/.test(cause.name);
}
