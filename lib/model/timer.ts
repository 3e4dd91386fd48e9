/**
 * Does something after a time, unless it is called off by what is returned.
 *
 * `setTimeout` would do, but its first use loads all that Deno keeps of Node's timers, which takes a quarter of the
 * time that a run needs to its first line. A signal with a timeout is there from the start, and keeps the process
 * alive as long as somebody listens to it. It cannot be taken back, only left behind, and none counts further than
 * 2^31 milliseconds, so that a long time is waited for in slices.
 */
export function after(ms: number, act: () => void): () => void {
  let left = Math.max(1, Math.ceil(ms));
  let timer: AbortSignal;
  const onTime = (): void => left > 0 ? wait() : act();
  const wait = (): void => {
    const slice = Math.min(left, MAX_SLICE_MS);
    left -= slice;
    timer = AbortSignal.timeout(slice);
    timer.addEventListener("abort", onTime, { once: true });
  };
  wait();
  return () => timer.removeEventListener("abort", onTime);
}

/** Resolves after a time. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void after(ms, resolve));
}

const MAX_SLICE_MS = 15_000;
