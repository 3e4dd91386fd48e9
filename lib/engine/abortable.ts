import type { Clock } from "../model/mod.ts";

/** The value, or a rejection with `signal.reason` as soon as the signal is aborted. */
export async function orAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  value.then(resolve, reject);
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** How a source is read. */
export interface PatienceOptions {
  signal: AbortSignal;
  clock: Clock;
  /** How long the source may take to end by itself after the abort. */
  graceMs: number;
}

/**
 * The items of a source that is expected to end by itself when the signal is aborted. One that does not is left
 * behind after a moment: whoever cancels must not wait for somebody who does not listen.
 */
export async function* withPatience<Item>(source: AsyncIterable<Item>, options: PatienceOptions): AsyncGenerator<Item> {
  const { signal, clock, graceMs } = options;
  const iterator = source[Symbol.asyncIterator]();
  let callOff: (() => void) | undefined;
  let giveUp: (reason: unknown) => void = () => {};
  const onAbort = (): void => {
    callOff = clock.after(graceMs, () => giveUp(signal.reason));
  };
  signal.addEventListener("abort", onAbort, { once: true });
  let isOver = false;
  try {
    for (;;) {
      const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Item>>();
      giveUp = reject;
      iterator.next().then(resolve, reject);
      const step = await promise.catch((error) => {
        isOver = true;
        throw error;
      });
      if (step.done) {
        isOver = true;
        return;
      }
      yield step.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    callOff?.();
    // Whoever stops reading ends the source; one that is over or left behind has nothing more to end.
    if (!isOver) await iterator.return?.();
  }
}
