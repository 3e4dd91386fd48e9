import { assertEquals } from "@std/assert";
import { sampleOf } from "../../../../lib/providers/demo/sample.ts";
import type { Json, JsonSchema } from "../../../../lib/model/json.ts";

const CASES: [schema: JsonSchema, value: Json][] = [
  [{}, {}],
  [{ type: "object" }, {}],
  [{ type: "string" }, "demo"],
  [{ type: "string", minLength: 6 }, "demo··"],
  [{ type: "string", maxLength: 2 }, "de"],
  [{ type: "string", format: "date" }, "2026-01-01"],
  [{ type: "integer" }, 1],
  [{ type: "integer", exclusiveMinimum: 4 }, 5],
  [{ type: "number", maximum: -2 }, -2],
  [{ type: "integer", minimum: 7, multipleOf: 5 }, 10],
  [{ type: "boolean" }, true],
  [{ type: ["null", "string"] }, null],
  [{ enum: ["b", "a"] }, "b"],
  [{ const: { x: 1 } }, { x: 1 }],
  [{ type: "array", items: { type: "integer" } }, []],
  [{ type: "array", items: { type: "integer" }, minItems: 2 }, [1, 1]],
  [{ anyOf: [{ type: "integer" }, { type: "string" }] }, 1],
  [{
    allOf: [{ properties: { a: { type: "integer" } }, required: ["a"] }, {
      properties: { b: { const: 2 } },
      required: ["b"],
    }],
  }, { a: 1, b: 2 }],
  [{ $defs: { n: { type: "integer" } }, type: "object", properties: { n: { $ref: "#/$defs/n" } }, required: ["n"] }, {
    n: 1,
  }],
];

Deno.test("sampleOf gives the smallest value that fits", () => {
  for (const [schema, value] of CASES) assertEquals(sampleOf(schema), value, JSON.stringify(schema));
});

Deno.test("sampleOf ends on a schema that contains itself", () => {
  const schema: JsonSchema = { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] };
  assertEquals(typeof sampleOf(schema), "object");
});
