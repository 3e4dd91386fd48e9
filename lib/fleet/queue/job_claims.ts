import type { JobResult } from "../job_result.ts";
import type { JobStatus } from "./job_status.ts";
import type { QueueConnection } from "./queue_connection.ts";
import { again, isWrongSequence, RETRY_MS, retryable } from "./server_patience.ts";

/** A job that a worker holds. */
export interface HeldJob {
  status: JobStatus;
  /** The number of that state, which tells whether somebody has changed it since. */
  revision: number;
  /** The run of the server that gave the number. */
  server: string;
}

/** What became of a claim: the job is held, belongs to another worker for a time, or has a result to be stored. */
export type Claim =
  | { kind: "held"; held: HeldJob }
  | { kind: "busy"; waitMs: number }
  | { kind: "ended"; result: JobResult; status: JobStatus; isCurrent: () => boolean };

interface Found {
  status: JobStatus | null;
  revision: number;
}

/**
 * Who works on which job. A worker decides on the result in the same state that holds its claim, and every change names
 * the state that it replaces. So either the claim of a second worker or the result of the first one is refused, however
 * late a message arrives.
 *
 * A server that was killed may have lost states, and give their numbers to others. So a number counts only for the run
 * of the server that gave it; after a restart the state is read again.
 */
export class JobClaims {
  readonly #connection: QueueConnection;
  readonly #now: () => number;

  constructor(connection: QueueConnection, now: () => number) {
    this.#connection = connection;
    this.#now = now;
  }

  /**
   * Claims a job for a worker. A worker holds a job as long as it renews its claim within `holdMs`, whatever the server
   * delivers.
   */
  async claim(id: string, { worker, holdMs }: { worker: string; holdMs: number }): Promise<Claim> {
    const server = this.#server();
    const { status: known, revision } = await again(() => this.#find(id));
    const isCurrent = (): boolean => this.#server() === server;
    if (known?.state === "running" && known.ending) {
      return { kind: "ended", result: known.ending, status: known, isCurrent };
    }
    // After an outage, a worker that lives has the same time to renew its claim.
    const since = Math.max(known ? Date.parse(known.updated_at) : 0, this.#connection.since());
    const age = this.#now() - since;
    if (known?.state === "running" && known.worker !== worker && age < holdMs) {
      return { kind: "busy", waitMs: holdMs - age };
    }
    if (!isCurrent()) return { kind: "busy", waitMs: RETRY_MS };
    const deliveries = (known?.deliveries ?? 0) + 1;
    const next: JobStatus = { ...this.#stamp(), id, state: "running", worker, deliveries, hash: known?.hash ?? "" };
    try {
      return { kind: "held", held: { status: next, revision: await this.#put(next, revision), server } };
    } catch (error) {
      if (!isWrongSequence(error)) await retryable(error);
      return { kind: "busy", waitMs: RETRY_MS };
    }
  }

  /** How long ago a claim was made or renewed, in milliseconds. */
  ageOf({ status }: HeldJob): number {
    return this.#now() - Date.parse(status.updated_at);
  }

  /** Renews a claim unless that is not wanted any more; null when another worker has the job by now, or it has ended. */
  async renew(held: HeldJob, signal: AbortSignal): Promise<HeldJob | null> {
    return await this.#change(held, { wanted: held.status, signal });
  }

  /**
   * Decides on the result of a job, however long the server is away; null when another worker has the job by now, or it
   * has ended. The returned decision stands on the server that the next message goes to.
   */
  async decide(held: HeldJob, ending: JobResult): Promise<HeldJob | null> {
    if (held.status.ending && held.server === this.#server()) return held;
    return await again(() => this.#change(held, { wanted: { ...held.status, ending } }));
  }

  /** Lets any worker have the job; false when another one has it already. */
  async release(held: HeldJob): Promise<boolean> {
    const { worker: _, ...status } = held.status;
    return await again(() => this.#change(held, { wanted: { ...status, state: "queued" } })) !== null;
  }

  async #change(
    held: HeldJob,
    { wanted, signal }: { wanted: JobStatus; signal?: AbortSignal },
  ): Promise<HeldJob | null> {
    const next = { ...wanted, ...this.#stamp() };
    for (let { revision, server } = held;;) {
      signal?.throwIfAborted();
      // Nothing is awaited between this check and the sending: a lost connection drops what was not sent.
      if (server !== "" && server === this.#server()) {
        try {
          return { status: next, revision: await this.#put(next, revision), server };
        } catch (error) {
          if (!isWrongSequence(error)) throw error;
        }
      }
      // A further change by the same worker may have come between, or its answer was lost, or the state is older.
      server = this.#server();
      const found = await this.#find(held.status.id);
      if (!isFreeFor(held.status, found.status)) return null;
      revision = found.revision;
    }
  }

  async #find(id: string): Promise<Found> {
    const entry = await this.#connection.status.get(id);
    return {
      status: entry?.operation === "PUT" ? entry.json<JobStatus>() : null,
      revision: entry?.revision ?? 0,
    };
  }

  #put(status: JobStatus, previousSeq: number): Promise<number> {
    return this.#connection.status.put(status.id, JSON.stringify(status), { previousSeq });
  }

  #stamp(): { updated_at: string } {
    return { updated_at: new Date(this.#now()).toISOString() };
  }

  /** The run of the server that the connection leads to; empty while there is none. */
  #server(): string {
    return this.#connection.nats.info?.server_id ?? "";
  }
}

/** Whether a state is that of the worker that held the job, or of nobody since a server has lost its claim. */
function isFreeFor(own: JobStatus, found: JobStatus | null): boolean {
  if (!found || found.state === "queued") return true;
  return found.state === "running" && found.worker === own.worker && found.deliveries === own.deliveries;
}
