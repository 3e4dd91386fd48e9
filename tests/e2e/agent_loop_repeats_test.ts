import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const ARGS = ["-o", "stream-json", "--yolo", "-p", "go"];

Deno.test("a call that returns the same six times is warned about at the third and ends the run", async () => {
  await using fixture = await Fixture.open({ "a.txt": "a\n" });
  const look = [{ call: "glob", input: { pattern: "*.none" } }];
  await using model = fakeModel([], { otherwise: look });
  const { code, stdout } = await runQwen(ARGS, { fixture, env: model.env });
  assertEquals([code, linesOf(stdout).at(-1).error.code, model.requests.length], [1, "loop_detected", 6]);
  const told = model.requests.map(({ body }) => /same result 3 times/.test(JSON.stringify(body.messages.at(-1))));
  assertEquals(told, [false, false, false, true, false, false]);
});

Deno.test("polling that makes progress is no loop", async () => {
  await using fixture = await Fixture.open({ "count": "" });
  const poll = [{
    call: "run_shell_command",
    input: { command: "echo x >> count; wc -l < count", is_background: false },
  }];
  await using model = fakeModel([...Array(8).fill(poll), "Ready."]);
  const { code, stdout } = await runQwen(ARGS, { fixture, env: model.env });
  assertEquals([code, linesOf(stdout).at(-1).result], [0, "Ready."]);
});

Deno.test("the same poll of a background command whose output moves on is no loop", async () => {
  await using fixture = await Fixture.open();
  const command = "for i in 1 2 3 4 5 6 7 8; do until [ -e go_$i ]; do sleep 0.05; done; echo step $i; done";
  const poll = (n: number): Step[] => [
    { call: "run_shell_command", input: { command: `touch go_${n}; sleep 0.3`, is_background: false } },
    { call: "task_output", input: { task_id: "shell_1" } },
  ];
  await using model = fakeModel([
    [{ call: "run_shell_command", input: { command, is_background: true } }],
    ...Array.from({ length: 8 }, (_, n) => poll(n + 1)),
    [{ call: "task_output", input: { task_id: "shell_1", wait_ms: 20_000 } }],
    "Ready.",
  ]);
  const { code, stdout } = await runQwen(ARGS, { fixture, env: model.env });
  assertEquals([code, linesOf(stdout).at(-1).result], [0, "Ready."]);
  const results = model.requests.at(-1)?.body.messages.filter((message: { role: string }) => message.role === "tool")
    .map((message: { content: string }) => message.content).join("\n");
  for (let n = 1; n <= 8; n++) assertEquals(results.split(`step ${n}\n`).length, 2, `step ${n} comes once`);
  assertMatch(results, /ended with exit code 0/);
});

Deno.test("open todos are repeated every few rounds", async () => {
  await using fixture = await Fixture.open();
  const todos = [
    { id: "1", content: "Read the log", status: "completed" },
    { id: "2", content: "Mend the parser", status: "pending" },
  ];
  const work = Array.from({ length: 6 }, (_, n) => [{ call: "glob", input: { pattern: `*.${n}` } }]);
  await using model = fakeModel([[{ call: "todo_write", input: { todos } }], ...work, "Done."]);
  await runQwen(ARGS, { fixture, env: model.env });
  const told = model.requests.map(({ body }) => /Your open todos/.test(JSON.stringify(body.messages.at(-1).content)));
  assertEquals(told.filter((isTold) => isTold).length, 1);
  const text = JSON.stringify(model.requests[told.indexOf(true)].body.messages.at(-1).content);
  assertMatch(text, /- Mend the parser/);
  assertEquals(text.includes("Read the log"), false);
});
