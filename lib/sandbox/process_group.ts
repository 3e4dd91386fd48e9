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
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
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
    if (!/^\d+$/.test(entry.name)) continue;
    try {
      const stat = await Deno.readTextFile(`/proc/${entry.name}/stat`);
      // The name in parentheses may hold anything: fields are counted after its end.
      const [state, , processGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(processGroup) === group && state !== "Z" && state !== "X") return true;
    } catch {
      // It ended while we looked.
    }
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
