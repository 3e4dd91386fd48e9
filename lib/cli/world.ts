import { after, type Clock, type Ids } from "../model/mod.ts";

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, act): () => void {
    const until = Date.now() + ms;
    let callOff: () => void;
    const wait = (left: number): void => {
      callOff = after(Math.min(left, MAX_SLICE_MS), () => {
        const more = until - Date.now();
        if (more > 0) wait(more);
        else act();
      });
    };
    wait(ms);
    return () => callOff();
  },
  async sleep(ms, signal): Promise<void> {
    signal.throwIfAborted();
    if (ms <= 0) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const callOff = systemClock.after(ms, () => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    });
    const onAbort = (): void => {
      callOff();
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    await promise;
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

// A timer cannot be taken back, only left behind, so none is long.
const MAX_SLICE_MS = 15_000;
