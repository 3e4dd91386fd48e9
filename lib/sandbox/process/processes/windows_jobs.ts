/**
 * Job objects, which are the process groups of Windows: everything that a process of a job starts is in the job. A job
 * ends with this program, even if that is killed.
 */
const KILL_ON_CLOSE = 0x2000;
const BREAKAWAY_OK = 0x0800;
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

/** The handle by which a process means itself. */
const OWN_PROCESS = 0xffff_ffff_ffff_ffffn;

let kernel: Kernel | null | undefined;
/** The job of this program itself, which its children are born into. */
let ownJob: Deno.PointerObject | null = null;
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

/** Makes a job that ends with this program and puts a process into it; null where that fails. */
function jobWith(system: Kernel, process: Deno.PointerValue): Deno.PointerObject | null {
  const job = system.CreateJobObjectW(null, null);
  if (job === null) return null;
  const limits = new Uint8Array(LIMITS_BYTES);
  new DataView(limits.buffer).setUint32(LIMITS_FLAGS_AT, KILL_ON_CLOSE | BREAKAWAY_OK, true);
  const isDone = system.SetInformationJobObject(job, EXTENDED_LIMITS, limits, LIMITS_BYTES) !== 0 &&
    system.AssignProcessToJobObject(job, process) !== 0;
  if (isDone) return job;
  system.CloseHandle(job);
  return null;
}

/**
 * Puts this program into a job before it starts a process. What a command starts before it has a job of its own then
 * ends with this program.
 */
export function enterOwnJob(): void {
  if (ownJob !== null) return;
  const system = openKernel();
  if (system) ownJob = jobWith(system, Deno.UnsafePointer.create(OWN_PROCESS));
}

/** Puts a process that was just started into a job of its own. */
export function adoptJob(pid: number): void {
  const system = openKernel();
  const process = system?.OpenProcess(MAY_ASSIGN, 0, pid) ?? null;
  // It may have ended already.
  if (!system || process === null) return;
  const job = jobWith(system, process);
  if (job !== null) jobs.set(pid, job);
  system.CloseHandle(process);
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
