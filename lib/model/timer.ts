/**
 * Does something after a time, unless it is called off by what is returned.
 *
 * `setTimeout` would do, but its first use loads all that Deno keeps of Node's timers, which takes a quarter of the
 * time that a run needs to its first line. A signal with a timeout is there from the start, and keeps the process
 * alive as long as somebody listens to it. It cannot be taken back, only left behind: where there may be very many,
 * none should be long.
 */
export function after(ms: number, act: () => void): () => void {
  const timer = AbortSignal.timeout(Math.max(1, Math.ceil(ms)));
  timer.addEventListener("abort", act, { once: true });
  return () => timer.removeEventListener("abort", act);
}

/** Resolves after a time. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void after(ms, resolve));
}
