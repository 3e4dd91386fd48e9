import type { Clock } from "../../lib/model/ports.ts";

interface Sleeper {
  at: number;
  resolve: () => void;
}

/** A clock that stands still until it is told to go on. */
export class FakeClock implements Clock {
  #now: number;
  #sleepers: Sleeper[] = [];

  constructor(now = 1_700_000_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** How many sleeps are under way. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  after(ms: number, act: () => void): () => void {
    const sleeper: Sleeper = { at: this.#now + ms, resolve: act };
    this.#sleepers.push(sleeper);
    return () => {
      this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
    };
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const callOff = this.after(ms, resolve);
    signal.addEventListener("abort", () => {
      callOff();
      reject(signal.reason);
    }, { once: true });
    return promise;
  }

  /** Lets time pass, waking sleepers one by one at their time; each may sleep again within it. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const next = this.#sleepers.filter((sleeper) => sleeper.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#sleepers = this.#sleepers.filter((sleeper) => sleeper !== next);
      this.#now = Math.max(this.#now, next.at);
      next.resolve();
    }
    this.#now = end;
    await settle();
  }
}

/** Lets everything run that waits for nothing but its turn. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
