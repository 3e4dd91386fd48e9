import { assertEquals } from "@std/assert";
import { fromFileUrl } from "../../../../lib/path/mod.ts";

const FOLDER = fromFileUrl(new URL("../../../../lib/fleet/queue/", import.meta.url));
/** An import of more than types. */
const VALUES = /^import (?!type\b)[^;]*from "@nats-io\//m;

Deno.test("the NATS clients are imported by one module: a second copy in the build would have errors of its own", async () => {
  const found = [];
  for await (const { name } of Deno.readDir(FOLDER)) {
    if (name !== "nats.js" && VALUES.test(await Deno.readTextFile(`${FOLDER}${name}`))) found.push(name);
  }
  assertEquals(found, []);
});
