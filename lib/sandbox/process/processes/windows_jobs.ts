/**
 * Job objects, which are the process groups of Windows: everything that a process of a job starts is in the job. A job
 * ends with this program, even if that is killed.
 */
const KILL_ON_CLOSE = 0x2000;
const MAY_ASSIGN = 0x0101;
const ACCOUNTING = 1;
const EXTENDED_LIMITS = 9;
/** Sizes and offsets of the structures of 64-bit Windows. */
const LIMITS_BYTES = 144;
const LIMITS_FLAGS_AT = 16;
const ACCOUNTING_BYTES = 48;
const ACCOUNTING_ACTIVE_AT = 40;

const SYMBOLS = {
  CreateJobObjectW: { parameters: ["pointer", "pointer"], result: "pointer" },
  SetInformationJobObject: { parameters: ["pointer", "i32", "buffer", "u32"], result: "i32" },
  QueryInformationJobObject: { parameters: ["pointer", "i32", "buffer", "u32", "pointer"], result: "i32" },
  OpenProcess: { parameters: ["u32", "i32", "u32"], result: "pointer" },
  AssignProcessToJobObject: { parameters: ["pointer", "pointer"], result: "i32" },
  TerminateJobObject: { parameters: ["pointer", "u32"], result: "i32" },
  CloseHandle: { parameters: ["pointer"], result: "i32" },
} as const;

type Kernel = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

let kernel: Kernel | null | undefined;
const jobs = new Map<number, Deno.PointerObject>();

function openKernel(): Kernel | null {
  if (kernel !== undefined) return kernel;
  try {
    kernel = Deno.dlopen("kernel32.dll", SYMBOLS).symbols;
  } catch {
    // Without the permission to call the system, processes are ended by taskkill.
    kernel = null;
  }
  return kernel;
}

/** Puts a process that was just started into a job of its own. */
export function adoptJob(pid: number): void {
  const system = openKernel();
  const job = system?.CreateJobObjectW(null, null) ?? null;
  if (!system || job === null) return;
  const limits = new Uint8Array(LIMITS_BYTES);
  new DataView(limits.buffer).setUint32(LIMITS_FLAGS_AT, KILL_ON_CLOSE, true);
  const process = system.OpenProcess(MAY_ASSIGN, 0, pid);
  const isAssigned = process !== null && system.SetInformationJobObject(job, EXTENDED_LIMITS, limits, LIMITS_BYTES) &&
    system.AssignProcessToJobObject(job, process);
  if (process !== null) system.CloseHandle(process);
  if (isAssigned) jobs.set(pid, job);
  // It has already ended.
  else system.CloseHandle(job);
}

/** How many processes of a job run; null where the process has no job. */
export function activeInJob(pid: number): number | null {
  const job = jobs.get(pid);
  const system = openKernel();
  if (!system || job === undefined) return null;
  const facts = new Uint8Array(ACCOUNTING_BYTES);
  if (!system.QueryInformationJobObject(job, ACCOUNTING, facts, ACCOUNTING_BYTES, null)) return 0;
  return new DataView(facts.buffer).getUint32(ACCOUNTING_ACTIVE_AT, true);
}

/** Ends every process of a job; false where the process has no job. */
export function endJob(pid: number): boolean {
  const job = jobs.get(pid);
  const system = openKernel();
  if (!system || job === undefined) return false;
  system.TerminateJobObject(job, 1);
  return true;
}

/** Forgets a job whose processes have ended. */
export function closeJob(pid: number): void {
  const job = jobs.get(pid);
  if (job === undefined) return;
  jobs.delete(pid);
  openKernel()?.CloseHandle(job);
}

/** The command that ends a process with all that it started, where there is no job. */
export function taskkillCommand(pid: number, systemRoot = "C:/Windows"): [program: string, ...args: string[]] {
  return [`${systemRoot}/System32/taskkill.exe`, "/PID", String(pid), "/T", "/F"];
}
