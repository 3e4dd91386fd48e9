import { type Activity, type Clock, type Event, type EventBody, fail } from "../model/mod.ts";
import { BatchQueue } from "../stream/batch_queue.ts";

// A client that neither reads nor stops asking must not fill the memory.
const HARD_LIMIT = 200_000;
const SOFT_LIMIT = 1_024;

/**
 * Where a session's events leave: numbered without gaps, stamped, in order. What is said in one breath, such as all
 * that one read of a model's answer holds, leaves as one batch.
 */
export class Outbox {
  readonly #sessionId: () => string;
  readonly #clock: Clock;
  readonly #onCancel: () => void;
  readonly #queue: BatchQueue<Event>;
  /** Said, and not yet on its way. */
  #breath: Event[] = [];
  #seq = 0;
  #room: PromiseWithResolvers<void> | undefined;
  #open = true;
  #activity: Activity = "idle";
  #since: number;

  constructor(options: { sessionId: () => string; clock: Clock; onCancel: () => void }) {
    this.#sessionId = options.sessionId;
    this.#clock = options.clock;
    this.#onCancel = options.onCancel;
    this.#since = options.clock.now();
    this.#queue = new BatchQueue({
      capacity: SOFT_LIMIT,
      onRoom: () => this.#makeRoom(),
      onCancel: () => {
        this.#shut();
        options.onCancel();
      },
    });
  }

  /** What has been said, batch by batch; null after the last one. */
  next(): Promise<readonly Event[] | null> {
    return this.#queue.next();
  }

  /** The same as a stream. */
  get readable(): ReadableStream<readonly Event[]> {
    return this.#queue.readable;
  }

  /** What the session is doing, and for how long. */
  get activity(): { state: Activity; sinceMs: number } {
    return { state: this.#activity, sinceMs: this.#clock.now() - this.#since };
  }

  set state(state: Activity) {
    if (state === this.#activity) return;
    this.#activity = state;
    this.#since = this.#clock.now();
  }

  /** A voice for the main agent, or for the sub-agent that a call started. */
  voice(cause: string | null, agent: string | null = null): Voice {
    return { cause, agent, emit: (body) => this.#emit(body, cause, agent), ready: () => this.ready() };
  }

  /** Resolves when the reader has caught up. Turns wait for it; the reading loop never does. */
  ready(): Promise<void> | void {
    if (!this.#open || this.#space > 0) return;
    // A reader that is ahead takes what was said and asks for more.
    this.#exhale();
    if (this.#space > 0) return;
    // All who wait share one promise: several tools may be speaking at the same time.
    this.#room ??= Promise.withResolvers<void>();
    return this.#room.promise;
  }

  /** Nothing is said after this. */
  close(): void {
    if (!this.#open) return;
    this.#exhale();
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

  #emit(body: EventBody, cause: string | null, agent: string | null): void {
    if (!this.#open) return;
    if (this.#space < SOFT_LIMIT - HARD_LIMIT) {
      this.#queue.fail(fail("consumer_gone", `The reader left ${HARD_LIMIT} events unread`));
      this.#shut();
      this.#onCancel();
      return;
    }
    this.#seq += 1;
    if (this.#breath.length === 0) queueMicrotask(() => this.#exhale());
    this.#breath.push({
      sessionId: this.#sessionId(),
      seq: this.#seq,
      at: this.#clock.now(),
      cause,
      agent,
      ...body,
    });
  }

  /** How many more events may be said before somebody has to wait. */
  get #space(): number {
    return this.#queue.room - this.#breath.length;
  }

  #exhale(): void {
    if (!this.#open || this.#breath.length === 0) return;
    const batch = this.#breath;
    this.#breath = [];
    this.#queue.push(batch);
  }
}

/** Speaks for one agent in answer to one command. */
export interface Voice {
  readonly cause: string | null;
  readonly agent: string | null;
  emit(body: EventBody): void;
  /** Resolves when the reader has caught up. */
  ready(): Promise<void> | void;
}
