import { SETTLED } from "../model/mod.ts";
import type { Outbox } from "./outbox.ts";
import type { SessionParts } from "./session_parts.ts";

/** Gives signs of life. */
export class Heartbeat {
  readonly #parts: Pick<SessionParts, "clock" | "heartbeatMs">;
  readonly #outbox: Outbox;
  #stop: AbortController | undefined;

  constructor(parts: Pick<SessionParts, "clock" | "heartbeatMs">, outbox: Outbox) {
    this.#parts = parts;
    this.#outbox = outbox;
  }

  /** Begins, unless it has begun or nobody wants to hear it. */
  start(): void {
    const { heartbeatMs } = this.#parts;
    if (heartbeatMs === null || this.#stop) return;
    this.#stop = new AbortController();
    void this.#beat(heartbeatMs, this.#stop.signal);
  }

  /** Ends for good. */
  stop(): void {
    this.#stop?.abort(SETTLED);
  }

  async #beat(everyMs: number, signal: AbortSignal): Promise<void> {
    const voice = this.#outbox.voice(null);
    try {
      for (;;) {
        await this.#parts.clock.sleep(everyMs, signal);
        voice.emit({ type: "heartbeat", ...this.#outbox.activity });
      }
    } catch {
      // The session has ended; sleeping is all that can fail here.
    }
  }
}
