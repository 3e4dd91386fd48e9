import { after } from "../../../model/timer.ts";
import { within } from "../../../model/within.ts";

/** How long to read the pipes after a command has ended: a daemon may hold them open forever. */
const GRACE_MS = 250;

/** Waits until the pipes of an ended command are read to their end, for a short time at most. */
export async function drained(pipes: Promise<unknown>): Promise<void> {
  await within(pipes, { ms: GRACE_MS, clock: { after } });
}
