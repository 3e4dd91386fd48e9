const MAX_WRAPPERS = 4;
/** Programs that only start another one. */
const WRAPPERS = /^(sh|bash|dash|zsh|env|timeout|nice|setsid|stdbuf|tee)$/;

/** Whether a Python program has started this process, directly or by a shell. Where the system does not tell: yes. */
export function startedByPython(): boolean {
  if (Deno.build.os !== "linux") return true;
  let pid = Deno.ppid;
  for (let above = 0; above < MAX_WRAPPERS; above++) {
    try {
      const name = Deno.readTextFileSync(`/proc/${pid}/comm`).trim();
      if (/python|pypy/i.test(name)) return true;
      if (!WRAPPERS.test(name)) return false;
      // The name of the program is in parentheses and may contain any character.
      const [, parent] = Deno.readTextFileSync(`/proc/${pid}/stat`).split(")").at(-1)?.trim().split(" ") ?? [];
      pid = Number(parent);
    } catch (error) {
      // A process that has ended or cannot be seen: the careful answer.
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return true;
      throw error;
    }
  }
  return false;
}
