import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { agentRun, toolResults } from "../support/agent_run.ts";
import type { Step } from "../support/fake_model.ts";
import { HAS_SANDBOX } from "../support/sandbox_bench.ts";

Deno.test("shell results are short, clean and say only what is worth a line", async () => {
  const { results } = await agentRun(() => [[
    { call: "run_shell_command", input: { command: "true" } },
    { call: "run_shell_command", input: { command: "printf '\\033[1mbold\\033[0m\\n1%%\\r99%%\\n'; exit 2" } },
    { call: "run_shell_command", input: { command: "head -c 5000 /dev/zero" } },
  ]]);
  assertEquals(results, ["(no output)", "bold\n99%\nExit code: 2", "(binary output, 5000 bytes, not shown)"]);
});

Deno.test("the working folder follows cd from command to command", async () => {
  const { results } = await agentRun((root) => [
    [{ call: "run_shell_command", input: { command: "cd src" } }],
    [{ call: "run_shell_command", input: { command: "ls" } }],
    [{ call: "run_shell_command", input: { command: "cd .. && pwd" } }],
    [{ call: "run_shell_command", input: { command: `test "$PWD" = ${root} && echo back` } }],
  ], { files: { "src/only.txt": "x" } });
  assertEquals(results[0], "Working folder: src");
  assertEquals(results[1], "only.txt");
  assertStringIncludes(results[2], "Working folder: .");
  assertEquals(results[3], "back");
});

Deno.test("programs that ask for an editor or for input end at once", async () => {
  const { results } = await agentRun(() => [[
    {
      call: "run_shell_command",
      input: { command: "git init -q . && git commit -q --allow-empty --amend; cat; echo done" },
    },
    {
      call: "run_shell_command",
      input: { command: 'echo "$TERM $NO_COLOR $CI $GIT_EDITOR $GIT_TERMINAL_PROMPT $PAGER"' },
    },
  ]]);
  assertStringIncludes(results[0], "done");
  assertEquals(results[1], "dumb 1 1 true 0 cat");
});

Deno.test("task_output waits, returns only news, and the end of a background command is announced", async () => {
  const { requests } = await agentRun(() => [
    [{
      call: "run_shell_command",
      input: { command: "echo first; sleep 0.3; echo second; exit 5", is_background: true },
    }],
    [{ call: "task_output", input: { task_id: "shell_1", wait_ms: "20000" } }],
    [{ call: "task_output", input: { task_id: "shell_1" } }],
    [{ call: "run_shell_command", input: { command: "exit 6", is_background: true } }],
    [{ call: "run_shell_command", input: { command: "sleep 0.5" } }],
    "Done.",
  ]);
  const results = toolResults(requests.at(-1));
  assertStringIncludes(results[1], "first\nsecond\n");
  assertStringIncludes(results[1], "ended with exit code 5");
  assertStringIncludes(results[2], "(no new output)\nState: ended with exit code 5");
  const notes = requests.flatMap(({ body }) => body.messages)
    .filter(({ role, content }: { role: string; content: unknown }) =>
      role === "user" && typeof content === "string" && content.includes("shell_2")
    );
  assert(notes.length > 0, "The end of shell_2 was not announced");
  assertStringIncludes(notes[0].content, "ended with exit code 6");
});

Deno.test({
  name: "a failure for lack of network says so, and which hosts are reached",
  ignore: !HAS_SANDBOX,
  fn: async (): Promise<void> => {
    const command = "exec 3<>/dev/tcp/packages.example/80 && echo connected";
    const calls = (): Step[][] => [[{ call: "run_shell_command", input: { command } }]];
    const none = await agentRun(calls);
    assertStringIncludes(none.results[0], "Commands have no network in this run");
    assertStringIncludes(none.requests[0].body.messages[0].content, "They have no network");
    const some = await agentRun(calls, {
      args: ["--approval-mode", "yolo", "--output-format", "json", "--allow-net=mirror.example"],
    });
    assertStringIncludes(some.results[0], "Commands reach only mirror.example in this run");
    assertStringIncludes(some.requests[0].body.messages[0].content, "They reach only these hosts: mirror.example.");
  },
});

Deno.test("programs that wait for a person end by themselves", async () => {
  const commands = [
    "git init -q r && cd r && git -c user.name=T -c user.email=t@example.com commit -q --allow-empty -m a && " +
    "git -c user.name=T -c user.email=t@example.com rebase -i --root --exec true 2>&1; cd ..; echo ended",
    "read -r name; echo got:$name",
    "cat; python3 -c 'input()' 2>&1 | tail -n 1; echo ended",
  ];
  const { results } = await agentRun(() => [
    commands.map((command) => ({ call: "run_shell_command", input: { command, timeout: 60_000 } })),
  ]);
  for (const text of results) assert(!text.includes("timed out"), text);
  assertStringIncludes(results[0], "ended");
  assertStringIncludes(results[1], "got:");
  assertStringIncludes(results[2], "ended");
});
