import type { Clock } from "../../model/mod.ts";

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

/** Options of `abortableItems`. */
export interface AbortableOptions {
  signal: AbortSignal;
  clock: Clock;
  /** How long the source may take to end by itself after the abort. */
  graceMs: number;
}

/**
 * Reads a source that is expected to end by itself when the signal is aborted. One that does not is abandoned after
 * a moment, so that a cancel does not wait for it.
 */
export async function* abortableItems<Item>(
  source: AsyncIterable<Item>,
  options: AbortableOptions,
): AsyncGenerator<Item> {
  const { signal, clock, graceMs } = options;
  const iterator = source[Symbol.asyncIterator]();
  let cancel: (() => void) | undefined;
  let giveUp: (reason: unknown) => void = () => {};
  const onAbort = (): void => {
    cancel = clock.after(graceMs, () => giveUp(signal.reason));
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
    cancel?.();
    // A reader that stops early ends the source; one that is over or abandoned needs no end.
    if (!isOver) await iterator.return?.();
  }
}
