import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { fail, QwenError } from "../../../../lib/model/problem.ts";
import type { ShellRequest, ShellRun } from "../../../../lib/model/ports.ts";
import { endOrphans } from "../../../../lib/sandbox/process/processes/orphaned_processes.ts";
import { hasMembers } from "../../../../lib/sandbox/process/processes/process_group.ts";
import { MountPlaceholders } from "../../../../lib/sandbox/process/mounts/mount_placeholders.ts";
import { ProcessShell, type ProcessShellOptions } from "../../../../lib/sandbox/process/process_shell.ts";
import { procPath, withProc } from "../../../support/proc.ts";

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
    ...["CI", "GIT_EDITOR", "GIT_PAGER", "GIT_TERMINAL_PROMPT", "LC_ALL", "MINE", "NO_COLOR", "PAGER", "PATH", "PWD"],
    ...["QWEN_CODE", "QWEN_RUN_ID", "SHLVL", "TERM", "_"],
  ]);
  assert(lines.includes("QWEN_RUN_ID=run-1"));
});

Deno.test("ProcessShell opens the network for commands that may use it, and for no read-only ones", async () => {
  let opened = 0;
  const network = {
    environment: { HTTP_PROXY: "http://proxy.test" },
    open: () => Promise.resolve(void opened++),
    close: () => Promise.resolve(),
  };
  const shell = new ProcessShell({ runId: "run-1", network });
  await shell.ready("read-only");
  assertEquals([await textOf(shell.run(request("echo $HTTP_PROXY", { profile: "read-only" }))), opened], ["\n", 0]);
  await shell.ready("workspace");
  assertEquals([await textOf(shell.run(request("echo $HTTP_PROXY"))), opened], ["http://proxy.test\n", 1]);
  await shell.close();
});

Deno.test("ProcessShell ends a command that ignores SIGTERM when its time is over", async () => {
  const run = new ProcessShell({ runId: "r" }).run(
    request("trap '' TERM; echo on; while :; do sleep 0.05; done", { timeoutMs: 2_000 }),
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

/** A sandbox that wraps commands in `env` and notes what is called. */
function wrapping(calls: string[], ready: () => Promise<void> = () => Promise.resolve()): ProcessShellOptions {
  return {
    runId: crypto.randomUUID(),
    confinement: {
      containsProcesses: false,
      namespaces: null,
      hostPath: (path) => path,
      ready: () => {
        calls.push("ready");
        return ready();
      },
      wrap: (argv) => ["env", "WRAPPED=1", ...argv],
      placeholders: new MountPlaceholders({ guarded: () => [] }),
      close: () => {
        calls.push("close");
        return Promise.resolve();
      },
    },
  };
}

Deno.test("ProcessShell runs commands in the sandbox, and none before it is verified", async () => {
  const calls: string[] = [];
  const shell = new ProcessShell(wrapping(calls));
  assertThrows(() => shell.run(request("true")), QwenError, "before its sandbox is verified");
  await Promise.all([shell.ready(), shell.ready()]);
  assertEquals(await textOf(shell.run(request("echo $WRAPPED"))), "1\n");
  await shell.close();
  assertEquals(calls, ["ready", "ready", "close"]);
});

Deno.test("ProcessShell runs no command where the sandbox is required and unavailable", async () => {
  const shell = new ProcessShell(wrapping([], () => Promise.reject(fail("sandbox_unavailable", "no sandbox"))));
  await assertRejects(() => shell.ready(), QwenError, "no sandbox");
  assertThrows(() => shell.run(request("true")), QwenError, "before its sandbox is verified");
  await shell.close();
});

Deno.test("ProcessShell closes the sandbox even if no command was run", async () => {
  const calls: string[] = [];
  const shell = new ProcessShell(wrapping(calls));
  shell.kill();
  await shell.close();
  assertEquals(calls, ["close"]);
});

Deno.test("ProcessShell runs no command after close, also when it was closed during the probe", async () => {
  const probing = Promise.withResolvers<void>();
  const shell = new ProcessShell(wrapping([], () => probing.promise));
  const ready = assertRejects(() => shell.ready(), QwenError, "the session is over");
  await shell.close();
  probing.resolve();
  await ready;
  await assertRejects(() => shell.ready(), QwenError, "the session is over");
  assertThrows(() => shell.run(request("true")), QwenError, "the session is over");
});

Deno.test("ProcessShell.kill ends running commands at once", async () => {
  const shell = new ProcessShell(wrapping([]));
  await shell.ready();
  const runs = ["sleep 30", "sleep 31"].map((command) => shell.run(request(command, { background: true })));
  const outputs = runs.map(textOf);
  shell.kill();
  assertEquals((await runs[0].status).signal, "SIGKILL");
  await shell.close();
  await Promise.all(outputs);
  assertEquals(await Promise.all(runs.map(({ pid }) => hasMembers(pid))), [false, false]);
});

Deno.test(withProc("ProcessShell.close ends every group that is left", async () => {
  const runId = crypto.randomUUID();
  const shell = new ProcessShell({ runId });
  const run = shell.run(request("setsid sleep 30 & echo $!; sleep 30", { background: true }));
  const output = textOf(run);
  while (!(await Deno.readTextFile(procPath(`${run.pid}/task/${run.pid}/children`))).includes(" ")) { /* It starts. */ }
  await shell.close();
  await output;
  assertEquals(await hasMembers(run.pid), false);
  assertEquals(await endOrphans(runId), 0);
}));

Deno.test("ProcessShell gives variables that load code to a confined command, and not to what sets up its sandbox", async () => {
  const outside = 'echo "outside ${LD_PRELOAD-nothing} ${TMPDIR-nothing}"; exec "$@"';
  const options = wrapping([]);
  const shell = new ProcessShell({
    ...options,
    env: { PATH: Deno.env.get("PATH") ?? "", LD_PRELOAD: "", LD_LIBRARY_PATH: "/ws/lib", TMPDIR: "/elsewhere" },
    passEnv: ["LD_PRELOAD", "LD_LIBRARY_PATH"],
    confinement: {
      ...options.confinement as NonNullable<ProcessShellOptions["confinement"]>,
      containsProcesses: true,
      wrap: (argv) => ["sh", "-c", outside, "sh", ...argv],
    },
  });
  await shell.ready();
  let text = "";
  const run = shell.run(request('echo "inside ${LD_PRELOAD-nothing} $LD_LIBRARY_PATH ${TMPDIR-nothing}"'));
  for await (const { bytes } of run.output) text += new TextDecoder().decode(bytes);
  assertEquals(text, "outside nothing nothing\ninside  /ws/lib nothing\n");
  await run.status;
  await shell.close();
});
