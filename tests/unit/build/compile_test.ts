import { assert, assertEquals } from "@std/assert";
import { compile, permissionsOf, TARGETS } from "../../../build/compile.ts";

/** The files and the metadata that Deno appends to the runtime base. */
async function embedded(path: string): Promise<{ bytes: number; files: string[]; text: string }> {
  const bytes = await Deno.readFile(path);
  const text = new TextDecoder("latin1").decode(bytes);
  const list = /\[\{"File":.*?\}\]/.exec(text)?.[0] ?? "";
  return { bytes: bytes.length, files: Array.from(list.matchAll(/"n":"([^"]+)"/g), ([, name]) => name), text };
}

Deno.test("compile embeds the bundled modules, no package and no permission prompt", async () => {
  const folder = await Deno.makeTempDir();
  const before = Deno.env.get("DENORT_BIN");
  try {
    // Any executable will do as the runtime base: Deno appends the same bytes to it.
    const base = `${folder}/base`;
    await Deno.copyFile("/bin/true", base);
    Deno.env.set("DENORT_BIN", base);
    const { bytes, files, text } = await embedded(await compile("x86_64-unknown-linux-gnu", folder));
    assert(files.includes("main.js") && files.includes("file_worker.js"), files.join(" "));
    assertEquals(files.filter((name) => !name.endsWith(".js")), []);
    const size = bytes - (await Deno.stat(base)).size;
    // The modules with the PDF reader and the clients of MCP and queues; whole packages would be 31 MB and more.
    assert(size < 8_000_000, `${size} bytes are embedded`);
    assertEquals(/"prompt":(\w+)/.exec(text)?.[1], "false");
    assertEquals(/"code_cache_key":(\w+)/.exec(text)?.[1], "null");
    assertEquals(/"node_modules":(\w+)/.exec(text)?.[1], "null");
  } finally {
    if (before === undefined) Deno.env.delete("DENORT_BIN");
    else Deno.env.set("DENORT_BIN", before);
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("permissionsOf allows no import, and calls of the system only where commands and readers need them", () => {
  for (const target of TARGETS.filter((target) => !target.includes("linux"))) {
    assertEquals(permissionsOf(target).map((flag) => flag.split("=")[0]), [
      "--allow-read",
      "--allow-write",
      "--allow-net",
      "--allow-run",
      "--allow-env",
      "--allow-ffi",
      "--allow-sys",
    ]);
  }
});
