import { assertEquals } from "@std/assert";
import type { JsonObject } from "../../../lib/model/json.ts";
import { acceptsObject } from "../../../lib/schema/accepts_object.ts";

const TABLE: [schema: JsonObject, expected: boolean][] = [
  [{}, true],
  [{ type: "object" }, true],
  [{ type: ["null", "object"] }, true],
  [{ type: "string" }, false],
  [{ type: ["string", "null"] }, false],
  [{ $ref: "#/$defs/a" }, false],
  [{ $ref: "#/$defs/a", type: "object" }, false],
  [{ const: {} }, true],
  [{ const: { a: 1 } }, true],
  [{ const: "x" }, false],
  [{ const: null }, false],
  [{ const: [] }, false],
  [{ enum: [1, {}] }, true],
  [{ enum: ["a", "b"] }, false],
  [{ enum: [] }, false],
  [{ enum: [[]] }, false],
  [{ anyOf: [{ type: "string" }, { type: "object" }] }, true],
  [{ anyOf: [{ type: "string" }, { type: "array" }] }, false],
  [{ anyOf: [] }, false],
  [{ anyOf: [false] }, false],
  [{ anyOf: [false, true] }, true],
  [{ anyOf: [{ $ref: "#/$defs/a" }] }, true],
  [{ oneOf: [{ type: "string" }, {}] }, true],
  [{ oneOf: [{ type: "string" }] }, false],
  [{ oneOf: [] }, false],
  [{ oneOf: [{ $ref: "#/$defs/a" }, { type: "string" }] }, true],
  [{ type: "object", anyOf: [{ type: "string" }] }, false],
  [{ allOf: [] }, true],
  [{ allOf: [true] }, true],
  [{ allOf: [{ type: "object" }, {}] }, true],
  [{ allOf: [{ type: "object" }, { type: "string" }] }, false],
  [{ allOf: [false] }, false],
  [{ allOf: [{ $ref: "#/$defs/a" }] }, true],
  [{ allOf: [{ anyOf: [{ type: "string" }] }] }, false],
  [{ not: { type: "object" } }, false],
  [{ not: { type: ["object", "null"] } }, false],
  [{ not: { type: "string" } }, true],
  [{ not: { type: "object", required: ["error"] } }, true],
  [{ not: { const: "x" } }, true],
  [{ not: {} }, false],
  [{ not: true }, false],
  [{ not: false }, true],
  [{ if: true, then: { type: "string" } }, false],
  [{ if: true, then: false }, false],
  [{ if: true, then: { type: "object" } }, true],
  [{ if: true, else: false }, true],
  [{ if: false, else: { type: "string" } }, false],
  [{ if: false, else: { type: "object" } }, true],
  [{ if: false, then: false }, true],
  [{ if: { type: "object" }, then: { type: "string" } }, true],
  [{ if: true }, true],
];

for (const [schema, expected] of TABLE) {
  Deno.test(`acceptsObject says ${expected} of ${JSON.stringify(schema)}`, () => {
    assertEquals(acceptsObject(schema), expected);
  });
}

Deno.test("acceptsObject leaves the question open below a depth that no author reaches", () => {
  let schema: JsonObject = { type: "string" };
  for (let depth = 0; depth < 100_000; depth += 1) schema = { allOf: [schema] };
  assertEquals(acceptsObject(schema), true);
});
