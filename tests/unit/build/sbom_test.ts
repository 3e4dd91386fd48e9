import { assert, assertEquals, assertMatch } from "@std/assert";
import { bomOf } from "../../../build/sbom.ts";
import project from "../../../deno.json" with { type: "json" };

Deno.test("bomOf lists what the program is made of, with hashes, and nothing that only tests use", async () => {
  const { metadata, components } = await bomOf();
  assertEquals([metadata.component.name, metadata.component.version], [project.name, project.version]);
  const names = components.map(({ name }) => name);
  for (const name of ["@google/genai", "@modelcontextprotocol/client", "ajv", "deno-std", "re2js"]) {
    assert(names.includes(name), name);
  }
  for (const name of ["openai", "@xterm/headless", "json-schema-to-typescript"]) assert(!names.includes(name), name);
  for (const { purl, version, hashes } of components) {
    assertMatch(version, /^\d+\.\d+\.\d+/);
    assertMatch(purl, /^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/);
    assertMatch(hashes[0].content, /^[0-9a-f]{128}$/);
  }
  assertEquals(new Set(components.map(({ purl }) => purl)).size, components.length);
});
