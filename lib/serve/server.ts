import type { Problem } from "../model/problem.ts";
import { Door, type DoorOptions } from "./door.ts";
import { Hub, type HubOptions } from "./hub.ts";
import type { Listener, Place } from "./transport.ts";

/** What a server is made of. */
export type ServerOptions = HubOptions & DoorOptions;

const MIN_TICK_MS = 10;
const MAX_TICK_MS = 1_000;

/** Serves the clients of one listener until it is stopped. */
export class Server {
  readonly hub: Hub;
  readonly door: Door;
  readonly #listener: Listener;
  readonly #options: ServerOptions;
  readonly #closed = new AbortController();
  readonly #accepting: Promise<void>;
  readonly #ticking: Promise<void>;

  constructor(listener: Listener, options: ServerOptions) {
    this.#listener = listener;
    this.#options = options;
    this.hub = new Hub(options);
    this.door = new Door(this.hub, options);
    this.#accepting = this.#accept();
    this.#ticking = this.#tick();
  }

  get place(): Place {
    return this.#listener.place;
  }

  /** Takes no more clients, ends what runs, and lets everybody go. Bounded in time. */
  async stop(why: Problem): Promise<void> {
    await this.#listener.close();
    await this.hub.stop(why);
    this.#closed.abort();
    await this.door.close();
    await Promise.all([this.#accepting, this.#ticking]);
  }

  async #accept(): Promise<void> {
    for await (const connection of this.#listener.connections()) this.door.take(connection);
  }

  /** One clock for everybody's time limits. */
  async #tick(): Promise<void> {
    const { clock, limits } = this.#options;
    const shortest = Math.min(limits.idleMs, limits.firstLineMs, limits.heartbeatMs, limits.graceMs, limits.stallMs);
    const period = Math.max(MIN_TICK_MS, Math.min(MAX_TICK_MS, shortest / 4));
    while (!this.#closed.signal.aborted) {
      const isOver = await clock.sleep(period, this.#closed.signal).then(() => false, () => true);
      if (isOver) return;
      const now = clock.now();
      this.door.tick(now);
      this.hub.tick(now);
    }
  }
}
