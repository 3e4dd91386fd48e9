import { withProc } from "../../../support/proc.ts";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Shell, ToolContext } from "../../../../lib/model/ports.ts";
import { textOf } from "../../../../lib/model/content.ts";
import { QwenError } from "../../../../lib/model/problem.ts";
import { runShellCommand } from "../../../../lib/tools/shell/run_shell_command.ts";
import { taskOutput } from "../../../../lib/tools/shell/task_output.ts";
import { taskStop } from "../../../../lib/tools/shell/task_stop.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

Deno.test("runShellCommand gives a short result without empty fields", async () => {
  await using bench = await ToolBench.open();
  const { outcome, progress } = await bench.call(runShellCommand, { command: "echo made" });
  assertEquals(outcome, {
    output: [{ kind: "text", text: "made" }],
    display: { kind: "text", text: "made" },
    isError: false,
    data: { stdout: "made\n", stderr: "", interrupted: false, exitCode: 0, signal: null },
  });
  assertEquals(progress, [{ kind: "output", text: "made\n", channel: "stdout" }]);
  const empty = await bench.call(runShellCommand, { command: "true" });
  assertEquals([empty.text, empty.outcome.display], ["(no output)", undefined]);
  const failed = await bench.call(runShellCommand, { command: "exit 4" });
  assertEquals(failed.text, "Exit code: 4");
  assertEquals(failed.outcome.display, { kind: "text", text: "Command exited with code: 4" });
});

Deno.test("runShellCommand keeps head and tail of a long output", async () => {
  await using bench = await ToolBench.open();
  const { text, progress } = await bench.call(runShellCommand, { command: "seq 1 1000000" });
  assert(text.length < 31_000);
  assertStringIncludes(text, "1\n2\n3\n");
  assertStringIncludes(text, "characters left out ...]");
  assertStringIncludes(text, "\n999999\n1000000\n");
  assert(progress.some((step) => step.kind === "status"));
});

Deno.test("runShellCommand ends a command after its timeout and says so", async () => {
  await using bench = await ToolBench.open();
  const { outcome, text } = await bench.call(runShellCommand, { command: "echo a; sleep 30", timeout: 200 });
  assertStringIncludes(text, "Command timed out after 200ms");
  assertEquals([outcome.isError, outcome.data?.interrupted, outcome.data?.stdout], [true, true, "a\n"]);
  await assertRejects(() => bench.call(runShellCommand, { command: "ls", timeout: 600_001 }), QwenError, "timeout");
  await assertRejects(() => bench.call(runShellCommand, { command: " " }), QwenError, "empty");
  await assertRejects(() => bench.call(runShellCommand, { command: "ls", directory: "/etc" }), QwenError, "outside");
});

Deno.test("runShellCommand throws the reason of an abort", async () => {
  await using bench = await ToolBench.open();
  const controller = new AbortController();
  bench.signal = controller.signal;
  const steps = runShellCommand.run({ command: "echo on; sleep 30" }, bench.context());
  await steps.next();
  controller.abort(new Error("interrupted"));
  await assertRejects(() => steps.next(), Error, "interrupted");
});

Deno.test("runShellCommand starts nothing when it was cancelled before the shell was ready", async () => {
  await using bench = await ToolBench.open();
  for (const is_background of [false, true]) {
    const controller = new AbortController();
    const ready = Promise.withResolvers<void>();
    const shell: Shell = { ready: () => ready.promise, run: (request) => bench.shell.run(request) };
    const context: ToolContext = { ...bench.context(), shell, signal: controller.signal };
    const step = runShellCommand.run({ command: `touch ${bench.path("made")}`, is_background }, context).next();
    controller.abort(new Error("interrupted"));
    ready.resolve();
    await assertRejects(() => step, Error, "interrupted");
  }
  assertEquals(bench.memory.jobs.size, 0);
});

Deno.test("runShellCommand starts background commands and keeps their output", async () => {
  await using bench = await ToolBench.open();
  const { outcome } = await bench.call(runShellCommand, { command: "echo up; sleep 30", is_background: true });
  assertEquals(outcome.data?.backgroundTaskId, "shell_1");
  const job = bench.memory.jobs.get("shell_1");
  assert(job);
  while (job.output() === "") await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals(
    await bench.text(taskOutput, { task_id: "shell_1" }),
    "up\nState: running",
  );
  assertEquals(await bench.text(taskStop, { task_id: "shell_1" }), "Stopped the background task shell_1.");
  while (job.isRunning) await new Promise((resolve) => setTimeout(resolve, 5));
  await assertRejects(() => bench.call(taskStop, { task_id: "x" }), QwenError, "Known: shell_1.");
});

Deno.test("runShellCommand forgets background commands that ended long ago, and none that runs", async () => {
  await using bench = await ToolBench.open();
  await bench.call(runShellCommand, { command: "sleep 60", is_background: true });
  const { jobs } = bench.memory;
  for (let count = 2; count <= 70; count++) {
    await bench.call(runShellCommand, { command: ":", is_background: true });
    while (jobs.get(`shell_${count}`)?.isRunning) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assertEquals([jobs.size, jobs.has("shell_1"), jobs.has("shell_7"), jobs.has("shell_8"), jobs.has("shell_70")], [
    ...[64, true, false, true, true],
  ]);
});

Deno.test("runShellCommand cleans colours and overwritten lines, and names binary output", async () => {
  await using bench = await ToolBench.open();
  const command = "printf '\\033[31mred\\033[0m\\n10%%\\r100%%\\n'";
  assertEquals(await bench.text(runShellCommand, { command }), "red\n100%");
  const binary = await bench.text(runShellCommand, { command: "head -c 3000 /dev/zero" });
  assertEquals(binary, "(binary output, 3000 bytes, not shown)");
});

Deno.test("runShellCommand starts where the last command has gone, and returns from outside", async () => {
  await using bench = await ToolBench.open({ "src/a.txt": "" });
  assertEquals(await bench.text(runShellCommand, { command: "cd src" }), "Working folder: src");
  assertEquals(await bench.text(runShellCommand, { command: "ls; exit 3" }), "a.txt\nExit code: 3");
  const outside = await bench.text(runShellCommand, { command: "cd /etc && pwd" });
  assertStringIncludes(outside, "/etc is outside the workspace");
  assertEquals(bench.memory.shellCwd, undefined);
});

Deno.test(withProc("runShellCommand has no terminal: nothing waits for an editor or for input", async () => {
  await using bench = await ToolBench.open();
  const command = 'echo "$TERM $NO_COLOR $CI $GIT_EDITOR $GIT_TERMINAL_PROMPT $PAGER"; cat; readlink /proc/self/fd/0';
  assertEquals(await bench.text(runShellCommand, { command }), "dumb 1 1 true 0 cat\n/dev/null");
}));

Deno.test("runShellCommand says that a failure is for lack of a network", async () => {
  await using bench = await ToolBench.open();
  const text = async (command: string, hosts: "all" | string[]): Promise<string> => {
    const steps = runShellCommand.run({ command, timeout: 300 }, { ...bench.context(), hosts });
    for (;;) {
      const step = await steps.next();
      if (step.done) return textOf(step.value.output);
    }
  };
  const failing = "echo 'curl: (6) Could not resolve host: example.org' >&2; exit 6";
  assertStringIncludes(await text(failing, []), "no network in this run");
  assertStringIncludes(await text(failing, ["a.example", "b.example"]), "reach only a.example, b.example in this run");
  assert(!(await text(failing, "all")).includes("in this run"));
  const refused = "echo 'curl: (56) CONNECT tunnel failed, response 403' >&2; exit 56";
  assertStringIncludes(await text(refused, ["a.example"]), "reach only a.example in this run");
  const waiting = "npm() { sleep 9; }; npm install";
  const late = await text(waiting, []);
  assertStringIncludes(late, "no network in this run");
  assert(!late.includes("Give a larger timeout"));
  assertStringIncludes(await text(waiting, "all"), "Give a larger timeout");
});

Deno.test("taskOutput waits for the end, returns only news and names the exit code", async () => {
  await using bench = await ToolBench.open();
  await bench.call(runShellCommand, { command: "echo one; read -t 9 < /dev/null; exit 7", is_background: true });
  const job = bench.memory.jobs.get("shell_1");
  await job?.ended;
  const first = await bench.text(taskOutput, { task_id: "shell_1", timeout: 5_000 });
  assertEquals(first, "one\nState: ended with exit code 7");
  assertEquals(await bench.text(taskOutput, { task_id: "shell_1" }), "(no new output)\nState: ended with exit code 7");
});

Deno.test("taskOutput tells how long a silent command has been running, in steps", async () => {
  await using bench = await ToolBench.open();
  const states = [0, 9_000, 12_000, 35_000].map(async (elapsedMs) => {
    const id = `shell_${elapsedMs}`;
    const job = {
      id,
      command: "",
      pid: 1,
      isRunning: true,
      elapsedMs,
      output: () => "",
      stop: () => Promise.resolve(),
    };
    bench.memory.jobs.set(id, job);
    return (await bench.text(taskOutput, { task_id: id })).split("\n").at(-1);
  });
  assertEquals(await Promise.all(states), [
    "State: running",
    "State: running",
    "State: running for 10 s",
    "State: running for 30 s",
  ]);
  bench.memory.jobs.clear();
});
