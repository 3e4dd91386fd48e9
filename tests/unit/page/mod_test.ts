import { assert, assertEquals } from "@std/assert";
import { pageFiles } from "../../../lib/page/mod.ts";
import { MAX_BYTES, pageModule } from "../../../build/page.ts";

Deno.test("the page is a document with a title, and every file that it names is there", async () => {
  const files = await pageFiles();
  const page = files.get("/");
  assertEquals(page?.type, "text/html; charset=utf-8");
  const html = new TextDecoder().decode(page?.bytes);
  assert(/<title>[^<]+<\/title>/.test(html));
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
  assert(named.length > 0);
  for (const path of named) assert(files.has(path), path);
});

Deno.test("the bundled page is that of its sources, and all its files have at most 600 KB", async () => {
  const text = await Deno.readTextFile(new URL("../../../lib/page/page_files.gen.js", import.meta.url));
  assertEquals(text === await pageModule(), true, "run `deno task page`");
  const sizes = [...(await pageFiles()).values()].map(({ bytes }) => bytes.length);
  assert(sizes.reduce((sum, size) => sum + size, 0) <= MAX_BYTES);
});
