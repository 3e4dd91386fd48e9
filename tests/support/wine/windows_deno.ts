/**
 * The `deno.exe` of npm, made ready for the wine of Debian 12, which lacks two things that Windows has: a library with a
 * random number generator, and memory that is reserved by placeholders.
 */
import { forwardingDll } from "./forwarding_dll.ts";

const PACKAGE = "@deno/win32-x64@2.9.5";
const FETCH_MS = 240_000;

/** The folder with a `deno.exe` that wine can run. The first caller fetches it; others wait for it. */
export async function windowsDeno(): Promise<string> {
  const cache = Deno.env.get("XDG_CACHE_HOME") || Deno.env.get("TMPDIR")?.replace(/\/$/, "") || "/tmp";
  const folder = `${cache}/qwen-windows-deno/2.9.5`;
  await Deno.mkdir(folder, { recursive: true });
  using lock = await Deno.open(`${folder}/lock`, { create: true, write: true });
  await lock.lock(true);
  const isComplete = await Deno.stat(`${folder}/complete`).then(() => true, () => false);
  if (!isComplete) await prepare(folder);
  return folder;
}

async function prepare(folder: string): Promise<void> {
  await run(["npm", "pack", PACKAGE, "--silent", "--fetch-retries=1"], folder);
  await run(["tar", "-xzf", "deno-win32-x64-2.9.5.tgz", "package/deno.exe"], folder);
  const program = await Deno.readFile(`${folder}/package/deno.exe`);
  withoutPlaceholders(program);
  await Deno.writeFile(`${folder}/deno.exe`, program);
  const random = forwardingDll("bcryptprimitives.dll", { ProcessPrng: "advapi32.SystemFunction036" });
  await Deno.writeFile(`${folder}/bcryptprimitives.dll`, random);
  await Deno.remove(`${folder}/package`, { recursive: true });
  await Deno.remove(`${folder}/deno-win32-x64-2.9.5.tgz`);
  await Deno.writeTextFile(`${folder}/complete`, "");
}

/** V8 looks the function up by its name and reserves memory in the older way where it is missing. */
function withoutPlaceholders(program: Uint8Array): void {
  const name = new TextEncoder().encode("VirtualAlloc2\0");
  const at = indexOf(program, name);
  if (at < 0) throw new Error(`${PACKAGE} does not look up VirtualAlloc2`);
  program[at + name.length - 2] = "1".charCodeAt(0);
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  for (let at = bytes.indexOf(wanted[0]); at >= 0; at = bytes.indexOf(wanted[0], at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

async function run([program, ...args]: string[], cwd: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, {
    ...{ args, cwd, stdin: "null", stdout: "null", stderr: "piped" },
    signal: AbortSignal.timeout(FETCH_MS),
  }).output();
  if (!success) throw new Error(`${program} ${args[0]}: ${new TextDecoder().decode(stderr).trim()}`);
}
