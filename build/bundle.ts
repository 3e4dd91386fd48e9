/**
 * `deno task bundle`: writes dist/qwen, an executable script that needs nothing but `deno` on the PATH, and beside it
 * dist/qwen.store, from which it takes what only some runs need.
 */
import { fromFileUrl } from "@std/path/from-file-url";
import project from "../deno.json" with { type: "json" };
import { compileAhead, GETTER } from "./ahead.ts";
import { readChunk } from "./chunks.ts";
import { makeScript } from "./script.ts";
import { stage, type StageOptions } from "./stage.ts";
import { calledInUsualRuns } from "./usual_runs.ts";

/** What nearly every run loads, by the names of the files. */
const CORE = ["drive", "host_talk", "print_help", "qwen", "qwen_words", "text", "openai", "mod", "usage_log"];

/** How Deno runs the script. All is allowed: what tools may do is decided by the program itself. */
export const FLAGS = [
  "-A",
  // Deno has nothing to say on a terminal that belongs to the program.
  "--quiet",
  "--no-config",
  "--no-lock",
  "--ext=js",
  "--unstable-worker-options",
  // A small nursery: what a chunk leaves behind is dead at once, and more room costs memory and saves no time. No first
  // compiler: most of what it would compile runs a few times, and what runs often is compiled by the next one.
  "--v8-flags=--max-semi-space-size=3,--min-semi-space-size=3,--no-sparkplug",
] as const;

const HEAD = `#!/usr/bin/env -S deno run ${FLAGS.join(" ")}
// qwen ${project.version}, made by \`deno task bundle\` from sources in TypeScript.
${GETTER}`;

/** How a bundle differs from the usual one. */
export interface BundleOptions extends StageOptions {
  /** The name of the store where it is embedded in an executable beside the script. */
  embedded?: string;
}

/** The program as a script, and what it loads when it is needed. */
export interface Bundle {
  script: string;
  store: Uint8Array<ArrayBuffer>;
}

/** Makes the script of the program. */
export async function bundle(options: BundleOptions = {}): Promise<Bundle> {
  const folder = await Deno.makeTempDir();
  try {
    await stage(folder, options);
    const args = ["bundle", "-q", "--platform=deno", "--code-splitting", "--minify", "--outdir=out", "main.ts"];
    const { success, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: folder }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    const chunks = [];
    for await (const { name } of Deno.readDir(`${folder}/out`)) {
      chunks.push(readChunk(name, await Deno.readTextFile(`${folder}/out/${name}`)));
    }
    chunks.sort((a, b) => a.name < b.name ? -1 : 1);
    const { embedded } = options;
    const { code, store } = await makeScript(chunks, {
      core: CORE,
      head: HEAD,
      // Whoever calls the script by a link has the store where the link leads to.
      place: embedded ? `import.meta.dirname+"/${embedded}"` : 'Deno.realPathSync(import.meta.filename)+".store"',
    });
    // What is compiled ahead is kept by Deno's cache, which an executable does not have.
    if (embedded) return { script: code, store };
    const path = `${await Deno.realPath(folder)}/qwen`;
    await placeBundle(path, { script: code, store });
    return { script: compileAhead(code, await calledInUsualRuns(path, FLAGS)), store };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Puts the files in their place as new ones: a run that was started from the old ones goes on reading those. */
export async function placeBundle(path: string, { script, store }: Bundle): Promise<void> {
  await place(`${path}.store`, { bytes: store, mode: 0o644 });
  await place(path, { bytes: new TextEncoder().encode(script), mode: 0o755 });
}

/** Whoever may call the program may read it, whatever the mask of the one who installs it. */
async function place(path: string, { bytes, mode }: { bytes: Uint8Array; mode: number }): Promise<void> {
  await Deno.writeFile(`${path}.new`, bytes);
  await Deno.chmod(`${path}.new`, mode);
  await Deno.rename(`${path}.new`, path);
}

if (import.meta.main) {
  const target = new URL("../dist/qwen", import.meta.url);
  const made = await bundle();
  await Deno.mkdir(new URL("./", target), { recursive: true });
  await placeBundle(fromFileUrl(target), made);
  const kib = (bytes: number): string => `${Math.round(bytes / 1024)} KiB`;
  console.error(`dist/qwen: ${kib(made.script.length)}, dist/qwen.store: ${kib(made.store.length)}`);
}
