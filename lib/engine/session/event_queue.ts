import { type Activity, type Clock, type Event, type EventBody, fail } from "../../model/mod.ts";
import { BatchQueue } from "../../stream/batch_queue.ts";

// A client that sends commands without reading must not fill the memory.
const HARD_LIMIT = 200_000;
const SOFT_LIMIT = 1_024;

/**
 * The events of a session on their way out: numbered without gaps, stamped, in order. Events emitted in one tick are
 * flushed as one batch.
 */
export class EventQueue {
  /** The id that later events carry. */
  sessionId: string;
  readonly #clock: Clock;
  readonly #onOverflow: () => void;
  readonly #queue: BatchQueue<Event>;
  /** Emitted and not yet flushed. */
  #pending: Event[] = [];
  #seq = 0;
  #room: PromiseWithResolvers<void> | undefined;
  #open = true;
  #activity: Activity = "idle";
  #since: number;
  /** When a wait for the quota ends. */
  #until: string | null = null;

  constructor(options: { sessionId: string; clock: Clock; onOverflow: () => void }) {
    this.sessionId = options.sessionId;
    this.#clock = options.clock;
    this.#onOverflow = options.onOverflow;
    this.#since = options.clock.now();
    this.#queue = new BatchQueue({ capacity: SOFT_LIMIT, onRoom: () => this.#makeRoom() });
  }

  /** The next batch of events; null after the last one. */
  next(): Promise<readonly Event[] | null> {
    return this.#queue.next();
  }

  /** How many events wait for the reader. */
  get unread(): number {
    return SOFT_LIMIT - this.#space;
  }

  /** The activity of the session, and for how long. */
  get activity(): { state: Activity; sinceMs: number; until?: string } {
    const until = this.#activity === "waiting_quota" && this.#until !== null ? { until: this.#until } : {};
    return { state: this.#activity, sinceMs: this.#clock.now() - this.#since, ...until };
  }

  /** Waits for the quota of the provider from now on. */
  waitForQuota(until: string): void {
    this.#until = until;
    this.state = "waiting_quota";
  }

  set state(state: Activity) {
    if (state === this.#activity) return;
    this.#activity = state;
    this.#since = this.#clock.now();
  }

  /** An emitter for the main agent, or for the sub-agent that a call started. */
  emitter(cause: string | null, agent: string | null = null): Emitter {
    const source = { cause, agent };
    return { ...source, emit: (body) => this.#emit(body, source), ready: () => this.ready() };
  }

  /** Resolves when the reader has caught up. Turns wait for it; the reading loop never does. */
  ready(): Promise<void> | void {
    if (!this.#open || this.#space > 0) return;
    // A reader that is waiting takes the pending events and makes room.
    this.#flush();
    if (this.#space > 0) return;
    // All waiters share one promise: several tools may emit at the same time.
    this.#room ??= Promise.withResolvers<void>();
    return this.#room.promise;
  }

  /** Later events are dropped. */
  close(): void {
    if (!this.#open) return;
    this.#flush();
    this.#queue.close();
    this.#shut();
  }

  #shut(): void {
    this.#open = false;
    this.#makeRoom();
  }

  #makeRoom(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }

  #emit(body: EventBody, { cause, agent }: { cause: string | null; agent: string | null }): void {
    if (!this.#open) return;
    if (this.#space < SOFT_LIMIT - HARD_LIMIT) {
      this.#queue.fail(fail("consumer_gone", `The reader left ${HARD_LIMIT} events unread`));
      this.#shut();
      this.#onOverflow();
      return;
    }
    this.#seq += 1;
    if (this.#pending.length === 0) queueMicrotask(() => this.#flush());
    this.#pending.push({
      sessionId: this.sessionId,
      seq: this.#seq,
      at: this.#clock.now(),
      cause,
      agent,
      ...body,
    });
  }

  /** How many more events may be emitted before emitters have to wait. */
  get #space(): number {
    return this.#queue.room - this.#pending.length;
  }

  #flush(): void {
    if (!this.#open || this.#pending.length === 0) return;
    const batch = this.#pending;
    this.#pending = [];
    this.#queue.push(batch);
  }
}

/** Emits the events of one agent that one command has caused. */
export interface Emitter {
  readonly cause: string | null;
  readonly agent: string | null;
  emit(body: EventBody): void;
  /** Resolves when the reader has caught up. */
  ready(): Promise<void> | void;
}
