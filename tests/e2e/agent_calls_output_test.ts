import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { agentRun } from "../support/agent_run.ts";

const COUNT = 'for i in $(seq 1 20000); do echo "line $i of the long test output"; done';
const FILE = /The whole output is in (\S+):/;

for (const sandbox of ["auto", "off"]) {
  Deno.test(`the whole of a long output is in a file that read_file and commands open, with --sandbox=${sandbox}`, async () => {
    const { results } = await agentRun(() => [
      [{ call: "run_shell_command", input: { command: COUNT } }],
      ({ body }) => {
        const path = FILE.exec(body.messages.at(-1).content)?.[1] ?? "none";
        return [
          { call: "read_file", input: { file_path: path, offset: 10_000, limit: 2 } },
          { call: "grep_search", input: { pattern: "line 12345 of", path } },
          { call: "run_shell_command", input: { command: `sed -n 9999p ${path}; wc -l < ${path}` } },
        ];
      },
    ], { args: ["--approval-mode", "yolo", "--output-format", "json", `--sandbox=${sandbox}`] });
    const [shown, read, found, listed] = results;
    assertStringIncludes(shown, "line 1 of the long");
    assertStringIncludes(shown, "line 20000 of the long");
    assert(shown.length < 32_000, `${shown.length} characters`);
    assertStringIncludes(read, "10000\tline 10000 of the long test output\n10001\t");
    assertStringIncludes(found, "line 12345 of the long test output");
    assertEquals(listed, "line 9999 of the long test output\n20000");
    // The file ends with the session.
    assertEquals(await Deno.stat(FILE.exec(shown)?.[1] ?? "").catch(() => null), null);
  });
}

Deno.test("the whole of a long output of a background command is in a file as well", async () => {
  const { results } = await agentRun(() => [
    [{ call: "run_shell_command", input: { command: COUNT, is_background: true } }],
    [{ call: "task_output", input: { task_id: "shell_1", wait_ms: 60_000 } }],
    ({ body }) => {
      const path = FILE.exec(body.messages.at(-1).content)?.[1] ?? "none";
      return [{ call: "read_file", input: { file_path: path, offset: 10_000, limit: 1 } }];
    },
  ]);
  assertStringIncludes(results[1], "State: ended with exit code 0");
  assertStringIncludes(results[2], "10000\tline 10000 of the long test output");
});
