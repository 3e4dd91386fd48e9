import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Shell, ToolContext } from "../../../lib/model/ports.ts";
import { QwenError } from "../../../lib/model/problem.ts";
import { runShellCommand } from "../../../lib/tools/run_shell_command.ts";
import { taskOutput } from "../../../lib/tools/task_output.ts";
import { taskStop } from "../../../lib/tools/task_stop.ts";
import { ToolBench } from "../../support/tool_bench.ts";

const block = (command: string, output: string, code: number): string =>
  `Command: ${command}\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: ${code}\nSignal: (none)\n` +
  "Process Group PGID: (none)";

Deno.test("runShellCommand gives the model a labelled block and people the bare output", async () => {
  await using bench = await ToolBench.open();
  const { outcome, progress } = await bench.call(runShellCommand, { command: "echo made" });
  assertEquals(outcome, {
    output: [{ kind: "text", text: block("echo made", "made", 0) }],
    display: { kind: "text", text: "made" },
    isError: false,
    data: { stdout: "made\n", stderr: "", interrupted: false, exitCode: 0, signal: null },
  });
  assertEquals(progress, [{ kind: "output", text: "made\n", channel: "stdout" }]);
  const empty = await bench.call(runShellCommand, { command: "true" });
  assertEquals([empty.text, empty.outcome.display], [block("true", "(empty)", 0), undefined]);
  const failed = await bench.call(runShellCommand, { command: "exit 4" });
  assertEquals(failed.outcome.display, { kind: "text", text: "Command exited with code: 4" });
});

Deno.test("runShellCommand keeps head and tail of a long output", async () => {
  await using bench = await ToolBench.open();
  const { text, progress } = await bench.call(runShellCommand, { command: "seq 1 1000000" });
  assert(text.length < 31_000);
  assertStringIncludes(text, "Output: 1\n2\n3\n");
  assertStringIncludes(text, "characters left out ...]");
  assertStringIncludes(text, "\n999999\n1000000\nError:");
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
    "Command: echo up; sleep 30\nState: running\nOutput: up",
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
