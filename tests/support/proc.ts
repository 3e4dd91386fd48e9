/** Whether this system shows its processes as files. */
export const HAS_PROC: boolean = await Deno.stat("/proc/self/stat").then(() => true, () => false);

/** A test that looks into /proc: it says so, and is skipped where there is none. */
export function withProc(name: string, fn: Deno.TestDefinition["fn"]): Deno.TestDefinition {
  return { name: HAS_PROC ? name : `${name} (skipped: it needs /proc)`, ignore: !HAS_PROC, fn };
}
