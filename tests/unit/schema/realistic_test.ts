import { assert, assertEquals } from "@std/assert";
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/2019";
import { Ajv2020 } from "ajv/2020";
import addFormats from "ajv-formats";
import type { Json, JsonObject } from "../../../lib/model/json.ts";
import { compileStructured } from "../../../lib/schema/structured.ts";

interface Case {
  name: string;
  schema: JsonObject;
  valid: Json;
  invalid: Json;
}

const cases: Case[] = JSON.parse(Deno.readTextFileSync(new URL("./realistic.json", import.meta.url)));

/** A second opinion, by ajv as it comes out of the box. */
function isValid(schema: JsonObject, value: unknown): boolean {
  const draft = String(schema.$schema);
  const Class = draft.includes("2020-12") ? Ajv2020 : draft.includes("2019-09") ? Ajv2019 : Ajv;
  const ajv = new Class({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.validate(schema, value) === true;
}

Deno.test("the realistic schemas are at least sixty", () => {
  assert(cases.length >= 60, String(cases.length));
});

for (const { name, schema, valid, invalid } of cases) {
  Deno.test(`judge emits what a second validator accepts for the schema of: ${name}`, async () => {
    const structured = await compileStructured(schema, { source: "--json-schema", at: "session" });
    const judgement = structured.judge(valid);
    assertEquals(judgement, { ok: true, value: valid, coerced: [] });
    assert(isValid(schema, valid));
  });

  Deno.test(`judge refuses what does not fit the schema of: ${name}`, async () => {
    const structured = await compileStructured(schema, { source: "--json-schema", at: "session" });
    const judgement = structured.judge(invalid);
    assert(!judgement.ok, JSON.stringify(judgement));
    assert(judgement.message.startsWith("params"), judgement.message);
    assert(Array.isArray(invalid) || !isValid(schema, invalid));
  });
}

/** The value as a careless model writes it: numbers and booleans as texts. */
function blur(value: Json): Json {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(blur);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, blur(member)]));
}

Deno.test("judge emits only what a second validator accepts, also after it changed types", async () => {
  let changed = 0;
  for (const { name, schema, valid } of cases) {
    const structured = await compileStructured(schema, { source: "--json-schema", at: "session" });
    const judgement = structured.judge(blur(valid));
    if (!judgement.ok) continue;
    assert(isValid(schema, judgement.value), name);
    changed += judgement.coerced.length > 0 ? 1 : 0;
  }
  assert(changed >= 15, `only ${changed} values were changed`);
});
