import { assertEquals } from "@std/assert";
import { DIALECT_NAMES, loadDialect } from "../lib/dialects/mod.ts";

const ROOT = new URL("../", import.meta.url);
/** Files of the folder that are no dialects. */
const OTHERS: ReadonlySet<string> = new Set(["mod", "detect", "translate"]);

function names(folder: string, ending: string): string[] {
  const found: string[] = [];
  for (const entry of Deno.readDirSync(new URL(folder, ROOT))) {
    if (entry.isFile && entry.name.endsWith(ending)) found.push(entry.name.slice(0, -ending.length));
  }
  return found.toSorted();
}

Deno.test("every dialect file is in the list under its own name", async () => {
  for (const name of names("lib/dialects", ".ts").filter((file) => !OTHERS.has(file))) {
    assertEquals((await loadDialect(name))?.name, name);
  }
});

Deno.test("every dialect has schemas of both directions", () => {
  for (const name of DIALECT_NAMES) {
    const present = names(`schemas/${name}`, ".schema.json").filter((file) => file === "in" || file === "out");
    assertEquals([name, ...present], [name, "in", "out"]);
  }
});

Deno.test("loadDialect knows no dialect by the name of an inherited property", async () => {
  assertEquals(await loadDialect("constructor"), null);
});
