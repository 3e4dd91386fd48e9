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
    for (const match of text.matchAll(/(?:from|import|deferred)\s*\(?\s*"([^"]+)"/g)) {
      const reason = forbiddenImport(file, match[1]);
      if (reason) offences.push(`${file.slice(ROOT.length)}: ${reason}`);
    }
  }
  assertEquals(offences, []);
});

Deno.test("a module that is loaded late is there, and is the one whose type it is given", async () => {
  const offences: string[] = [];
  for await (const file of sources(`${ROOT}lib`)) {
    // The words of a comment load nothing.
    const text = (await Deno.readTextFile(file)).replaceAll(/\/\*\*.*?\*\//gs, "");
    const named = (pattern: RegExp): string[] => Array.from(text.matchAll(pattern), (match) => match[1]);
    const loaded = named(/deferred\(\s*"(\.[^"]+)"/g);
    for (const specifier of loaded) {
      const isThere = await Deno.stat(new URL(specifier, `file://${file}`)).then(() => true, () => false);
      if (!isThere) offences.push(`${file.slice(ROOT.length)}: there is no ${specifier}`);
    }
    // Types do not see where such an import leads: a wrong one would be found out by users only.
    for (const specifier of named(/typeof import\("(\.[^"]+)"\)/g)) {
      const index = loaded.indexOf(specifier);
      if (index < 0) offences.push(`${file.slice(ROOT.length)}: something else is given the type of ${specifier}`);
      else loaded.splice(index, 1);
    }
  }
  assertEquals(offences, []);
});
