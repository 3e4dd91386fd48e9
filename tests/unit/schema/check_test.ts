import { assert, assertEquals } from "@std/assert";
import { validators } from "../../../schemas/tools.gen.js";
import type { JsonObject } from "../../../lib/model/json.ts";
import { inputChecks } from "../../../lib/schema/check.ts";
import { ALL_TOOLS } from "../../../lib/tools/mod.ts";

const checkOf = inputChecks(ALL_TOOLS);

/** The check of a built-in tool, and the same schema compiled as if it came from elsewhere. */
async function bothChecks(name: string): Promise<((value: unknown) => string | null)[]> {
  const tool = ALL_TOOLS.find((known) => known.name === name);
  assert(tool);
  return [await checkOf(tool.input), await inputChecks([])(tool.input)];
}

const CASES: [tool: string, input: unknown, expected: string | null][] = [
  ["read_file", { file_path: "/a", offset: 0 }, null],
  ["read_file", { file_path: "/a", unknown: 1 }, null],
  ["read_file", {}, "params must have required property 'file_path'"],
  ["read_file", { file_path: 5 }, "params/file_path must be string"],
  ["read_file", "x", "params must be object"],
  ["read_file", { file_path: "/a", offset: -1 }, "params/offset must be >= 0"],
  ["read_file", { file_path: "/a", limit: 0.5 }, "params/limit must be integer"],
  ["run_shell_command", { command: "ls", timeout: 600_001 }, "params/timeout must be <= 600000"],
  ["save_memory", { fact: "" }, "params/fact must NOT have fewer than 1 characters"],
  ["save_memory", { fact: "\u{1F600}" }, null],
  ["read_many_files", { paths: [] }, "params/paths must NOT have fewer than 1 items"],
  ["read_many_files", { paths: ["a", 1] }, "params/paths/1 must be string"],
  [
    "web_fetch",
    { url: "u", prompt: "p", format: "pdf" },
    'params/format must be equal to one of the allowed values: "auto", "markdown", "html", "text"',
  ],
  [
    "todo_write",
    { todos: [{ content: "a", status: "done" }] },
    'params/todos/0/status must be equal to one of the allowed values: "pending", "in_progress", "completed"',
  ],
];

for (const [tool, input, expected] of CASES) {
  Deno.test(`inputChecks of ${tool} on ${JSON.stringify(input)}`, async () => {
    for (const check of await bothChecks(tool)) assertEquals(check(input), expected);
  });
}

Deno.test("inputChecks has a generated validator for every built-in tool", () => {
  assertEquals(Object.keys(validators).sort(), ALL_TOOLS.map((tool) => tool.name).sort());
});

Deno.test("inputChecks compiles the schema of a tool that has no generated validator", async () => {
  const input: JsonObject = { type: "object", properties: { a: { type: "string" } }, additionalProperties: false };
  const check = await inputChecks([{ name: "toy", description: "", input }])(input);
  assertEquals(check({ a: "x" }), null);
  assertEquals(check({ b: 1 }), 'params must NOT have additional properties: "b"');
});

Deno.test("inputChecks lists all errors of alternatives", async () => {
  const schema: JsonObject = { type: "object", properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } } };
  const check = await checkOf(schema);
  assertEquals(check({ a: null }), null);
  assertEquals(
    check({ a: 1 }),
    "params/a must be string, params/a must be null, params/a must match a schema in anyOf",
  );
});

Deno.test("inputChecks lets everything pass for a foreign schema that cannot be compiled", async () => {
  const check = await checkOf({ type: "object", properties: { a: { $ref: "#/nowhere" } } });
  assertEquals(check({ a: 1 }), null);
});

Deno.test("inputChecks gives one check for one schema", async () => {
  const schema: JsonObject = { type: "object" };
  const first = await checkOf(schema);
  assert(first === await checkOf(schema));
});
