import { after } from "./timer.ts";

/** Time, injected so that tests are deterministic. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls a function after a delay. The returned function cancels it. */
  after(ms: number, act: () => void): () => void;
  /** Resolves after a delay; rejects with `signal.reason` when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Fresh identifiers, injected so that tests are deterministic. */
export interface Ids {
  /** Returns a UUID. */
  next(): string;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after,
  async sleep(ms, signal): Promise<void> {
    signal.throwIfAborted();
    if (ms <= 0) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const cancel = after(ms, () => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    });
    const onAbort = (): void => {
      cancel();
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    await promise;
  },
};

/** Random UUIDs. */
export const randomIds: Ids = { next: () => crypto.randomUUID() };

/** Returns a random number in [0, 1). */
export function randomNumber(): number {
  return Math.random();
}
