import { pause } from "../../../model/timer.ts";
import { IS_WINDOWS, slashed } from "../../../path/mod.ts";
import { activeInJob, adoptJob, closeJob, endJob, enterOwnJob, taskkillCommand } from "./windows_jobs.ts";

/** How long a group may take to end after SIGTERM. */
export const TERM_GRACE_MS = 200;
/** How long to wait for a killed group: a process stuck in the kernel must not block us. */
const KILL_WAIT_MS = 1000;
const POLL_MS = 10;

/** Prepares for processes that are about to be started, so that none outlives this program. */
export function prepareGroups(): void {
  if (IS_WINDOWS) enterOwnJob();
}

/**
 * Makes a process that was just started the first of its group. On Windows that is a job; elsewhere its `detached` start
 * has done it.
 */
export function adoptGroup({ pid, status }: Pick<Deno.ChildProcess, "pid" | "status">): void {
  if (!IS_WINDOWS) return;
  adoptJob(pid);
  // A process id may soon belong to another process.
  living.add(pid);
  status.finally(() => living.delete(pid));
}

/** The first processes of groups on Windows that have not ended. */
const living = new Set<number>();

/** Ends a process group by SIGTERM, then by SIGKILL. Resolves when it is gone. */
export async function endGroup(group: number): Promise<void> {
  if (IS_WINDOWS) return await endWindowsGroup(group);
  if (!signalGroup(group, "SIGTERM")) return;
  signalGroup(group, "SIGCONT");
  if (await isGoneWithin(group, TERM_GRACE_MS)) return;
  signalGroup(group, "SIGKILL");
  await isGoneWithin(group, KILL_WAIT_MS);
}

/**
 * Ends the process group of bubblewrap. The processes in the sandbox are not in its group and die with it; waiting
 * for them as well ensures that nothing of the command is visible when it is reported as ended.
 */
export async function endSandboxed(group: number): Promise<void> {
  const sandboxed = await childrenOf(group);
  await endGroup(group);
  for (let waited = 0; waited < KILL_WAIT_MS; waited += POLL_MS) {
    const states = await Promise.all(sandboxed.map(livingGroup));
    if (states.every((state) => state === null)) return;
    await pause(POLL_MS);
  }
}

/** The children of a process; none where /proc is not available. */
async function childrenOf(pid: number): Promise<number[]> {
  try {
    const text = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`);
    return text.split(" ").filter((word) => word !== "").map(Number);
  } catch {
    // The process has ended, or Deno does not show /proc.
    return [];
  }
}

/** The group of a living process; null for one that has ended, reaped or not. */
async function livingGroup(pid: number): Promise<number | null> {
  try {
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
    // The name in parentheses can contain anything: the fields begin after the last parenthesis.
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? null : Number(group);
  } catch {
    return null;
  }
}

/** Windows has no signal that a program could answer. */
async function endWindowsGroup(group: number): Promise<void> {
  killWindowsGroup(group);
  await isGoneWithin(group, KILL_WAIT_MS);
  closeJob(group);
}

/** Kills a process group without waiting for its end. */
export function killGroup(group: number): void {
  if (IS_WINDOWS) return killWindowsGroup(group);
  signalGroup(group, "SIGKILL");
}

function killWindowsGroup(group: number): void {
  if (endJob(group) || !living.has(group)) return;
  const [program, ...args] = taskkillCommand(group, slashed(Deno.env.get("SystemRoot") ?? "C:/Windows"));
  new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "null" }).outputSync();
}

/** Whether a process of this group is alive. */
export async function hasMembers(group: number): Promise<boolean> {
  if (IS_WINDOWS) return (activeInJob(group) ?? Number(living.has(group))) > 0;
  // Signalling an empty group fails; running processes ignore SIGCONT.
  if (!signalGroup(group, "SIGCONT")) return false;
  // Zombies count as members until they are reaped, which may never happen in a container.
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
    // Without all permissions Deno does not show /proc: zombies then count as alive until they are reaped.
    return true;
  }
  for (const entry of entries) {
    if (/^\d+$/.test(entry.name) && await livingGroup(Number(entry.name)) === group) return true;
  }
  return false;
}

/** Sends a signal to a group; false when no process could receive it. */
function signalGroup(group: number, signal: Deno.Signal): boolean {
  try {
    Deno.kill(-group, signal);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}
