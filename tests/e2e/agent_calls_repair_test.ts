import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { agentRun } from "../support/agent_run.ts";

const FILE = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join("\n") + "\n";

Deno.test("arguments of the wrong type are repaired, and the result says so", async () => {
  const { results, code } = await agentRun((root) => [
    [
      { call: "read_file", input: { path: `${root}/a.txt`, offset: "5", limit: null } },
      { call: "todo_write", input: { todos: '[{"id":1,"content":"x","status":"pending"}]' } },
      { call: "run_shell_command", input: { cmd: "echo hello", timeout: 3_600_000 } },
      { call: "grep_search", input: { query: "line 7", include: "*.txt", "-Z": 1 } },
    ],
  ], { files: { "a.txt": FILE } });
  assertEquals(code, 0);
  assertStringIncludes(results[0], "5\tline 5");
  assertStringIncludes(
    results[0],
    '[Note on the arguments: read "path" as file_path; read offset as the number 5; left out limit, which was null.]',
  );
  assertStringIncludes(results[1], "Todos have been modified");
  assertStringIncludes(results[1], 'read todos[0].id as the text "1"');
  assertStringIncludes(results[2], "hello");
  assertStringIncludes(results[2], "lowered timeout to its limit, 600000");
  assertStringIncludes(results[3], "line 7");
  assertStringIncludes(results[3], '"-Z"');
});

Deno.test("arguments with two readings are refused, and no other file is touched", async () => {
  const { results } = await agentRun((root) => [
    [
      { call: "write_file", input: { file_path: `${root}/a.txt`, path: `${root}/b.txt`, content: "x" } },
      { call: "read_file", input: { filepath: `${root}/a.txt` } },
      { call: "read_file", input: { file_path: `${root}/A.txt` } },
    ],
  ], {
    files: { "b.txt": "b\n" },
    after: async ({ cwd }) => {
      assertEquals([...Deno.readDirSync(cwd)].map((entry) => entry.name), ["b.txt"]);
      assertEquals(await Deno.readTextFile(`${cwd}/b.txt`), "b\n");
    },
  });
  assertStringIncludes(results[0], 'Send only "file_path"');
  assertStringIncludes(results[1], "must have required property 'file_path'");
  assertStringIncludes(results[1], '"filepath" is unknown');
  assertStringIncludes(results[2], "File not found");
});

Deno.test("tool names of other harnesses run the tool, or are answered with its name and fields", async () => {
  const { results } = await agentRun((root) => [
    [
      { call: "bash", input: { command: "echo from-bash" } },
      { call: "view", input: { path: `${root}/a.txt` } },
      { call: "Read", input: { file_path: `${root}/b.txt` } },
      {
        call: "str_replace_editor",
        input: { command: "str_replace", path: `${root}/a.txt`, old_str: "a", new_str: "b" },
      },
      { call: "update_plan", input: { plan: [] } },
      { call: "apply_patch", input: { input: "*** Begin Patch" } },
    ],
  ], { files: { "a.txt": "alpha\n", "b.txt": "beta\n" } });
  assertStringIncludes(results[0], "from-bash");
  assertStringIncludes(results[1], "alpha");
  assertStringIncludes(results[2], "beta");
  assertStringIncludes(results[3], "edit {file_path, old_string?, new_string?");
  assertStringIncludes(results[3], "read_file {file_path");
  assertStringIncludes(results[4], "todo_write {todos}");
  assert(results[5].includes("edit {") || results[5].includes("*** Begin Patch"), results[5]);
});
