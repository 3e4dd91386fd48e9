/** What a process holds: a soak compares it at half time and at the end. */
import { procPath } from "../support/proc.ts";

/** What a process holds. */
export interface Holding {
  megabytes: number;
  descriptors: number;
  children: number;
}

/** What a soak has found. */
export interface SoakReport {
  clients: number;
  answers: number;
  before: Holding;
  after: Holding;
}

const LOOK_MS = 1_000;
const MAX_LOOKS = 30;
const SAME_LOOKS = 4;
const SETTLE_MS = SAME_LOOKS * LOOK_MS;

/** Runs rounds for half of the time, measures, and does the same again: both halves must leave the same behind. */
export async function soak(
  round: () => Promise<void>,
  { ms, pid }: { ms: number; pid: number },
): Promise<{ before: Holding; after: Holding }> {
  const half = async (): Promise<Holding> => {
    const endAt = performance.now() + ms / 2 - SETTLE_MS;
    do await round(); while (performance.now() < endAt);
    return await settled(pid);
  };
  // In the first half the heap and the threads grow to their size.
  const before = await half();
  return { before, after: await half() };
}

/** What a process holds once it has come to rest. */
async function settled(pid: number): Promise<Holding> {
  let last = await holdingOf(pid);
  for (let looks = 0, same = 0; looks < MAX_LOOKS && same < SAME_LOOKS; looks++) {
    await pause(LOOK_MS);
    const now = await holdingOf(pid);
    same = now.descriptors === last.descriptors && now.children === last.children ? same + 1 : 0;
    last = now;
  }
  return last;
}

/** What a process holds now; only where there is /proc. */
export async function holdingOf(pid: number): Promise<Holding> {
  const status = await Deno.readTextFile(procPath(`${pid}/status`));
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
  const descriptors = (await Array.fromAsync(Deno.readDir(procPath(`${pid}/fd`)))).length;
  const children = await Deno.readTextFile(procPath(`${pid}/task/${pid}/children`)).catch(() => "");
  return {
    megabytes: Math.round(kilobytes / 1024),
    descriptors,
    children: children.trim() === "" ? 0 : children.trim().split(" ").length,
  };
}

/** Waits. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
