/**
 * `deno task compile`: a standalone executable for this machine, `--all` for every system, `--target NAME` for one.
 *
 * The executable embeds the modules that `deno bundle` makes, so it contains no package folder and no import map. It has
 * no code cache, because Deno would keep that in a folder that all users share.
 */
import { fromFileUrl } from "../lib/path/mod.ts";
import { bundle, FLAGS } from "./bundle.ts";

/** The systems for which executables are built. */
export const TARGETS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
] as const;

/** The name of a system, as Deno spells it. */
export type Target = typeof TARGETS[number];

/**
 * The permissions of the program. It is a coding agent: the user chooses its files and commands, the settings choose
 * its hosts, and keys come from the environment. The program itself decides what each tool call may do. It calls the
 * system itself (`ffi`) to notice that its reader has gone on macOS, and to end commands on Windows. It never imports
 * remote code. It asks the system only for the user id, to check who owns a settings file.
 */
const NARROW = [
  ...["--allow-read", "--allow-write", "--allow-net", "--allow-run", "--allow-env", "--allow-ffi", "--allow-sys=uid"],
];

/**
 * On Linux, Deno opens /proc only to programs with all permissions. The program needs it to write to a non-blocking
 * stdout without losing bytes, and to end processes that left their process group.
 */
const LINUX = ["--allow-all"];

/** Compiles for one system into a folder and returns the executable's path. Throws with Deno's message on failure. */
export async function compile(target: Target, folder: string): Promise<string> {
  const [output] = await Array.fromAsync(compileEach([target], folder));
  return output;
}

/** Compiles the same modules for several systems, one after the other, and yields the paths. */
async function* compileEach(targets: readonly Target[], folder: string): AsyncGenerator<string> {
  const work = await Deno.makeTempDir();
  try {
    await bundle(work);
    await setDates(work);
    await Deno.mkdir(folder, { recursive: true });
    for (const target of targets) {
      const output = `${folder}/${executableName(target)}`;
      await compileModules(work, { target, output });
      yield output;
    }
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** The name of an executable in a release. */
export function executableName(target: Target): string {
  return `qwen-${target}${target.includes("windows") ? ".exe" : ""}`;
}

async function compileModules(
  folder: string,
  { target, output }: { target: Target; output: string },
): Promise<void> {
  const args = [
    "compile",
    ...permissionsOf(target),
    "--no-prompt",
    "--no-code-cache",
    "--no-check",
    "--no-config",
    "--no-lock",
    "--no-npm",
    "--no-remote",
    // An executable never reads modules before it needs them, and lazy imports would not be embedded.
    ...FLAGS.filter((flag) => flag === "--unstable-worker-options" || flag.startsWith("--v8-flags")),
    "--include=file_worker.js",
    `--target=${target}`,
    `--output=${output}`,
    "main.js",
  ];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: folder }).output();
  if (success) return;
  throw new Error(
    `${
      new TextDecoder().decode(stderr)
    }Cannot compile for ${target}. Deno needs its runtime base: it downloads it, or ` +
      "uses the file that DENORT_BIN names. Without it, `deno task bundle` makes a script that needs only deno.",
  );
}

/** Gives all files the same date, which an executable embeds, so that the same sources make the same bytes. */
async function setDates(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) await Deno.utime(`${folder}/${name}`, 0, 0);
}

/** The permissions that an executable has. */
export function permissionsOf(target: Target): readonly string[] {
  return target.includes("linux") ? LINUX : NARROW;
}

/** The target of this machine. */
export function hostTarget(): Target {
  const host = TARGETS.find((target) => target.startsWith(Deno.build.arch) && target.includes(Deno.build.os));
  if (!host) throw new Error(`There is no target for ${Deno.build.os} on ${Deno.build.arch}`);
  return host;
}

if (import.meta.main) {
  const named = Deno.args.includes("--target") ? Deno.args[Deno.args.indexOf("--target") + 1] : null;
  const targets = Deno.args.includes("--all")
    ? TARGETS
    : named
    ? TARGETS.filter((target) => target === named)
    : [hostTarget()];
  if (targets.length === 0) {
    console.error(`There is no target ${named}. Known: ${TARGETS.join(", ")}.`);
    Deno.exit(2);
  }
  const dist = fromFileUrl(new URL("../dist", import.meta.url));
  try {
    for await (const output of compileEach(targets, dist)) {
      console.error(`${output}: ${((await Deno.stat(output)).size / 2 ** 20).toFixed(1)} MiB`);
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exit(1);
  }
}
