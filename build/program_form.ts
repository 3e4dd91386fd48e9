/** The forms in which the program is packaged: an executable, or a script for Deno where no runtime base is given. */
import { writeScript } from "./bundle.ts";
import { compile, executableName, hostTarget, type Target, TARGETS } from "./compile.ts";

/** An executable for one system. */
export interface ExecutableForm {
  kind: "executable";
  path: string;
  target: Target;
}

/** A built program. */
export type ProgramForm =
  | ExecutableForm
  /** `path` is the script; its modules are in `path`.lib. */
  | { kind: "script"; path: string };

/** Builds the program for this machine in a folder: compiled where `DENORT_BIN` names a base, otherwise as a script. */
export async function buildProgram(folder: string): Promise<ProgramForm> {
  if (Deno.env.get("DENORT_BIN")) {
    const target = hostTarget();
    return { kind: "executable", path: await compile(target, folder), target };
  }
  await Deno.mkdir(folder, { recursive: true });
  await writeScript(`${folder}/qwen`);
  return { kind: "script", path: `${folder}/qwen` };
}

/** The executables that `deno task compile:all` has written into a folder. */
export function executablesIn(folder: string): ExecutableForm[] {
  return TARGETS.map((target) => ({ kind: "executable", path: `${folder}/${executableName(target)}`, target }));
}

/** Copies a folder with its files and folders. */
export async function copyTree(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const entry of Deno.readDir(from)) {
    const [source, target] = [`${from}/${entry.name}`, `${to}/${entry.name}`];
    if (entry.isDirectory) await copyTree(source, target);
    else await Deno.copyFile(source, target);
  }
}

/** Runs a command and returns its output; throws with its complaint when it fails. */
export async function output(
  [command, ...args]: readonly [string, ...string[]],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, ...options }).output();
  if (!success) throw new Error(`${command}: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}
