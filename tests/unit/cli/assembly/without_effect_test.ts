import { assertEquals } from "@std/assert";
import { allFlags } from "../../../../lib/cli/args/table/known_flags.ts";
import { flagsWithoutEffect, READ_VARIABLES } from "../../../../lib/cli/assembly/config/without_effect.ts";
import { fromFileUrl } from "../../../../lib/path/mod.ts";

Deno.test("every variable of ours that the program reads is known", async () => {
  const known = new Set([...READ_VARIABLES, ...(await allFlags()).flatMap(({ spec }) => spec.env ?? [])]);
  const read = new Set<string>();
  const root = fromFileUrl(new URL("../../../../lib", import.meta.url));
  for await (const path of sourcesIn(root)) {
    const text = await Deno.readTextFile(path);
    for (const [, asked, named] of text.matchAll(/\b(?:env|read|get)\(\s*"(QWEN_[A-Z_]+)"|\benv\.(QWEN_[A-Z_]+)/g)) {
      read.add(asked ?? named);
    }
  }
  // A stream of the queue, whose name is read from a list of streams.
  read.delete("QWEN_JOBS");
  assertEquals([...read].filter((name) => !known.has(name)), []);
  assertEquals(read.size > 5, true);
});

async function* sourcesIn(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* sourcesIn(`${folder}/${name}`);
    else if (name.endsWith(".ts")) yield `${folder}/${name}`;
  }
}

Deno.test("flagsWithoutEffect names what was given and changes nothing", () => {
  assertEquals(flagsWithoutEffect({}), []);
  assertEquals(flagsWithoutEffect({ print: true, verbose: true, experimentalSkills: true }), []);
  assertEquals(flagsWithoutEffect({ betas: ["x"], telemetry: false, listExtensions: true }), [
    { name: "--list-extensions", reason: "there are no extensions" },
    { name: "--betas", reason: "there are no betas" },
  ]);
});
