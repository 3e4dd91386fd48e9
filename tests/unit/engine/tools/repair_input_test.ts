import { assertEquals, assertThrows } from "@std/assert";
import { noteText, repairInput } from "../../../../lib/engine/tools/repair_input.ts";
import type { Json, JsonObject } from "../../../../lib/model/json.ts";
import type { Tool } from "../../../../lib/model/ports.ts";
import { QwenError } from "../../../../lib/model/problem.ts";
import { inputChecks } from "../../../../lib/schema/check.ts";
import { ALL_TOOLS } from "../../../../lib/tools/mod.ts";

const checkOf = inputChecks(ALL_TOOLS);

function toolNamed(name: string): Tool {
  const tool = ALL_TOOLS.find((known) => known.name === name);
  if (!tool) throw new Error(`There is no tool ${name}`);
  return tool;
}

/** The repaired arguments, or why they were refused. */
async function read(name: string, input: Json): Promise<{ input: JsonObject; notes: string[] } | string> {
  const tool = toolNamed(name);
  try {
    const repaired = repairInput(input, tool);
    return (await checkOf(tool.input))(repaired.input) ?? repaired;
  } catch (error) {
    if (error instanceof QwenError) return error.problem.message;
    throw error;
  }
}

const REPAIRED: [tool: string, input: Json, expected: JsonObject, notes: string[]][] = [
  ["read_file", { file_path: "/a", offset: "455" }, { file_path: "/a", offset: 455 }, [
    "read offset as the number 455",
  ]],
  ["read_file", { file_path: "/a", offset: " 3 " }, { file_path: "/a", offset: 3 }, ["read offset as the number 3"]],
  ["read_file", { file_path: "/a", limit: null }, { file_path: "/a" }, ["left out limit, which was null"]],
  ["read_file", { path: "/a" }, { file_path: "/a" }, ['read "path" as file_path']],
  ["read_file", { file: "/a" }, { file_path: "/a" }, ['read "file" as file_path']],
  ["read_file", { absolute_path: "/a" }, { file_path: "/a" }, ['read "absolute_path" as file_path']],
  ["read_file", { file_path: "/a", path: "/a" }, { file_path: "/a" }, ['read "path" as file_path']],
  ["read_file", { file_path: "/a", path: null }, { file_path: "/a" }, []],
  ["read_file", '{"file_path":"/a"}', { file_path: "/a" }, ["read them from a JSON string"]],
  [
    "edit",
    { file_path: "/a", old_str: "x", new_str: "y", replace_all: "true" },
    { file_path: "/a", old_string: "x", new_string: "y", replace_all: true },
    ['read "old_str" as old_string', 'read "new_str" as new_string', "read replace_all as the boolean true"],
  ],
  [
    "edit",
    { path: "/a", edits: '[{"old_str":"x","new_str":"y"}]' },
    { file_path: "/a", edits: [{ old_string: "x", new_string: "y" }] },
    [
      'read "path" as file_path',
      "read edits as an array",
      'read "edits[0].old_str" as old_string',
      'read "edits[0].new_str" as new_string',
    ],
  ],
  ["run_shell_command", { cmd: "ls" }, { command: "ls" }, ['read "cmd" as command']],
  [
    "run_shell_command",
    { command: "ls", timeout: 3_600_000 },
    { command: "ls", timeout: 600_000 },
    ["lowered timeout to its limit, 600000"],
  ],
  [
    "run_shell_command",
    { command: "ls", timeout: "3600000", is_background: "False" },
    { command: "ls", timeout: 600_000, is_background: false },
    [
      "read timeout as the number 3600000",
      "lowered timeout to its limit, 600000",
      "read is_background as the boolean false",
    ],
  ],
  ["glob", { query: "*.ts" }, { pattern: "*.ts" }, ['read "query" as pattern']],
  [
    "grep_search",
    { query: "x", include: "*.ts" },
    { pattern: "x", glob: "*.ts" },
    ['read "query" as pattern', 'read "include" as glob'],
  ],
  [
    "todo_write",
    { todos: '[{"id":1,"content":"a","status":"pending"}]' },
    { todos: [{ id: "1", content: "a", status: "pending" }] },
    ["read todos as an array", 'read todos[0].id as the text "1"'],
  ],
  ["read_many_files", { paths: '["a","b"]' }, { paths: ["a", "b"] }, ["read paths as an array"]],
  ["write_file", { file_path: "/a", content: '{"a":1}' }, { file_path: "/a", content: '{"a":1}' }, []],
];

for (const [tool, input, expected, notes] of REPAIRED) {
  Deno.test(`${tool} takes ${JSON.stringify(input)}`, async () => {
    assertEquals(await read(tool, input), { input: expected, notes });
  });
}

/** Calls that stay refused: a reading of them would be a guess. */
const REFUSED: [tool: string, input: Json][] = [
  ["read_file", { file_path: "/a", path: "/b" }],
  ["read_file", { path: "/a", file: "/b" }],
  ["read_file", { filepath: "/a" }],
  ["read_file", { file_path: null }],
  ["read_file", { file_path: ["/a"] }],
  ["read_file", { file_path: { path: "/a" } }],
  ["read_file", { file_path: true }],
  ["read_file", {}],
  ["read_file", { file_path: "/a", offset: "10-20" }],
  ["read_file", { file_path: "/a", offset: "ten" }],
  ["read_file", { file_path: "/a", offset: "1e3" }],
  ["read_file", { file_path: "/a", offset: "" }],
  ["read_file", { file_path: "/a", offset: "1.5" }],
  ["read_file", { file_path: "/a", offset: 1.5 }],
  ["read_file", { file_path: "/a", offset: -1 }],
  ["read_file", { file_path: "/a", limit: true }],
  ["read_file", { file_path: "/a", limit: [10] }],
  ["read_file", '{"file_path":"/a"'],
  ["read_file", "/a"],
  ["read_file", ["/a"]],
  ["read_file", null],
  ["edit", { file_path: "/a", old_string: "x", old_str: "z", new_string: "y" }],
  ["edit", { file_path: "/a", edits: [{ old_string: "x", new_string: null }] }],
  ["edit", { file_path: "/a", edits: [{ old_string: "x" }] }],
  ["edit", { file_path: "/a", edits: [{ old_string: "x", old_str: "z", new_string: "y" }] }],
  ["edit", { file_path: "/a", edits: "x" }],
  ["edit", { file_path: "/a", old_string: "x", new_string: "y", replace_all: "yes" }],
  ["edit", { file_path: "/a", old_string: "x", new_string: "y", replace_all: 1 }],
  ["edit", { file_path: "/a", old_string: ["x"], new_string: "y" }],
  ["write_file", { file_path: "/a", content: { a: 1 } }],
  ["write_file", { file_path: "/a", content: ["a"] }],
  ["write_file", { file_path: "/a", content: 1.5 }],
  ["write_file", { file_path: "/a" }],
  ["run_shell_command", { command: ["ls", "-l"] }],
  ["run_shell_command", { command: "ls", cmd: "rm -r ." }],
  ["run_shell_command", { command: "ls", timeout: "2m" }],
  ["run_shell_command", { command: "ls", timeout: 0 }],
  ["run_shell_command", { command: "ls", is_background: "maybe" }],
  ["todo_write", { todos: "buy milk" }],
  ["todo_write", { todos: "[{" }],
  ["todo_write", { todos: { content: "a", status: "pending" } }],
  ["todo_write", { todos: [{ content: "a", status: "done" }] }],
  ["todo_write", { todos: [{ content: null, status: "pending" }] }],
  ["read_many_files", { paths: "src" }],
  ["grep_search", { pattern: null }],
  ["grep_search", { pattern: "a", query: "b" }],
  ["glob", { pattern: ["*.ts"] }],
];

for (const [tool, input] of REFUSED) {
  Deno.test(`${tool} refuses ${JSON.stringify(input)}`, async () => {
    assertEquals(typeof await read(tool, input), "string");
  });
}

Deno.test("repairInput names unknown fields once, and the known ones", () => {
  assertEquals(repairInput({ pattern: "x", "-Z": 3 }, toolNamed("grep_search")).notes.length, 1);
  const { notes } = repairInput({
    todos: [
      { content: "a", status: "pending", activeForm: "b" },
      { content: "c", status: "pending", activeForm: "d" },
    ],
    note: 1,
  }, toolNamed("todo_write"));
  assertEquals(notes, ['the fields "todos[].activeForm", "note" are unknown and were ignored (known: todos)']);
});

Deno.test("repairInput leaves fields of a server's tool alone that its schema does not list", () => {
  const tool = { name: "t", kind: "mcp" as const, input: { type: "object", properties: { n: { type: "integer" } } } };
  assertEquals(repairInput({ n: "5", other: null }, tool), {
    input: { n: 5, other: null },
    notes: ["read n as the number 5"],
  });
});

Deno.test("repairInput keeps null where the schema takes it", () => {
  const properties = { a: { type: ["string", "null"] }, b: { type: "string", nullable: true }, c: {} };
  const tool = { name: "t", kind: "other" as const, input: { type: "object", properties } };
  assertEquals(repairInput({ a: null, b: null, c: null }, tool).input, { a: null, b: null, c: null });
});

Deno.test("repairInput names both fields that contradict each other", () => {
  const error = assertThrows(() => repairInput({ file_path: "/a", path: "/b" }, toolNamed("read_file")), QwenError);
  assertEquals(
    error.problem.message,
    'The fields "file_path" and "path" of read_file mean the same and differ. Send only "file_path".',
  );
});

Deno.test("noteText is one bracketed sentence after the result", () => {
  assertEquals(noteText([]), "");
  assertEquals(noteText(["a", "b"]), "\n[Note on the arguments: a; b.]");
});
