/** A copy of the sources in the form that a bundler needs. */
import { dirname } from "@std/path/dirname";
import { embedFileWorker } from "./file_worker.ts";

const ROOT = new URL("../", import.meta.url);

/** How the copy differs from the sources. */
export interface StageOptions {
  /** Whose paths the program works with; everywhere but on Windows they are those of POSIX. */
  paths?: "posix" | "windows";
}

/** Copies the sources into an empty folder: deferred imports become literal ones, schemas become part of the program. */
export async function stage(folder: string, options: StageOptions = {}): Promise<void> {
  for await (const path of sources("")) {
    const text = await Deno.readTextFile(new URL(path, ROOT));
    const target = `${folder}/${path}`;
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.writeTextFile(target, path.startsWith("lib/") ? literalImports(text) : text);
  }
  await Deno.copyFile(new URL("deno.lock", ROOT), `${folder}/deno.lock`);
  const config = await Deno.readTextFile(new URL("deno.json", ROOT));
  const paths = `/path/${options.paths ?? "posix"}/`;
  await Deno.writeTextFile(`${folder}/deno.json`, config.replaceAll("/path/posix/", paths));
  await Deno.writeTextFile(`${folder}/lib/cli/schema_text.ts`, await embeddedSchemas());
  await embedFileWorker(folder);
}

/** Every file that the program is made of, relative to the project. */
async function* sources(folder: string): AsyncGenerator<string> {
  if (folder === "") yield "main.ts";
  for (const name of folder === "" ? ["lib", "schemas", "types"] : [folder]) {
    for await (const entry of Deno.readDir(new URL(name, ROOT))) {
      const path = `${name}/${entry.name}`;
      if (entry.isDirectory) yield* sources(path);
      else if (/\.(ts|js|json)$/.test(entry.name)) yield path;
    }
  }
}

function literalImports(text: string): string {
  return text.replace(/import\(\s*deferred\(("[^"]+")\),?\s*\)/g, "import($1)");
}

/** The module that reads schemas, with their texts in it. */
async function embeddedSchemas(): Promise<string> {
  const texts: Record<string, string> = {};
  for await (const path of sources("schemas")) {
    if (/[.-]schema\.json$/.test(path)) {
      texts[path.slice("schemas/".length)] = await Deno.readTextFile(new URL(path, ROOT));
    }
  }
  const source = await Deno.readTextFile(new URL("lib/cli/schema_text.ts", ROOT));
  const reading = "await Deno.readTextFile(new URL(`../../schemas/${path}`, import.meta.url))";
  if (!source.includes(reading)) throw new Error("lib/cli/schema_text.ts does not read schemas as the build expects");
  return `const TEXTS: Record<string, string> = ${JSON.stringify(texts)};\n` +
    "function embedded(path: string): string {\n" +
    "  if (Object.hasOwn(TEXTS, path)) return TEXTS[path];\n" +
    "  throw new Deno.errors.NotFound(path);\n}\n" +
    source.replace(reading, "embedded(path)");
}
