import { assert, assertEquals } from "@std/assert";
import { Ajv } from "ajv";
import type { Json, JsonObject } from "../../../lib/model/json.ts";
import { compileCheck } from "../../../lib/schema/check.ts";
import { plainCheck } from "../../../lib/schema/plain_check.ts";

const READ_FILE: JsonObject = {
  type: "object",
  properties: {
    file_path: { type: "string", minLength: 1, description: "Absolute path." },
    offset: { type: "integer", minimum: 0 },
    limit: { type: "integer", exclusiveMinimum: 0 },
    mode: { type: "string", enum: ["text", "binary"] },
    tags: { type: "array", items: { type: "string", maxLength: 3 }, maxItems: 2 },
  },
  required: ["file_path"],
  additionalProperties: false,
};

const CASES: [name: string, input: unknown, expected: string | null][] = [
  ["accepts a good input", { file_path: "/a", offset: 0 }, null],
  ["names a missing property", {}, "params must have required property 'file_path'"],
  ["names a wrong type", { file_path: 5 }, "params/file_path must be string"],
  ["refuses what is no object", "x", "params must be object"],
  ["names a number that is too small", { file_path: "/a", offset: -1 }, "params/offset must be >= 0"],
  ["names an excluded bound", { file_path: "/a", limit: 0 }, "params/limit must be > 0"],
  ["names a fraction where a whole number is needed", { file_path: "/a", limit: 0.5 }, "params/limit must be integer"],
  ["names an unknown word", { file_path: "/a", mode: "hex" }, "params/mode must be equal to one of the allowed values"],
  ["names an unknown property", { file_path: "/a", x: 1 }, "params must NOT have additional properties"],
  ["names a short text", { file_path: "" }, "params/file_path must NOT have fewer than 1 characters"],
  ["names a long item", { file_path: "/a", tags: ["abcd"] }, "params/tags/0 must NOT have more than 3 characters"],
  ["names too many items", { file_path: "/a", tags: ["", "", ""] }, "params/tags must NOT have more than 2 items"],
];

for (const [name, input, expected] of CASES) {
  Deno.test(`compileCheck ${name}`, async () => {
    assertEquals((await compileCheck(READ_FILE))(input), expected);
  });
}

Deno.test("compileCheck asks ajv where a schema has more than plain keywords", async () => {
  const schema: JsonObject = { type: "object", properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } } };
  assertEquals(plainCheck(schema), null);
  const check = await compileCheck(schema);
  assertEquals(check({ a: null }), null);
  assertEquals(
    check({ a: 1 }),
    "params/a must be string, params/a must be null, params/a must match a schema in anyOf",
  );
});

Deno.test("compileCheck lets everything pass for a foreign schema that cannot be compiled", async () => {
  const check = await compileCheck({ type: "object", properties: { a: { $ref: "#/nowhere" } } });
  assertEquals(check({ a: 1 }), null);
});

Deno.test("compileCheck gives one checker for one schema", async () => {
  const first = await compileCheck(READ_FILE);
  assert(first === await compileCheck(READ_FILE));
});

/** A small generator of numbers, so that a failure can be repeated from its seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const NAMES = ["a", "b/c", "d~e", "constructor", "toString"];

function randomSchema(roll: (sides: number) => number, depth: number): JsonObject {
  const type = ["string", "number", "integer", "boolean", "null", "array", "object"][roll(7)];
  const schema: JsonObject = {};
  const add = (keyword: string, value: Json): void => {
    if (roll(3) === 0) schema[keyword] = value;
  };
  if (roll(8) === 0) schema.type = ["string", "null", "object"];
  else if (roll(8) > 0) schema.type = type;
  if (roll(6) === 0) return { ...schema, enum: ["a", 1, true] };
  if (schema.type === "string") add("minLength", roll(3)), add("maxLength", roll(3));
  if (schema.type === "number" || schema.type === "integer") {
    add("minimum", roll(4)),
      add("maximum", roll(4)),
      add("exclusiveMinimum", roll(3)),
      add("exclusiveMaximum", roll(3));
  }
  if (schema.type === "array") {
    add("minItems", roll(3)), add("maxItems", roll(3));
    if (depth > 0) schema.items = randomSchema(roll, depth - 1);
  }
  if (schema.type === "object") {
    add("required", [NAMES[roll(5)], NAMES[roll(5)]].filter((name, at, all) => all.indexOf(name) === at));
    add("additionalProperties", depth > 0 && roll(2) === 0 ? randomSchema(roll, depth - 1) : roll(2) === 0);
    const properties = NAMES.filter(() => depth > 0 && roll(2) === 0).map((
      name,
    ) => [name, randomSchema(roll, depth - 1)]);
    add("properties", Object.fromEntries(properties));
  }
  return schema;
}

function randomValue(roll: (sides: number) => number, depth: number): Json {
  const scalars: Json[] = [null, true, false, 0, 1, 2, 3, 1.5, -1, "", "a", "ab", "abc", "💩"];
  if (depth === 0 || roll(3) === 0) return scalars[roll(scalars.length)];
  if (roll(3) === 0) return Array.from({ length: roll(4) }, () => randomValue(roll, depth - 1));
  return Object.fromEntries(NAMES.filter(() => roll(2) === 0).map((name) => [name, randomValue(roll, depth - 1)]));
}

Deno.test("plainCheck gives ajv's verdict in ajv's words on 20000 random pairs", () => {
  const roll = dice(20_260_101);
  for (let round = 0; round < 500; round += 1) {
    const schema = randomSchema(roll, 3);
    const check = plainCheck(schema);
    assert(check, JSON.stringify(schema));
    const ajv = new Ajv({ strict: false, ownProperties: true, meta: false, validateSchema: false });
    const validate = ajv.compile(schema);
    for (let pair = 0; pair < 40; pair += 1) {
      const value = randomValue(roll, 3);
      const expected = validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: "params" });
      assertEquals(check(value), expected, `${JSON.stringify(schema)} on ${JSON.stringify(value)}`);
    }
  }
});
