import { after, type Clock, type Ids } from "../model/mod.ts";

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after,
  async sleep(ms, signal): Promise<void> {
    signal.throwIfAborted();
    if (ms <= 0) return;
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
