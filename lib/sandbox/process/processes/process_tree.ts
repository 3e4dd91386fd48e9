import { pause } from "../../../model/timer.ts";
import { COMMAND_MARKER } from "../child_environment.ts";
import { killGroup, TERM_GRACE_MS } from "./process_group.ts";

/** A process as /proc shows it. */
export interface ProcessState {
  pid: number;
  parent: number;
  name: string;
  /** Resident memory in pages. */
  pages: number;
}

const KILL_WAIT_MS = 1_000;
const POLL_MS = 10;
/** Programs around a command, which end when the command does. */
const WRAPPERS = new Set(["nsenter", "bwrap"]);

/** All living processes; none where /proc is not available. Synchronous, which is faster for so many small files. */
export function processStates(): ProcessState[] {
  try {
    return [...Deno.readDirSync("/proc")].flatMap(({ name }) => {
      const state = /^\d+$/.test(name) ? stateOf(Number(name)) : null;
      return state ? [state] : [];
    });
  } catch {
    // Deno shows /proc only to programs with all permissions.
    return [];
  }
}

/** The processes below others, and these themselves. */
export function descendants(states: readonly ProcessState[], roots: readonly number[]): ProcessState[] {
  const children = Map.groupBy(states, ({ parent }) => parent);
  const found = new Set(states.filter(({ pid }) => roots.includes(pid)));
  // A set can grow while it is iterated.
  for (const { pid } of found) for (const child of children.get(pid) ?? []) found.add(child);
  return [...found];
}

/**
 * Ends a command in the namespaces of its session: its processes, and those that left it, found by the marker in their
 * environment. A process that hides from both ends with the session.
 */
export async function endCommand(root: number, id: string): Promise<void> {
  for (const { pid, name } of membersOf(root, id)) if (!WRAPPERS.has(name)) signal(pid, "SIGTERM");
  if (await isGoneWithin(TERM_GRACE_MS, () => membersOf(root, id).length === 0)) return;
  await isGoneWithin(KILL_WAIT_MS, () => {
    const left = membersOf(root, id);
    // Stopped first: a shell must not go on to its next command because the current one was killed before it.
    for (const { pid } of left) signal(pid, "SIGSTOP");
    for (const { pid } of left) signal(pid, "SIGKILL");
    killGroup(root);
    return left.length === 0;
  });
}

/** How long to wait for a command to start in its sandbox. */
const START_MS = 20_000;

/** The process id of a command that later commands know it by; that of its wrapper where /proc does not show it. */
export async function pidInside(wrapper: number): Promise<number> {
  let pid = wrapper;
  await isGoneWithin(START_MS, () => {
    const living = descendants(processStates(), [wrapper]);
    const found = living.find((state) => state.pid !== wrapper && !WRAPPERS.has(state.name));
    pid = found ? innermostPid(found.pid) ?? pid : pid;
    return found !== undefined || living.length === 0;
  });
  return pid;
}

/** The id of a process in its own namespace. */
function innermostPid(pid: number): number | null {
  try {
    const ids = /^NSpid:\s*(.+)$/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`))?.[1];
    return ids === undefined ? null : Number(ids.split(/\s+/).at(-1));
  } catch {
    // It has just ended, or Deno does not show /proc.
    return null;
  }
}

async function isGoneWithin(ms: number, isGone: () => boolean): Promise<boolean> {
  const until = performance.now() + ms;
  while (!isGone()) {
    if (performance.now() > until) return false;
    await pause(POLL_MS);
  }
  return true;
}

function membersOf(root: number, id: string): ProcessState[] {
  const states = processStates();
  const members = new Set(descendants(states, [root]));
  for (const state of states) if (!members.has(state) && isMarked(state.pid, id)) members.add(state);
  return [...members];
}

function isMarked(pid: number, id: string): boolean {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/environ`).split("\0").includes(`${COMMAND_MARKER}=${id}`);
  } catch {
    // The process has ended or belongs to another user.
    return false;
  }
}

function stateOf(pid: number): ProcessState | null {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    // The name in parentheses can contain anything: the fields begin after the last parenthesis.
    const end = stat.lastIndexOf(")");
    const fields = stat.slice(end + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    return { pid, parent: Number(fields[1]), name: stat.slice(stat.indexOf("(") + 1, end), pages: Number(fields[21]) };
  } catch {
    // It has just ended.
    return null;
  }
}

function signal(pid: number, name: Deno.Signal): void {
  try {
    Deno.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied)) throw error;
  }
}
