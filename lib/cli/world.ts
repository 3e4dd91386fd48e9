import type { Clock, Ids } from "../model/mod.ts";

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal): Promise<void> {
    signal.throwIfAborted();
    const until = Date.now() + ms;
    // A slice cannot be taken back, only left behind, so none is long.
    for (let left = ms; left > 0; left = until - Date.now()) await slice(Math.min(left, MAX_SLICE_MS), signal);
  },
};

/** Random ids. */
export const randomIds: Ids = { next: () => crypto.randomUUID() };

/**
 * Resolves when what is ready by now has been heard: a look at the disk takes the same way as a read of stdin, and
 * costs a tenth of the first timer.
 */
export async function aMoment(): Promise<void> {
  await Deno.lstat("/");
}

const MAX_SLICE_MS = 15_000;

/**
 * `setTimeout` would do, but its first use loads all that Deno keeps of Node's timers, which takes a quarter of the
 * time that a run needs to its first line; a signal with a timeout is there from the start, and keeps the process
 * alive as long as somebody listens to it.
 */
function slice(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = AbortSignal.timeout(Math.max(1, Math.ceil(ms)));
  const onTime = (): void => {
    signal.removeEventListener("abort", onAbort);
    resolve();
  };
  const onAbort = (): void => {
    timer.removeEventListener("abort", onTime);
    reject(signal.reason);
  };
  timer.addEventListener("abort", onTime, { once: true });
  signal.addEventListener("abort", onAbort, { once: true });
  return promise;
}
