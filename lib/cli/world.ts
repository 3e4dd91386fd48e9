import type { Clock, Ids } from "../model/mod.ts";

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep(ms, signal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    return promise;
  },
};

/** Random ids. */
export const randomIds: Ids = { next: () => crypto.randomUUID() };
