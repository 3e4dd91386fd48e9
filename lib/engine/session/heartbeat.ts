import { SETTLED } from "../../model/mod.ts";
import type { EventQueue } from "./event_queue.ts";
import type { SessionParts } from "./session_parts.ts";

/** Emits heartbeats at an interval. */
export class Heartbeat {
  readonly #parts: SessionParts;
  readonly #events: EventQueue;
  #stop: AbortController | undefined;

  constructor(parts: SessionParts, events: EventQueue) {
    this.#parts = parts;
    this.#events = events;
  }

  /** Starts, unless it has started or is switched off. */
  start(): void {
    const { heartbeatMs } = this.#parts.host;
    if (heartbeatMs === null || this.#stop) return;
    this.#stop = new AbortController();
    void this.#beat(heartbeatMs, this.#stop.signal);
  }

  /** Stops for good. */
  stop(): void {
    this.#stop?.abort(SETTLED);
  }

  async #beat(everyMs: number, signal: AbortSignal): Promise<void> {
    const emitter = this.#events.emitter(null);
    try {
      for (;;) {
        await this.#parts.world.clock.sleep(everyMs, signal);
        emitter.emit({ type: "heartbeat", ...this.#events.activity });
      }
    } catch {
      // The session has ended: only the sleep can fail here.
    }
  }
}
