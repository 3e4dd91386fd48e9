/** Child processes and what they cost. */

/** A program that can be started. */
export interface Program {
  name: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** The working folder; that of this process by default. */
  cwd?: string;
}

/** When things happened, in milliseconds since the start. */
export interface Times {
  firstByteMs: number;
  endMs: number;
}

/** What a run used. */
export interface Usage {
  cpuMs: number;
  wallMs: number;
  peakBytes: number;
}

/** A program with more arguments and variables. */
export function withArgs(program: Program, args: readonly string[], env: Record<string, string> = {}): Program {
  return { ...program, args: [...program.args, ...args], env: { ...program.env, ...env } };
}

/** Runs a program once, with an empty stdin. */
export async function time(program: Program): Promise<Times> {
  const start = performance.now();
  const child = spawn(program, { stdin: "null", stdout: "piped", stderr: "null" });
  let firstByteMs: number | null = null;
  for await (const _ of child.stdout) firstByteMs ??= performance.now() - start;
  const { code } = await child.status;
  const endMs = performance.now() - start;
  if (code !== 0) throw new Error(`${program.name} ${program.args.at(-1)} ended with ${code}`);
  return { firstByteMs: firstByteMs ?? endMs, endMs };
}

/** Runs programs in turns, so that a busy moment of the machine meets all of them. */
export async function timeInTurns(programs: readonly Program[], rounds: number): Promise<Times[][]> {
  const times: Times[][] = programs.map(() => []);
  // The first run fills caches.
  for (const program of programs) await time(program);
  for (let round = 0; round < rounds; round++) {
    for (const [index, program] of programs.entries()) times[index].push(await time(program));
  }
  return times;
}

/** Runs a program to its end and throws its output away. */
export async function use(program: Program): Promise<Usage> {
  const start = performance.now();
  const child = spawn(program, { stdin: "null", stdout: "piped", stderr: "null" });
  const usage: Usage = { cpuMs: 0, wallMs: 0, peakBytes: 0 };
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) {
      const seen = await processUsage(child.pid);
      usage.cpuMs = Math.max(usage.cpuMs, seen.cpuMs);
      usage.peakBytes = Math.max(usage.peakBytes, seen.peakBytes);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  for await (const _ of child.stdout);
  usage.wallMs = performance.now() - start;
  const { code } = await child.status;
  isRunning = false;
  await watching;
  if (code !== 0) throw new Error(`${program.name} ended with ${code}`);
  return usage;
}

/** Starts a program with pipes. */
export function spawn(program: Program, ends: Deno.CommandOptions): Deno.ChildProcess {
  return new Deno.Command(program.command, {
    args: [...program.args],
    env: program.env,
    ...(program.cwd === undefined ? {} : { cwd: program.cwd }),
    ...ends,
  }).spawn();
}

/** What a running process has used so far; zero where the system does not tell. */
export async function processUsage(pid: number): Promise<{ cpuMs: number; peakBytes: number; residentBytes: number }> {
  try {
    const [sched, status] = await Promise.all([
      threadTimes(pid),
      Deno.readTextFile(`/proc/${pid}/status`),
    ]);
    const bytes = (key: string): number => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
    return { cpuMs: sched, peakBytes: bytes("VmHWM"), residentBytes: bytes("VmRSS") };
  } catch {
    return { cpuMs: 0, peakBytes: 0, residentBytes: 0 };
  }
}

/** Time on a processor of all threads that are alive, to the nanosecond; `stat` would give hundredths of a second. */
async function threadTimes(pid: number): Promise<number> {
  let ns = 0;
  for await (const thread of Deno.readDir(`/proc/${pid}/task`)) {
    const text = await Deno.readTextFile(`/proc/${pid}/task/${thread.name}/schedstat`).catch(() => "0");
    ns += Number(text.split(" ")[0]);
  }
  return ns / 1e6;
}
