/**
 * `deno task bundle`: writes dist/qwen, an executable script that needs only `deno` on the PATH, and dist/qwen.lib, the
 * folder that holds its modules.
 *
 * `deno bundle` makes every module: main.js with one chunk per deferred import, and the file worker. Each build has a
 * folder of its own in qwen.lib, named after its content, and the script names that folder. So an installation changes
 * from one build to the next by one rename of the script, and a process that runs the old build still finds its modules.
 */
import { fromFileUrl } from "../lib/path/mod.ts";
import project from "../deno.json" with { type: "json" };

/** How Deno runs the script. The script may do everything: the program itself decides what its tools may do. */
export const FLAGS = [
  "-A",
  "-q",
  "--no-config",
  "--no-lock",
  "--ext=js",
  // The file worker has fewer permissions than the program.
  "--unstable-worker-options",
  // Without this, Deno reads every deferred module at start-up.
  "--unstable-lazy-dynamic-imports",
  // A small young generation: a chunk of an answer is garbage at once, and more room costs memory but saves no time.
  // Collect old objects early, not when the heap has quadrupled: what many jobs leave behind is nearly all garbage.
  "--v8-flags=--max-semi-space-size=3,--heap-growing-percent=60",
] as const;

const ROOT = fromFileUrl(new URL("../", import.meta.url));
const ENTRY = "main.js";

/** Modules that are bundles of their own, by their names in the folder. The chunks find them as `./NAME`. */
const SEPARATE = {
  "file_worker.js": "lib/sandbox/files/file_worker.ts",
  "google_genai.js": "lib/providers/google_genai.js",
  "nats.js": "lib/fleet/queue/nats.js",
};

/** Bundles the program into a folder: main.js with its chunks, and the separate modules. */
export async function bundle(folder: string): Promise<void> {
  const externals = Object.keys(SEPARATE).map((name) => `--external=./${name}`);
  await denoBundle(["--code-splitting", ...externals, `--outdir=${folder}`, "main.ts"]);
  for (const [name, source] of Object.entries(SEPARATE)) await denoBundle([`--output=${folder}/${name}`, source]);
}

async function denoBundle(args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--platform=deno", "--minify", ...args],
    cwd: ROOT,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** How the script is written. */
export interface ScriptOptions {
  /** The command that starts Deno; by default it is found on the PATH. */
  deno?: string;
}

/** Builds the program as a script at `path`, with its modules in the folder `path`.lib, and replaces an older build. */
export async function writeScript(path: string, options: ScriptOptions = {}): Promise<void> {
  const lib = `${path}.lib`;
  const staged = `${lib}/new-${crypto.randomUUID()}`;
  await Deno.mkdir(staged, { recursive: true });
  try {
    await bundle(staged);
    const build = await digest(staged);
    await makeReadable(staged);
    await Deno.chmod(lib, 0o755);
    if (!await exists(`${lib}/${build}`)) await Deno.rename(staged, `${lib}/${build}`);
    const previous = await buildOf(path);
    await Deno.writeTextFile(`${path}.new`, scriptText(build, options));
    await Deno.chmod(`${path}.new`, 0o755);
    await Deno.rename(`${path}.new`, path);
    await removeAllBut([build, previous], lib);
  } catch (error) {
    if (await exists(staged)) await Deno.remove(staged, { recursive: true });
    throw error;
  }
}

/** The oldest Deno that runs the program. */
export const MIN_DENO = "2.9.0";

// Systems limit the length of the first line, and `env` splits it and reads quotes in it.
const MAX_FIRST_LINE = 250;

/** How a script starts Deno: by its first line, or by a shell where the line could not name it. */
export function startOf(deno: string): string {
  const line = `#!/usr/bin/env -S ${deno} run ${FLAGS.join(" ")}`;
  if (deno === "deno" || (line.length <= MAX_FIRST_LINE && /^[\w@%+.,:/-]+$/.test(deno))) return line;
  // A shell runs the second line, in which JavaScript sees a string and a comment.
  return `#!/bin/sh\n":" //#; exec ${quoted(deno)} run ${FLAGS.join(" ")} "$0" "$@"`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** The lines of a script that refuse a Deno older than this one. */
export function floorOf(oldest: string): string {
  return `if (Deno.version.deno.localeCompare("${oldest}", "en", { numeric: true }) < 0) {
  console.error(\`qwen: It needs Deno ${oldest} or newer, and this is \${Deno.version.deno}. Run: npm install -g deno\`);
  Deno.exit(1);
}`;
}

/** The script: it finds its folder also when it is called through a symbolic link. */
function scriptText(build: string, { deno = "deno" }: ScriptOptions): string {
  return `${startOf(deno)}
// qwen ${project.version}, made by \`deno task bundle\`.
${floorOf(MIN_DENO)}
const build = "${build}";
const script = Deno.realPathSync(import.meta.filename);
const main = \`\${script}.lib/\${build}/${ENTRY}\`;
try {
  Deno.statSync(main);
} catch (error) {
  console.error(\`qwen: Cannot read \${main}: \${error.message}. Install qwen again.\`);
  Deno.exit(1);
}
const url = new URL("file:///");
url.pathname = main.replaceAll("%", "%25");
await import(url.href);
`;
}

/** The build that the script at a path starts; null where there is no script of ours. */
export async function buildOf(path: string): Promise<string | null> {
  const text = await Deno.readTextFile(path).catch(() => "");
  return /^const build = "(\w+)";$/m.exec(text)?.[1] ?? null;
}

async function digest(folder: string): Promise<string> {
  const names = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
  const parts = await Promise.all(names.map((name) => Deno.readFile(`${folder}/${name}`)));
  const bytes = await new Blob([names.join("\n"), ...parts]).arrayBuffer();
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 12);
}

/** Lets every user read the modules, whatever the umask of the user who installs them. */
async function makeReadable(folder: string): Promise<void> {
  await Deno.chmod(folder, 0o755);
  for await (const { name } of Deno.readDir(folder)) await Deno.chmod(`${folder}/${name}`, 0o644);
}

async function removeAllBut(kept: readonly (string | null)[], lib: string): Promise<void> {
  for await (const { name } of Deno.readDir(lib)) {
    if (!kept.includes(name)) await Deno.remove(`${lib}/${name}`, { recursive: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

if (import.meta.main) {
  await Deno.mkdir(`${ROOT}dist`, { recursive: true });
  await writeScript(`${ROOT}dist/qwen`);
  console.error("Wrote dist/qwen and dist/qwen.lib");
}
