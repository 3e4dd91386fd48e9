import type { Clock } from "../../model/mod.ts";

const LIBRARIES: Partial<Record<typeof Deno.build.os, string>> = { linux: "libc.so.6", darwin: "libSystem.B.dylib" };
const CHECK_MS = 400;
const STDOUT = 1;
const POLLERR = 8;
const POLLHUP = 16;

/**
 * Calls back when the reader of stdout has gone away, also while nothing is written: a run that waits for a silent model
 * or a quiet command would otherwise go on for no one. Where the system cannot be asked, the next write finds out. The
 * returned function ends the watch.
 */
export function watchReader(clock: Clock, onGone: () => void): () => void {
  let cancel: () => void;
  const wait = (): void => {
    cancel = clock.after(CHECK_MS, () => {
      armReaderWatch();
      if (isGone?.()) onGone();
      else wait();
    });
  };
  wait();
  return () => cancel();
}

let isGone: (() => boolean) | null = null;

/** Loads the foreign function that the watch needs while that is permitted; it stays usable later. */
function armReaderWatch(): void {
  isGone ??= openPoll();
}

function openPoll(): () => boolean {
  const library = LIBRARIES[Deno.build.os];
  try {
    if (!library) return () => false;
    const { symbols } = Deno.dlopen(library, { poll: { parameters: ["buffer", "usize", "i32"], result: "i32" } });
    // One `struct pollfd`: the descriptor, no requested events, and the returned events.
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
