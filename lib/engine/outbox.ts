import { type Activity, type Clock, type Event, type EventBody, fail } from "../model/mod.ts";

// A client that neither reads nor stops asking must not fill the memory.
const HARD_LIMIT = 200_000;
const SOFT_LIMIT = 1_024;

/** Where a session's events leave: numbered without gaps, stamped, in order. */
export class Outbox {
  readonly readable: ReadableStream<Event>;
  readonly #sessionId: () => string;
  readonly #clock: Clock;
  readonly #onCancel: () => void;
  #controller: ReadableStreamDefaultController<Event> | undefined;
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
    this.readable = new ReadableStream<Event>({
      start: (controller) => void (this.#controller = controller),
      pull: () => this.#makeRoom(),
      cancel: () => {
        this.#shut();
        options.onCancel();
      },
    }, new CountQueuingStrategy({ highWaterMark: SOFT_LIMIT }));
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

  /** Number of the last event. */
  get lastSeq(): number {
    return this.#seq;
  }

  /** A voice for the main agent, or for the sub-agent that a call started. */
  voice(cause: string | null, agent: string | null = null): Voice {
    return { cause, agent, emit: (body) => this.#emit(body, cause, agent), ready: () => this.ready() };
  }

  /** Resolves when the reader has caught up. Turns wait for it; the reading loop never does. */
  ready(): Promise<void> | void {
    if (!this.#open || !this.#controller || (this.#controller.desiredSize ?? 1) > 0) return;
    // All who wait share one promise: several tools may be speaking at the same time.
    this.#room ??= Promise.withResolvers<void>();
    return this.#room.promise;
  }

  /** Nothing is said after this. */
  close(): void {
    if (!this.#open) return;
    this.#controller?.close();
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
    if (!this.#open || !this.#controller) return;
    if ((this.#controller.desiredSize ?? 0) < SOFT_LIMIT - HARD_LIMIT) {
      this.#controller.error(fail("consumer_gone", `The reader left ${HARD_LIMIT} events unread`));
      this.#shut();
      this.#onCancel();
      return;
    }
    this.#seq += 1;
    this.#controller.enqueue({
      sessionId: this.#sessionId(),
      seq: this.#seq,
      at: this.#clock.now(),
      cause,
      agent,
      ...body,
    });
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
