/** Tests that read /proc say so, and are skipped where there is none. */
import { assertEquals, assertThrows } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { HAS_PROC, procPath, withProc } from "./support/proc.ts";

const TESTS = fromFileUrl(new URL(".", import.meta.url));
/** A call that opens a path of /proc by its name, past the check of `procPath`. */
const OPENS = /\b(?:Deno|fs)\.(?!symlink)\w+\(\s*["'`]\/proc\b/;

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(`${TESTS}${folder}`)) {
    if (isDirectory) yield* sources(`${folder}${name}/`);
    else if (name.endsWith(".ts")) yield `${folder}${name}`;
  }
}

Deno.test("no test opens /proc past the helper that checks its mark", async () => {
  const found: string[] = [];
  for await (const path of sources("")) {
    // The benchmark measures on Linux only.
    if (path === "support/proc.ts" || path.startsWith("bench/")) continue;
    if (OPENS.test(await Deno.readTextFile(`${TESTS}${path}`))) found.push(path);
  }
  assertEquals(found, []);
});

Deno.test("a test without the mark cannot read /proc", () => {
  assertThrows(() => procPath("self/status"), Error, "use withProc");
});

Deno.test(withProc("a test with the mark can, also after it has waited", async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  assertEquals(procPath("self/status"), "/proc/self/status");
}));

Deno.test("the mark is in the name of a test that is skipped", () => {
  const { name, ignore } = withProc({ name: "a test", ignore: false, fn: () => {} });
  assertEquals([name, ignore], HAS_PROC ? ["a test", false] : ["a test (skipped: it needs /proc)", true]);
});
