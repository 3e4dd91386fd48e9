/**
 * `deno task compile`: a standalone executable for this machine, `--all` for every system, `--target NAME` for one.
 *
 * What is compiled is the bundle, with what most runs do not need in a second embedded file: no package and no
 * import map goes along. There is no code cache, because Deno would keep it in a folder that all users share.
 */
import { fromFileUrl } from "@std/path/from-file-url";
import { bundle, FLAGS } from "./bundle.ts";

/** The systems that executables are made for. */
export const TARGETS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
] as const;

/** One of them. */
export type Target = typeof TARGETS[number];

/**
 * What the program may do. It is a coding agent: files and commands are anywhere the user says, the model and the
 * web anywhere the settings say, and keys come from the environment; which of it a tool may do is decided for each
 * call. It never loads native libraries (`ffi`) and imports nothing while it runs. Of the system it asks only for the
 * user's number, to know whether a settings file is his own.
 */
const NARROW = ["--allow-read", "--allow-write", "--allow-net", "--allow-run", "--allow-env", "--allow-sys=uid"];

/**
 * On Linux Deno hands out /proc only to programs that may do everything. Without it a stdout that does not block would
 * lose bytes, and children that hide from their process group would outlive the run.
 */
const LINUX = ["--allow-all"];

/** Compiles for one system and returns where the executable is. Throws with what Deno says when it fails. */
export async function compile(target: Target, folder: string): Promise<string> {
  const isWindows = target.includes("windows");
  const work = await Deno.makeTempDir();
  try {
    const embedded = "qwen.store";
    const { script, store } = await bundle({ paths: isWindows ? "windows" : "posix", embedded });
    await Deno.writeTextFile(`${work}/qwen.js`, script);
    await Deno.writeFile(`${work}/${embedded}`, store);
    const output = `${folder}/qwen-${target}${isWindows ? ".exe" : ""}`;
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
      ...FLAGS.filter((flag) => flag.startsWith("--unstable") || flag.startsWith("--v8-flags")),
      `--include=${embedded}`,
      `--target=${target}`,
      `--output=${output}`,
      "qwen.js",
    ];
    await Deno.mkdir(folder, { recursive: true });
    const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: work }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return output;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** The permissions that are baked in. */
export function permissionsOf(target: Target): readonly string[] {
  return target.includes("linux") ? LINUX : NARROW;
}

/** The target that this machine is. */
function hostTarget(): Target {
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
  for (const target of targets) {
    try {
      const output = await compile(target, dist);
      console.error(`${output}: ${((await Deno.stat(output)).size / 2 ** 20).toFixed(1)} MiB`);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      console.error(
        `Cannot compile for ${target}. Deno needs its runtime base for this: it downloads it, or takes the file that ` +
          "DENORT_BIN names. Without it, `deno task bundle` makes a script that needs only deno.",
      );
      Deno.exit(1);
    }
  }
}
