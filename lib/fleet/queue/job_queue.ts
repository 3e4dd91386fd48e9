import type { ConsumerInfo, JsMsg } from "@nats-io/jetstream";
import { JetStreamApiError } from "./nats.js";
import { isObject } from "../../model/json.ts";
import { after, pause } from "../../model/timer.ts";
import type { JobResult } from "../job_result.ts";
import type { Job } from "../read_job.ts";
import { JobClaims } from "./job_claims.ts";
import { type JobStatus, shownStatus } from "./job_status.ts";
import { makeConsumer, openQueueConnection, type QueueAddress, type QueueConnection } from "./queue_connection.ts";
import { type QueuePatience, remakeConsumer, WORKERS } from "./queue_connection.ts";
import { readLatest } from "./read_stream.ts";
import { again, isMissing, isWrongSequence, orMissing, RETRY_MS, retryable } from "./server_patience.ts";

/** A job that will not run again by itself. */
export interface DeadJob {
  id: string;
  job: Job | null;
  reason: { code: string; message: string };
  deliveries: number;
}

/** The error of a stream that takes one message of a subject. */
const SUBJECT_TAKEN = 10_077;
const STORE_MS = 2_000;
const CLOSE_MS = 1_000;
/** What a state or a dead letter adds to the result or the job in it. */
const RESERVED_BYTES = 4_096;
const ODD_LOOKS = 2;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The queue of jobs, in the words of jobs and results. */
export class JobQueue implements AsyncDisposable {
  /** Who works on which job. */
  readonly claims: JobClaims;
  readonly #connection: QueueConnection;
  readonly #now: () => number;
  /** How often in a row the server had messages that its consumer does not count. */
  #oddLooks = 0;

  private constructor(connection: QueueConnection, now: () => number) {
    this.#connection = connection;
    this.#now = now;
    this.claims = new JobClaims(connection, now);
  }

  static async open(address: QueueAddress, options: QueuePatience): Promise<JobQueue> {
    return new JobQueue(await openQueueConnection(address, options), options.now);
  }

  /** The address without credentials. */
  get shown(): string {
    return this.#connection.shown;
  }

  /** The largest job or result that the server takes, in bytes. */
  get maxBytes(): number {
    return this.#connection.maxPayload - RESERVED_BYTES;
  }

  get connection(): QueueConnection {
    return this.#connection;
  }

  /** Sends a job. The same job is sent once; another one with the same id is refused. */
  async submit(job: Job): Promise<"sent" | "duplicate" | "conflict" | "too_large"> {
    const hash = await hashOf(job);
    if (sizeOf(job) > this.maxBytes) return "too_large";
    const known = await this.status(job.id) ?? await this.#register(job.id, hash);
    if (known && known.hash !== hash) return "conflict";
    if (!known) return await this.#send(job, job.id) ? "sent" : "duplicate";
    if (known.state === "running" || await this.result(job.id)) return "duplicate";
    // A sender that died after it had registered the job may not have sent it; a result may have been removed.
    if (known.state !== "queued") await this.setStatus({ id: job.id, state: "queued", deliveries: 0, hash });
    else if (await this.#isWaiting(job.id)) return "duplicate";
    return await this.#send(job, `${job.id} ${this.#now()}`) ? "sent" : "duplicate";
  }

  /** Sends a job that failed once more, and forgets its result. False when there is nothing to send again. */
  async retry(id: string): Promise<boolean> {
    const dead = await this.dead(id);
    if (!dead?.job) return false;
    const { manager } = this.#connection;
    // The state first: a result in it would be stored again by the next worker that looks.
    await this.setStatus({ id, state: "queued", deliveries: 0, hash: await hashOf(dead.job) });
    await again(() => manager.streams.purge("QWEN_RESULTS", { filter: `qwen.results.${id}` }));
    // Its last message may still be there, and would keep the new one out.
    await again(() => manager.streams.purge("QWEN_JOBS", { filter: `qwen.jobs.${id}` }));
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
    if (known) await this.setStatus({ ...shownStatus(known), hash: known.hash, state: "cancelled" });
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

  async setStatus(status: Omit<JobStatus, "updated_at" | "ending">): Promise<void> {
    await again(() => this.#connection.status.put(status.id, JSON.stringify(this.#stamped(status))));
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

  /**
   * Publishes an event of a job. Events are not waited for: a lost one is no harm. False when it is too large for the
   * server.
   */
  emit(id: string, event: unknown): boolean {
    const bytes = encoder.encode(JSON.stringify(event));
    if (bytes.length > this.#connection.maxPayload) return false;
    if (!this.#connection.nats.isClosed()) this.#connection.nats.publish(`qwen.events.${id}`, bytes);
    return true;
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
        if (isWrongSequence(error)) return false;
        await retryable(error);
      }
    }
  }

  /** Makes the state of a new job; returns that of another sender who was faster. */
  async #register(id: string, hash: string): Promise<JobStatus | null> {
    const value = JSON.stringify(this.#stamped({ id, state: "queued", deliveries: 0, hash }));
    try {
      await again(() => this.#connection.status.create(id, value));
      return null;
    } catch (error) {
      if (!isWrongSequence(error)) throw error;
      return await this.status(id);
    }
  }

  #stamped(status: Omit<JobStatus, "updated_at" | "ending">): JobStatus {
    return { ...status, updated_at: new Date(this.#now()).toISOString() };
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

/** The size of a value as JSON. */
export function sizeOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
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
