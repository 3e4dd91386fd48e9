import { after } from "../model/timer.ts";
import { within } from "../model/within.ts";

/** How long the pipes are read after a command has ended: a daemon may hold them for ever. */
const GRACE_MS = 250;

/** Waits until the pipes of an ended command are read, but not for long. */
export async function drained(pipes: Promise<unknown>): Promise<void> {
  await within(pipes, { ms: GRACE_MS, clock: { after } });
}
