import { assert, assertEquals } from "@std/assert";
import { forbiddenImport } from "./support/layers.ts";

const MAX_FILES = 20;
const ROOT = new URL("../", import.meta.url).pathname;

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* sources(path);
    else if (entry.name.endsWith(".ts")) yield path;
  }
}

Deno.test("imports go one way and each package has one home", async () => {
  const offences: string[] = [];
  for await (const file of sources(`${ROOT}lib`)) {
    const text = await Deno.readTextFile(file);
    for (const match of text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
      const reason = forbiddenImport(file, match[1]);
      if (reason) offences.push(`${file.slice(ROOT.length)}: ${reason}`);
    }
  }
  assertEquals(offences, []);
});

/** The files directly in each folder below one, without the lists. */
async function* folders(folder: string): AsyncGenerator<[path: string, files: number]> {
  let files = 0;
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* folders(`${folder}/${name}`);
    else if (name !== "mod.ts") files++;
  }
  yield [folder, files];
}

Deno.test(`no folder of lib has more than ${MAX_FILES} files: larger ones have rooms`, async () => {
  const all = await Array.fromAsync(folders(`${ROOT}lib`));
  assert(all.length > 50, "the folders were found");
  assertEquals(all.filter(([, files]) => files > MAX_FILES), []);
});
