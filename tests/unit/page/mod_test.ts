import { assert, assertEquals } from "@std/assert";
import { pageFiles } from "../../../lib/page/mod.ts";

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
