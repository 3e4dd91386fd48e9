/**
 * `deno task package:npm [FOLDER]`: writes tarballs for npm into dist/. `@qwen/headless` has the launcher, and one
 * package for each platform has the executable. Without a runtime base the first one holds the script and needs `deno`.
 * `--all` packs the executables of `deno task compile:all`, which it expects in dist/.
 */
import { fromFileUrl } from "../lib/path/mod.ts";
import project from "../deno.json" with { type: "json" };
import { FLAGS } from "./bundle.ts";
import { TARGETS } from "./compile.ts";
import {
  buildProgram,
  copyTree,
  type ExecutableForm,
  executablesIn,
  output,
  type ProgramForm,
} from "./program_form.ts";

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const DENO_PACKAGE = "2.9.6";

/** The names of npm for a target. */
export function npmPlatform(target: string): { os: string; cpu: string; name: string } {
  const os = target.includes("windows") ? "win32" : target.includes("darwin") ? "darwin" : "linux";
  const cpu = target.startsWith("aarch64") ? "arm64" : "x64";
  return { os, cpu, name: `${project.name}-${os}-${cpu}` };
}

/** Packs a program, or one for each of several platforms, and returns the paths of the tarballs, the main one first. */
export async function packNpm(program: ProgramForm | readonly ExecutableForm[], folder: string): Promise<string[]> {
  const work = await Deno.makeTempDir({ prefix: "qwen_npm_" });
  try {
    await Deno.mkdir(folder, { recursive: true });
    const programs: readonly ProgramForm[] = "kind" in program ? [program] : program;
    const tarballs = [await pack(await mainPackage(programs[0], `${work}/main`), folder)];
    for (const one of programs) {
      if (one.kind !== "executable") continue;
      tarballs.push(await pack(await platformPackage(one, `${work}/${one.target}`), folder));
    }
    return tarballs;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

async function mainPackage(program: ProgramForm, folder: string): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  const launcher = await Deno.readTextFile(`${ROOT}build/npm/launcher.mjs`);
  const flags = `const FLAGS = ${JSON.stringify(["run", ...FLAGS])};`;
  await Deno.writeTextFile(`${folder}/qwen.mjs`, launcher.replace("\nconst require", `\n${flags}\nconst require`));
  await Deno.chmod(`${folder}/qwen.mjs`, 0o755);
  for (const name of ["README.md", "LICENSE"]) await Deno.copyFile(`${ROOT}${name}`, `${folder}/${name}`);
  if (program.kind === "script") {
    await Deno.mkdir(`${folder}/lib`);
    await Deno.copyFile(program.path, `${folder}/lib/qwen`);
    await copyTree(`${program.path}.lib`, `${folder}/lib/qwen.lib`);
  }
  const platforms = TARGETS.map((target) => [npmPlatform(target).name, project.version]);
  return await describe(folder, {
    name: project.name,
    description: "A headless coding agent in one executable",
    bin: { qwen: "qwen.mjs" },
    files: ["qwen.mjs", "lib"],
    engines: { node: ">=20" },
    ...(program.kind === "executable"
      ? { optionalDependencies: Object.fromEntries(platforms) }
      : { dependencies: { deno: DENO_PACKAGE } }),
  });
}

async function platformPackage({ path, target }: ExecutableForm, folder: string): Promise<string> {
  const { os, cpu, name } = npmPlatform(target);
  const file = os === "win32" ? "qwen.exe" : "qwen";
  await Deno.mkdir(folder, { recursive: true });
  await Deno.copyFile(path, `${folder}/${file}`);
  await Deno.chmod(`${folder}/${file}`, 0o755);
  await Deno.copyFile(`${ROOT}LICENSE`, `${folder}/LICENSE`);
  const description = `The executable of ${project.name} for ${os} on ${cpu}`;
  return await describe(folder, { name, description, os: [os], cpu: [cpu], files: [file] });
}

async function describe(folder: string, facts: Record<string, unknown>): Promise<string> {
  const { version, license } = project;
  await Deno.writeTextFile(`${folder}/package.json`, `${JSON.stringify({ ...facts, version, license }, null, 2)}\n`);
  return folder;
}

/** npm gives every file of a tarball the same date, so the same content is the same file. */
async function pack(folder: string, into: string): Promise<string> {
  const said = await output(["npm", "pack", "--json", "--ignore-scripts", "--pack-destination", into], { cwd: folder });
  const [{ filename }] = JSON.parse(said);
  return `${into}/${filename}`;
}

if (import.meta.main) {
  const isAll = Deno.args[0] === "--all";
  const folder = isAll ? `${ROOT}dist` : Deno.args[0] ?? `${ROOT}dist`;
  const work = await Deno.makeTempDir({ prefix: "qwen_build_" });
  try {
    const program = isAll ? executablesIn(folder) : await buildProgram(work);
    for (const path of await packNpm(program, folder)) console.error(`Wrote ${path}`);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}
