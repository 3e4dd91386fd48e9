import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import type { ShellRequest, ShellRun } from "../../../lib/model/ports.ts";
import { endEscapees } from "../../../lib/sandbox/escapees.ts";
import { hasMembers } from "../../../lib/sandbox/process_group.ts";
import { StandIns } from "../../../lib/sandbox/stand_ins.ts";
import { ProcessShell } from "../../../lib/sandbox/process_shell.ts";

const NEVER = new AbortController().signal;

function request(command: string, more: Partial<ShellRequest> = {}): ShellRequest {
  return { command, cwd: Deno.cwd(), timeoutMs: 10_000, signal: NEVER, ...more };
}

async function textOf(run: ShellRun): Promise<string> {
  let text = "";
  for await (const { bytes } of run.output) text += new TextDecoder().decode(bytes);
  return text;
}

Deno.test("ProcessShell gives output by channel and the exit code", async () => {
  const run = new ProcessShell({ runId: "r" }).run(request("echo out; echo err >&2; exit 3"));
  const seen: Record<string, string> = { stdout: "", stderr: "" };
  for await (const { channel, bytes } of run.output) seen[channel] += new TextDecoder().decode(bytes);
  assertEquals(seen, { stdout: "out\n", stderr: "err\n" });
  assertEquals(await run.status, { code: 3, signal: null, timedOut: false });
});

Deno.test("ProcessShell gives children a clean environment and no input", async () => {
  const env = { PATH: Deno.env.get("PATH") ?? "", LC_ALL: "C", OPENAI_API_KEY: "secret", MINE: "m", LD_PRELOAD: "" };
  const shell = new ProcessShell({ runId: "run-1", env, passEnv: ["MINE"] });
  const lines = (await textOf(shell.run(request("cat; env")))).trim().split("\n");
  assertEquals(lines.map((line) => line.split("=")[0]).sort(), [
    ...["GIT_PAGER", "GIT_TERMINAL_PROMPT", "LC_ALL", "MINE", "PAGER", "PATH", "PWD", "QWEN_CODE", "QWEN_RUN_ID"],
    ...["SHLVL", "_"],
  ]);
  assert(lines.includes("QWEN_RUN_ID=run-1"));
});

Deno.test("ProcessShell ends a command that ignores SIGTERM when its time is over", async () => {
  const run = new ProcessShell({ runId: "r" }).run(
    request("trap '' TERM; echo on; while :; do sleep 0.05; done", { timeoutMs: 100 }),
  );
  assertEquals(await textOf(run), "on\n");
  assertEquals(await run.status, { code: null, signal: "SIGKILL", timedOut: true });
  assertEquals(await hasMembers(run.pid), false);
});

Deno.test("ProcessShell does not wait for a grandchild that holds the pipes, and ends it", async () => {
  const started = performance.now();
  const run = new ProcessShell({ runId: "r" }).run(request("sleep 30 & nohup sleep 30 & echo done"));
  assertStringIncludes(await textOf(run), "done\n");
  assertEquals((await run.status).code, 0);
  assert(performance.now() - started < 2000);
  assertEquals(await hasMembers(run.pid), false);
});

Deno.test("ProcessShell lets what a background command left run on until it is stopped", async () => {
  const run = new ProcessShell({ runId: "r" }).run(request("sleep 30 & echo started", { background: true }));
  const first = await run.output[Symbol.asyncIterator]().next();
  assertEquals(new TextDecoder().decode(first.value?.bytes), "started\n");
  await run.status;
  assertEquals(await hasMembers(run.pid), true);
  await run.stop();
  assertEquals(await hasMembers(run.pid), false);
});

Deno.test("ProcessShell stops the whole group when the turn is aborted", async () => {
  const controller = new AbortController();
  const run = new ProcessShell({ runId: "r" }).run(
    request("echo on; sleep 30 | sleep 30", { signal: controller.signal }),
  );
  for await (const _ of run.output) controller.abort();
  assertEquals((await run.status).signal, "SIGTERM");
  assertEquals(await hasMembers(run.pid), false);
});

Deno.test("ProcessShell makes a flood wait for its reader and loses nothing of it", async () => {
  const run = new ProcessShell({ runId: "r" }).run(request("head -c 20000000 /dev/zero; echo; echo end"));
  let bytes = 0;
  let tail = "";
  for await (const chunk of run.output) {
    bytes += chunk.bytes.length;
    tail = (tail + new TextDecoder().decode(chunk.bytes.subarray(-10))).slice(-4);
  }
  assertEquals([bytes, tail], [20_000_005, "end\n"]);
});

Deno.test("ProcessShell says why a command cannot start", () => {
  const shell = new ProcessShell({ runId: "r" });
  assertThrows(() => shell.run(request("ls", { cwd: "/no/such/folder" })), QwenError, "/no/such/folder");
  assertThrows(() => shell.run(request("ls", { signal: AbortSignal.abort(new Error("gone")) })), Error, "gone");
});

Deno.test("ProcessShell hands the command to what wraps it", async () => {
  const shell = new ProcessShell({
    runId: "r",
    confinement: {
      isTight: false,
      ready: () => Promise.resolve(),
      wrap: (argv) => ["env", "WRAPPED=1", ...argv],
      standIns: new StandIns(() => []),
      close: () => Promise.resolve(),
    },
  });
  assertThrows(() => shell.run(request("true")), QwenError, "before its confinement was proved");
  await shell.ready();
  assertEquals(await textOf(shell.run(request("echo $WRAPPED"))), "1\n");
});

Deno.test("ProcessShell.close ends every group that is left", async () => {
  const runId = crypto.randomUUID();
  const shell = new ProcessShell({ runId });
  const run = shell.run(request("setsid sleep 30 & echo $!; sleep 30", { background: true }));
  const output = textOf(run);
  while (!(await Deno.readTextFile(`/proc/${run.pid}/task/${run.pid}/children`)).includes(" ")) { /* It starts. */ }
  await shell.close();
  await output;
  assertEquals(await hasMembers(run.pid), false);
  assertEquals(await endEscapees(runId), 0);
});
