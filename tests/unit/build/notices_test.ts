import { assertEquals, assertMatch } from "@std/assert";
import { noticesOf } from "../../../build/notices.ts";
import { bomOf } from "../../../build/sbom.ts";

Deno.test("noticesOf has the terms of every package of the program, each of which lets it be passed on", async () => {
  const notices = await noticesOf();
  const { components } = await bomOf();
  assertEquals(notices.map(({ name, version }) => [name, version]), components.map((one) => [one.name, one.version]));
  const free = /^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0)$/;
  assertEquals(notices.filter(({ license }) => !free.test(license)), []);
  assertMatch(notices.find(({ name }) => name === "ajv")?.text ?? "", /Permission is hereby granted/);
});
