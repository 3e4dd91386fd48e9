// A delay above 2^31 - 1 ms overflows the timer and would fire at once.
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Calls a function after a delay of any length. The returned function cancels it. */
export function after(ms: number, act: () => void): () => void {
  let left = Math.max(0, Math.ceil(ms));
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    const slice = Math.min(left, MAX_DELAY_MS);
    left -= slice;
    timer = setTimeout(() => left > 0 ? wait() : act(), slice);
  };
  wait();
  return () => clearTimeout(timer);
}

/** Resolves after a delay. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void after(ms, resolve));
}
