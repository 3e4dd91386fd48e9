import type { Clock } from "../model/mod.ts";

const LIBRARIES: Partial<Record<typeof Deno.build.os, string>> = { linux: "libc.so.6", darwin: "libSystem.B.dylib" };
const CHECK_MS = 400;
const STDOUT = 1;
const POLLERR = 8;
const POLLHUP = 16;

/**
 * Tells when nobody reads stdout any more, also while nothing is written: a run that is waiting for a silent model or a
 * quiet command would otherwise work on for nobody. Tells nothing where the system cannot be asked; the next write
 * finds out there. What is returned ends the watch.
 */
export function watchReader(clock: Clock, onGone: () => void): () => void {
  let callOff: () => void;
  const wait = (): void => {
    callOff = clock.after(CHECK_MS, () => {
      // Loaded late: most runs are over before anybody could have gone.
      armReaderWatch();
      if (isGone?.()) onGone();
      else wait();
    });
  };
  wait();
  return () => callOff();
}

let isGone: (() => boolean) | null = null;

/** Gets what the watch needs, as long as there is the right to call foreign code; what was got once can be used later. */
export function armReaderWatch(): void {
  isGone ??= openPoll();
}

function openPoll(): () => boolean {
  const library = LIBRARIES[Deno.build.os];
  try {
    if (!library) return () => false;
    const { symbols } = Deno.dlopen(library, { poll: { parameters: ["buffer", "usize", "i32"], result: "i32" } });
    // One `struct pollfd`: the descriptor, no events asked for, and what is the matter with it.
    const descriptor = new Int16Array(4);
    new Int32Array(descriptor.buffer)[0] = STDOUT;
    return () => {
      descriptor[3] = 0;
      return symbols.poll(descriptor, 1n, 0) > 0 && (descriptor[3] & (POLLERR | POLLHUP)) !== 0;
    };
  } catch {
    // Another C library, or no permission to call it.
    return () => false;
  }
}
