import { assertEquals } from "@std/assert";
import { forbiddenImport } from "./support/layers.ts";

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
