/**
 * Distinguishes a pipeline (`git diff | qwen …`) from a pipe that the caller merely left open. In a pipeline the writer is
 * another process of our process group; a caller that left its end open is one of our ancestors, or not visible.
 */

interface Process {
  parent: number;
  group: number;
}

/** Whether a process of the same pipeline writes to our stdin; null where that cannot be determined. */
export async function isFedByPipeline(): Promise<boolean | null> {
  if (Deno.build.os !== "linux") return null;
  try {
    const pipe = await Deno.readLink("/proc/self/fd/0");
    if (!pipe.startsWith("pipe:")) return false;
    const self = await processOf(Deno.pid);
    const ancestors = await ancestorsOf(self);
    for await (const entry of Deno.readDir("/proc")) {
      const pid = Number(entry.name);
      if (!Number.isInteger(pid) || pid === Deno.pid || ancestors.has(pid)) continue;
      const other = await processOf(pid).catch(() => null);
      if (other?.group === self.group && await writesTo(pid, pipe)) return true;
    }
    return false;
  } catch {
    // Without a readable /proc it cannot be determined.
    return null;
  }
}

async function processOf(pid: number): Promise<Process> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  // The name in parentheses may hold anything, so fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(fields[1]), group: Number(fields[2]) };
}

async function ancestorsOf(self: Process): Promise<Set<number>> {
  const ancestors = new Set<number>();
  for (let pid = self.parent; pid > 0 && !ancestors.has(pid);) {
    ancestors.add(pid);
    const found = await processOf(pid).catch(() => null);
    pid = found?.parent ?? 0;
  }
  return ancestors;
}

async function writesTo(pid: number, pipe: string): Promise<boolean> {
  try {
    for await (const entry of Deno.readDir(`/proc/${pid}/fd`)) {
      const path = `/proc/${pid}/fd/${entry.name}`;
      const target = await Deno.readLink(path).catch(() => "");
      const mode = target === pipe ? (await Deno.lstat(path)).mode ?? 0 : 0;
      if ((mode & 0o200) !== 0) return true;
    }
  } catch {
    // The process has ended, or belongs to another user.
  }
  return false;
}
