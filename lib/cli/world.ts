import { after, type Clock, type Ids } from "../model/mod.ts";

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

function slice(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const callOff = after(ms, () => {
    signal.removeEventListener("abort", onAbort);
    resolve();
  });
  const onAbort = (): void => {
    callOff();
    reject(signal.reason);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  return promise;
}
