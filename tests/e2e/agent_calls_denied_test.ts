import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { agentRun } from "../support/agent_run.ts";

Deno.test("a refused command does not read as the end of the shell, and the model learns what would allow it", async () => {
  const { results, result } = await agentRun(() => [
    [{ call: "run_shell_command", input: { command: "npm test" } }],
    [{ call: "run_shell_command", input: { command: "ls" } }],
  ], { files: { "a.txt": "a\n" }, args: ["--approval-mode", "default", "--output-format", "json"] });
  assertStringIncludes(results[0], "This command was refused, not the shell");
  assertStringIncludes(results[0], "--allowed-tools 'run_shell_command(npm test)'");
  assertEquals(results[1], "a.txt");
  assertEquals(result.permission_denials.length, 1);
});

Deno.test("the hint of a denial reaches the output", async () => {
  const write = [{ call: "write_file", input: { file_path: "b.txt", content: "x" } }];
  const text = await agentRun(() => [write, "No."], { args: ["--approval-mode", "default"] });
  assertStringIncludes(text.stderr, "--allowed-tools 'write_file(");
  const chat = await agentRun(() => [write, "No."], {
    args: ["--approval-mode", "default", "-o", "stream-chunk-json"],
  });
  assertStringIncludes(chat.stdout, "--allowed-tools 'write_file(");
});

Deno.test("an edit in plan mode advises only what can be done in the run", async () => {
  const { results, requests } = await agentRun(() => [
    [{ call: "edit", input: { file_path: "a.txt", old_string: "a", new_string: "b" } }],
  ], { files: { "a.txt": "a\n" }, args: ["--approval-mode", "plan", "--output-format", "json"] });
  assertStringIncludes(results[0], "plan mode");
  assertStringIncludes(results[0], "present it as your answer");
  assert(!results[0].includes("exit_plan_mode"));
  assertStringIncludes(requests[0].body.messages[0].content, "Approval mode: plan: only reading is allowed.");
});
