import { assertEquals, assertRejects } from "@std/assert";
import type { JsonSchema } from "../../lib/model/json.ts";
import { compileSchema } from "../../lib/schema/compile_schema.ts";
import { SchemaRefused } from "../../lib/schema/survey_schema.ts";

const NEWEST = "https://json-schema.org/draft/2020-12/schema";

/** Whether each value is valid. */
async function verdicts(schema: JsonSchema, values: readonly unknown[]): Promise<boolean[]> {
  const validator = await compileSchema(schema, { unknownKeywords: "refuse", at: "start" });
  return values.map((value) => {
    validator.renew();
    return validator.validate(value) === null;
  });
}

Deno.test("Real clients 14: unevaluatedItems beside contains is refused, because it would accept invalid values", async () => {
  const schemas: JsonSchema[] = [
    { prefixItems: [true], contains: { type: "string" }, unevaluatedItems: false },
    { allOf: [{ contains: { multipleOf: 2 } }], unevaluatedItems: { multipleOf: 5 } },
  ];
  for (const schema of schemas) {
    const compiling = compileSchema({ $schema: NEWEST, ...schema }, { unknownKeywords: "refuse", at: "start" });
    await assertRejects(() => compiling, SchemaRefused, "unevaluatedItems");
  }
});

Deno.test("Real clients 14: other schemas with unevaluatedItems and unevaluatedProperties are checked", async () => {
  const items = { $schema: NEWEST, prefixItems: [{ const: "foo" }], unevaluatedItems: false };
  assertEquals(await verdicts(items, [["foo"], ["foo", 1]]), [true, false]);
  const properties = { $schema: NEWEST, anyOf: [{ properties: { a: true } }], unevaluatedProperties: false };
  assertEquals(await verdicts(properties, [{ a: 1 }, { b: 1 }]), [true, false]);
});

Deno.test("Real clients 14: an empty enum is legal and allows nothing", async () => {
  assertEquals(await verdicts({ $schema: NEWEST, enum: [] }, [1, null, "a", {}]), [false, false, false, false]);
  const inside = { $schema: NEWEST, properties: { a: { enum: [], allOf: [true] } } };
  assertEquals(await verdicts(inside, [{}, { a: 1 }]), [true, false]);
});

Deno.test("Real clients 14: format is an annotation in 2020-12 unless the schema asks for it", async () => {
  const format = { type: "string", format: "email" };
  assertEquals(await verdicts({ $schema: NEWEST, ...format }, ["no address"]), [true]);
  const $vocabulary = { "https://json-schema.org/draft/2020-12/vocab/format-assertion": true };
  assertEquals(await verdicts({ $schema: NEWEST, $vocabulary, ...format }, ["no address", "a@b.org"]), [false, true]);
  assertEquals(await verdicts(format, ["no address"]), [false]);
});
