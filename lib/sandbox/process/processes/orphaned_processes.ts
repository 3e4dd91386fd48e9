import { RUN_MARKER } from "../child_environment.ts";

/** The most processes to look at, so that a run ends quickly on a crowded machine. */
const MAX_PROCESSES = 20_000;

/**
 * Kills the processes of a run that left their group, found by the marker in their environment.
 * Resolves to their number; does nothing where there is no /proc.
 */
export async function endOrphans(runId: string): Promise<number> {
  const marker = `${RUN_MARKER}=${runId}`;
  let ended = 0;
  const found = await marked(marker).catch((error) => {
    if (error instanceof Deno.errors.NotCapable) return markedAccordingToShell(marker);
    throw error;
  });
  for (const pid of found) if (pid !== Deno.pid && end(pid)) ended++;
  return ended;
}

async function marked(marker: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await processes()) if ((await environment(pid)).split("\0").includes(marker)) found.push(pid);
  return found;
}

/** Deno shows /proc only to programs with all permissions; otherwise a child has to look. */
async function markedAccordingToShell(marker: string): Promise<number[]> {
  try {
    const script = 'cd /proc && grep -lzxFs -- "$1" [0-9]*/environ';
    const { stdout } = await new Deno.Command("sh", { args: ["-c", script, "sh", marker], stderr: "null" }).output();
    return [...new TextDecoder().decode(stdout).matchAll(/^(\d+)\//gm)].map(([, pid]) => Number(pid));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

async function processes(): Promise<number[]> {
  const pids: number[] = [];
  try {
    for await (const entry of Deno.readDir("/proc")) {
      if (/^\d+$/.test(entry.name)) pids.push(Number(entry.name));
      if (pids.length >= MAX_PROCESSES) break;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return pids;
}

async function environment(pid: number): Promise<string> {
  try {
    return await Deno.readTextFile(`/proc/${pid}/environ`);
  } catch {
    // The process has ended or belongs to another user: either way it is not ours.
    return "";
  }
}

function end(pid: number): boolean {
  try {
    Deno.kill(pid, "SIGKILL");
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
