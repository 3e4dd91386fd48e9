import { assertEquals, assertRejects } from "@std/assert";
import { join } from "../../../lib/path/mod.ts";
import type { Json } from "../../../lib/model/json.ts";
import { exitStatus, type Problem, QwenError } from "../../../lib/model/problem.ts";
import {
  compileStructured,
  diskReader,
  parseJsonSchemaArgument,
  type SchemaReader,
} from "../../../lib/schema/structured.ts";

const ROOT_MESSAGE =
  "--json-schema root must accept object-typed values (tool parameters are always JSON objects). At least one branch of " +
  'a root anyOf/oneOf must be satisfiable by an object, and a root `type` (when present) must include "object".';

async function withFolder(work: (folder: string, reader: SchemaReader) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(folder, diskReader({ home: folder, cwd: folder }));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const nowhere = diskReader({ home: "/nowhere", cwd: "/nowhere" });

async function refusal(argument: string, reader = nowhere): Promise<Problem> {
  const error = await assertRejects(() => parseJsonSchemaArgument(argument, reader), QwenError);
  assertEquals(error.problem.code, "config_invalid");
  assertEquals(exitStatus(error.problem.code), 52);
  return error.problem;
}

const REFUSALS: [name: string, argument: string, message: string][] = [
  ["an empty argument", "", "--json-schema cannot be empty."],
  ["an argument of blanks", " \n\t", "--json-schema cannot be empty."],
  ["an array", "[]", "--json-schema must be a JSON object describing a schema."],
  ["a boolean", "true", "--json-schema must be a JSON object describing a schema."],
  ["null", "null", "--json-schema must be a JSON object describing a schema."],
  ["a text", '"x"', "--json-schema must be a JSON object describing a schema."],
  ["a root that is no object", '{"type":"array"}', ROOT_MESSAGE],
  ["a root $ref", '{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}', ROOT_MESSAGE],
  [
    "a misspelled keyword",
    '{"type":"object","propertees":{}}',
    '--json-schema is not a valid JSON Schema: strict mode: unknown keyword: "propertees"',
  ],
  [
    "a misspelled keyword deep inside",
    '{"type":"object","properties":{"a":{"items":{"minimun":1}}}}',
    '--json-schema is not a valid JSON Schema: strict mode: unknown keyword: "minimun"',
  ],
  [
    "an unknown type",
    '{"type":"object","properties":{"a":{"type":"text"}}}',
    "--json-schema is not a valid JSON Schema: schema is invalid: data/properties/a/type must be equal to one of the " +
    "allowed values, data/properties/a/type must be array, data/properties/a/type must match a schema in anyOf",
  ],
  [
    "a negative length",
    '{"properties":{"a":{"minLength":-1}}}',
    "--json-schema is not a valid JSON Schema: schema is invalid: data/properties/a/minLength must be >= 0",
  ],
  [
    "an unknown draft",
    '{"$schema":"http://json-schema.org/draft-04/schema#"}',
    '--json-schema is not a valid JSON Schema: $schema "http://json-schema.org/draft-04/schema#" is not supported: leave ' +
    "it out, or name draft-07, 2019-09 or 2020-12",
  ],
  [
    "a reference that leads nowhere",
    '{"properties":{"a":{"$ref":"#/$defs/b"}}}',
    "--json-schema is not a valid JSON Schema: can't resolve reference #/$defs/b",
  ],
  [
    "a remote reference",
    '{"properties":{"a":{"$ref":"https://example.com/b.json"}}}',
    "--json-schema is not a valid JSON Schema: can't resolve reference https://example.com/b.json: it is not in the " +
    "schema, and nothing is fetched",
  ],
  [
    "a pattern that looks ahead",
    '{"properties":{"a":{"pattern":"^(?=x)"}}}',
    '--json-schema is not a valid JSON Schema: pattern "^(?=x)" is not supported: error parsing regexp: invalid or ' +
    "unsupported Perl syntax: `(?=`",
  ],
  [
    "a keyword that reads the schema from the data",
    '{"properties":{"a":{"minimum":{"$data":"1/b"}}}}',
    "--json-schema is not a valid JSON Schema: schema is invalid: data/properties/a/minimum must be number",
  ],
  [
    "a schema that asks to be asynchronous",
    '{"$async":true}',
    '--json-schema is not a valid JSON Schema: strict mode: unknown keyword: "$async"',
  ],
];

for (const [name, argument, message] of REFUSALS) {
  Deno.test(`parseJsonSchemaArgument refuses ${name}`, async () => {
    assertEquals((await refusal(argument)).message, message);
  });
}

Deno.test("parseJsonSchemaArgument tells why inline text is not JSON", async () => {
  const { message } = await refusal('{"type":');
  assertEquals(message, "--json-schema is not valid JSON: Unexpected end of JSON input");
});

Deno.test("parseJsonSchemaArgument hints at allOf for a root $ref", async () => {
  const { hint } = await refusal('{"$ref":"#/$defs/a","$defs":{"a":{"type":"object"}}}');
  assertEquals(hint, 'A root $ref is not followed. Wrap it in allOf: {"allOf":[{"$ref":"#/$defs/a"}], …}');
});

Deno.test("parseJsonSchemaArgument accepts a root $ref that is wrapped in allOf", async () => {
  const schema = { allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { type: "object", required: ["name"] } } };
  const structured = await parseJsonSchemaArgument(JSON.stringify(schema), nowhere);
  assertEquals(structured.schema, schema);
  assertEquals(structured.judge({}), { ok: false, message: "params must have required property 'name'" });
});

Deno.test("parseJsonSchemaArgument accepts required without the property being listed", async () => {
  const structured = await parseJsonSchemaArgument('{"type":"object","required":["x"]}', nowhere);
  assertEquals(structured.judge({ x: 1 }), { ok: true, value: { x: 1 }, coerced: [] });
});

Deno.test("parseJsonSchemaArgument accepts union types and unknown formats", async () => {
  const argument = '{"properties":{"a":{"type":["string","null"],"format":"our-own"}}}';
  const structured = await parseJsonSchemaArgument(argument, nowhere);
  assertEquals(structured.judge({ a: null }), { ok: true, value: { a: null }, coerced: [] });
});

Deno.test("parseJsonSchemaArgument accepts the annotations that schema generators add", async () => {
  const pet = { type: "object", properties: { kind: { const: "cat" } }, required: ["kind"], "x-order": 1 };
  const schema = {
    type: "object",
    properties: { pet: { oneOf: [{ $ref: "#/$defs/Cat" }], discriminator: { propertyName: "kind" }, example: {} } },
    $defs: { Cat: pet },
  };
  const structured = await parseJsonSchemaArgument(JSON.stringify(schema), nowhere);
  assertEquals(structured.judge({ pet: { kind: "cat" } }), { ok: true, value: { pet: { kind: "cat" } }, coerced: [] });
});

Deno.test("parseJsonSchemaArgument reads @path relative to the working directory", async () => {
  await withFolder(async (folder, reader) => {
    await Deno.mkdir(join(folder, "schemas"));
    await Deno.writeTextFile(join(folder, "schemas", "s.json"), '\uFEFF{"type":"object"}');
    const structured = await parseJsonSchemaArgument("@./schemas/../schemas/s.json", reader);
    assertEquals(structured.schema, { type: "object" });
  });
});

Deno.test("parseJsonSchemaArgument expands ~ in @path", async () => {
  await withFolder(async (folder, reader) => {
    await Deno.writeTextFile(join(folder, "s.json"), '{"type":"object"}');
    assertEquals((await parseJsonSchemaArgument("@~/s.json", { ...reader, cwd: "/" })).schema, { type: "object" });
  });
});

Deno.test("parseJsonSchemaArgument names a file that cannot be read", async () => {
  await withFolder(async (_, reader) => {
    const { message } = await refusal("@none.json", reader);
    assertEquals(message, '--json-schema could not read "none.json": No such file or directory');
  });
});

Deno.test("parseJsonSchemaArgument refuses a directory", async () => {
  await withFolder(async (folder, reader) => {
    const { message } = await refusal(`@${folder}`, reader);
    assertEquals(message, `--json-schema "@${folder}" must be a regular file.`);
  });
});

Deno.test("parseJsonSchemaArgument refuses a character device without opening it", async () => {
  assertEquals((await refusal("@/dev/zero")).message, '--json-schema "@/dev/zero" must be a regular file.');
});

Deno.test("parseJsonSchemaArgument refuses a named pipe without waiting for a writer", async () => {
  await withFolder(async (folder, reader) => {
    const made = await new Deno.Command("mkfifo", { args: [join(folder, "pipe")] }).output();
    assertEquals(made.code, 0);
    assertEquals((await refusal("@pipe", reader)).message, '--json-schema "@pipe" must be a regular file.');
  });
});

Deno.test("parseJsonSchemaArgument refuses a file over 4 MiB and names its size", async () => {
  await withFolder(async (folder, reader) => {
    await Deno.writeFile(join(folder, "big.json"), new Uint8Array(4 * 1024 * 1024 + 1));
    const { message } = await refusal("@big.json", reader);
    assertEquals(
      message,
      '--json-schema file "big.json" is 4194305 bytes (>4194304). Refusing to read; this is almost certainly a ' +
        "wrong-path argument. Schemas should be small enough to fit in a few KiB; decompose with `$ref` if you need a " +
        "large family of types.",
    );
  });
});

Deno.test("parseJsonSchemaArgument does not quote a file that is not JSON", async () => {
  await withFolder(async (folder, reader) => {
    await Deno.writeTextFile(join(folder, "secret.txt"), "root:x:0:0");
    const { message } = await refusal("@secret.txt", reader);
    assertEquals(message, '--json-schema content of "secret.txt" is not valid JSON.');
  });
});

Deno.test("compileStructured names the source of the schema in its refusals", async () => {
  const options = { source: "response_format", at: "session" } as const;
  const error = await assertRejects(() => compileStructured([], options), QwenError);
  assertEquals(error.message, "response_format must be a JSON object describing a schema.");
});

async function judged(schema: Json, args: unknown): Promise<unknown> {
  const structured = await compileStructured(schema, { source: "--json-schema", at: "session" });
  return structured.judge(args);
}

Deno.test("judge takes the missing arguments of an empty schema as an empty object", async () => {
  assertEquals(await judged({}, undefined), { ok: true, value: {}, coerced: [] });
});

Deno.test("judge leaves null as it is where the schema allows it", async () => {
  assertEquals(await judged({}, null), { ok: true, value: null, coerced: [] });
  assertEquals(await judged({ type: "object" }, null), { ok: false, message: "params must be object" });
});

Deno.test("judge refuses arguments that are no object", async () => {
  for (const args of [[], "x", 5, true]) {
    assertEquals(await judged({}, args), { ok: false, message: "params must be object" });
  }
});

Deno.test("judge gives ajv's words for what is missing", async () => {
  const schema = { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] };
  assertEquals(await judged(schema, {}), { ok: false, message: "params must have required property 'answer'" });
});

const COERCIONS: [name: string, type: Json, given: Json, emitted: Json][] = [
  ["a number as text where only text will do", { type: "string" }, 42, "42"],
  ["a boolean as text where only text will do", { type: "string" }, true, "true"],
  ["true in a text", { type: "boolean" }, "True", true],
  ["false in a text", { type: "boolean" }, "false", false],
  ["a number in a text", { type: "number" }, " -1.5e3 ", -1500],
  ["a whole number in a text", { type: "integer" }, "7", 7],
  ["an array in a text", { type: "array", items: { type: "integer" } }, "[1,2]", [1, 2]],
  ["an object in a text", { type: "object", required: ["x"] }, '{"x":1}', { x: 1 }],
  ["a number where text or null will do", { anyOf: [{ type: "string" }, { type: "null" }] }, 5, "5"],
];

for (const [name, type, given, emitted] of COERCIONS) {
  Deno.test(`judge reads ${name} and says so`, async () => {
    const schema = { type: "object", properties: { a: type } };
    const args = { a: given };
    assertEquals(await judged(schema, args), { ok: true, value: { a: emitted }, coerced: ["/a"] });
    assertEquals(args, { a: given });
  });
}

Deno.test("judge reads a whole object in a text and says so", async () => {
  assertEquals(await judged({ type: "object" }, '{"a":1}'), { ok: true, value: { a: 1 }, coerced: [""] });
});

Deno.test("judge lists every place it changed", async () => {
  const schema = { properties: { "a/b": { type: "array", items: { type: "integer" } }, c: { type: "string" } } };
  assertEquals(await judged(schema, { "a/b": ["1", 2, "3"], c: 4 }), {
    ok: true,
    value: { "a/b": [1, 2, 3], c: "4" },
    coerced: ["/a~1b/0", "/a~1b/2", "/c"],
  });
});

Deno.test("judge changes nothing where another reading is possible or the result still does not fit", async () => {
  const schema = { properties: { a: { type: "integer", minimum: 5 }, b: { type: ["string", "number"] } } };
  assertEquals(await judged(schema, { b: "5" }), { ok: true, value: { b: "5" }, coerced: [] });
  assertEquals(await judged(schema, { a: "4" }), { ok: false, message: "params/a must be integer" });
  assertEquals(await judged(schema, { a: "0x10" }), { ok: false, message: "params/a must be integer" });
  assertEquals(await judged(schema, { a: "" }), { ok: false, message: "params/a must be integer" });
  assertEquals(await judged(schema, { a: null }), { ok: false, message: "params/a must be integer" });
});

const LIST_OF_STRINGS = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://test.example/strings",
  allOf: [{ $ref: "list" }],
  $defs: {
    foo: { $dynamicAnchor: "items", type: "string" },
    list: {
      $id: "list",
      properties: { a: { items: { $dynamicRef: "#items" } } },
      $defs: { items: { $dynamicAnchor: "items" } },
    },
  },
};

Deno.test("compileStructured refuses a dynamic reference that it would follow to the wrong place", async () => {
  const options = { source: "--json-schema", at: "start" } as const;
  const error = await assertRejects(() => compileStructured(LIST_OF_STRINGS, options), QwenError);
  assertEquals(
    error.message,
    "--json-schema is not a valid JSON Schema: dynamic reference #items can lead to several places, which is not " +
      "supported",
  );
});

Deno.test("compileStructured reads $recursiveRef of draft 2019-09 as a reference to the root", async () => {
  const schema = {
    $schema: "https://json-schema.org/draft/2019-09/schema",
    type: "object",
    properties: { name: { type: "string" }, parts: { $ref: "#/$defs/parts" } },
    required: ["name"],
    $defs: { parts: { type: "array", items: { $recursiveRef: "#" } } },
  };
  assertEquals(await judged(schema, { name: "a", parts: [{ name: "b", parts: [] }] }), {
    ok: true,
    value: { name: "a", parts: [{ name: "b", parts: [] }] },
    coerced: [],
  });
  assertEquals(await judged(schema, { name: "a", parts: [{ parts: [] }] }), {
    ok: false,
    message: "params/parts/0 must have required property 'name'",
  });
});

Deno.test("compileStructured takes a schema with newer keywords and no $schema for 2020-12", async () => {
  const schema = { properties: { pair: { prefixItems: [{ type: "string" }, { type: "integer" }], items: false } } };
  assertEquals(await judged(schema, { pair: ["a", 1, 2] }), {
    ok: false,
    message: "params/pair must NOT have more than 2 items",
  });
});
