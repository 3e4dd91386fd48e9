import { pause } from "../model/timer.ts";

/** How long a group may take to end by itself after SIGTERM. */
export const TERM_GRACE_MS = 200;
/** How long a killed group is waited for: a process stuck in the kernel must not hang us. */
const KILL_WAIT_MS = 1000;
const POLL_MS = 10;

/** Asks a process group to end, then makes it end. Resolves when it is gone. */
export async function endGroup(group: number): Promise<void> {
  if (!signalGroup(group, "SIGTERM")) return;
  signalGroup(group, "SIGCONT");
  if (await isGoneWithin(group, TERM_GRACE_MS)) return;
  signalGroup(group, "SIGKILL");
  await isGoneWithin(group, KILL_WAIT_MS);
}

/**
 * The same for a program that has put up walls: those behind them are not in its group and end because it does. They
 * are waited for as well, or something of the command could still be seen when it is said to be over.
 */
export async function endWalled(group: number): Promise<void> {
  const behind = await childrenOf(group);
  await endGroup(group);
  for (let waited = 0; waited < KILL_WAIT_MS; waited += POLL_MS) {
    const states = await Promise.all(behind.map(livingGroup));
    if (states.every((state) => state === null)) return;
    await pause(POLL_MS);
  }
}

/** The children of a process; none where the system does not tell. */
async function childrenOf(pid: number): Promise<number[]> {
  try {
    const text = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`);
    return text.split(" ").filter((word) => word !== "").map(Number);
  } catch {
    // It has ended, or Deno does not show /proc.
    return [];
  }
}

/** The group of a living process; null for one that is dead, whether somebody has reaped it or not. */
async function livingGroup(pid: number): Promise<number | null> {
  try {
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
    // The name in parentheses may hold anything: fields are counted after its end.
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? null : Number(group);
  } catch {
    return null;
  }
}

/** Ends a process group at once, without waiting for it. */
export function killGroup(group: number): void {
  signalGroup(group, "SIGKILL");
}

/** Whether a process of this group is alive. */
export async function hasMembers(group: number): Promise<boolean> {
  // A group without members cannot be signalled; to those that run SIGCONT means nothing.
  if (!signalGroup(group, "SIGCONT")) return false;
  // The dead count as members until somebody reaps them, which nobody may do in a container.
  return Deno.build.os !== "linux" || await hasLivingMembers(group);
}

async function isGoneWithin(group: number, ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += POLL_MS) {
    await pause(POLL_MS);
    if (!(await hasMembers(group))) return true;
  }
  return false;
}

async function hasLivingMembers(group: number): Promise<boolean> {
  let entries: Deno.DirEntry[];
  try {
    entries = await Array.fromAsync(Deno.readDir("/proc"));
  } catch {
    // Without all rights Deno does not show /proc: the dead are then taken for living until they are reaped.
    return true;
  }
  for (const entry of entries) {
    if (/^\d+$/.test(entry.name) && await livingGroup(Number(entry.name)) === group) return true;
  }
  return false;
}

/** Whether there was a process to take the signal. */
function signalGroup(group: number, signal: Deno.Signal): boolean {
  try {
    Deno.kill(-group, signal);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}
