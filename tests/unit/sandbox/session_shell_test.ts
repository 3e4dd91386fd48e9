import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { fail, QwenError } from "../../../lib/model/problem.ts";
import type { ShellRequest, ShellRun } from "../../../lib/model/ports.ts";
import { hasMembers } from "../../../lib/sandbox/process_group.ts";
import { SessionShell, type SessionShellOptions } from "../../../lib/sandbox/session_shell.ts";
import { StandIns } from "../../../lib/sandbox/stand_ins.ts";

function walls(told: string[], ready: () => Promise<void> = () => Promise.resolve()): SessionShellOptions {
  const confinement: SessionShellOptions["confinement"] = {
    isTight: false,
    ready: () => {
      told.push("proved");
      return ready();
    },
    wrap: (argv) => argv,
    standIns: new StandIns(() => []),
    close: () => {
      told.push("closed");
      return Promise.resolve();
    },
  };
  return { runId: crypto.randomUUID(), confinement };
}

function request(command: string, more: Partial<ShellRequest> = {}): ShellRequest {
  return { command, cwd: Deno.cwd(), timeoutMs: 10_000, signal: new AbortController().signal, ...more };
}

async function textOf(run: ShellRun): Promise<string> {
  let text = "";
  for await (const { bytes } of run.output) text += new TextDecoder().decode(bytes);
  return text;
}

Deno.test("SessionShell runs no command before its walls were proved", async () => {
  const told: string[] = [];
  const shell = new SessionShell(walls(told));
  assertThrows(() => shell.run(request("true")), QwenError, "before its confinement was proved");
  await Promise.all([shell.ready(), shell.ready()]);
  assertEquals(await textOf(shell.run(request("echo $((6 * 7))"))), "42\n");
  await shell.close();
  assertEquals(told, ["proved", "proved", "closed"]);
});

Deno.test("SessionShell runs no command where walls are wanted and cannot be had", async () => {
  const shell = new SessionShell(walls([], () => Promise.reject(fail("sandbox_unavailable", "no walls"))));
  await assertRejects(() => shell.ready(), QwenError, "no walls");
  assertThrows(() => shell.run(request("true")), QwenError, "before its confinement was proved");
  await shell.close();
});

Deno.test("SessionShell takes its walls down, whether a command was run or not", async () => {
  const told: string[] = [];
  const shell = new SessionShell(walls(told));
  shell.kill();
  await shell.close();
  assertEquals(told, ["closed"]);
});

Deno.test("SessionShell proves no walls that were taken down while it was loaded", async () => {
  const told: string[] = [];
  const shell = new SessionShell(walls(told));
  const ready = assertRejects(() => shell.ready(), QwenError, "the session is over");
  await shell.close();
  await ready;
  assertThrows(() => shell.run(request("true")), QwenError, "before its confinement was proved");
  assertEquals(told, ["closed"]);
});

Deno.test("SessionShell ends what still runs, at once and at its end", async () => {
  const shell = new SessionShell(walls([]));
  await shell.ready();
  const [one, other] = ["sleep 30", "sleep 31"].map((command) => shell.run(request(command, { background: true })));
  const outputs = [one, other].map(textOf);
  shell.kill();
  assertEquals((await one.status).signal, "SIGKILL");
  await shell.close();
  await Promise.all(outputs);
  assertEquals(await Promise.all([hasMembers(one.pid), hasMembers(other.pid)]), [false, false]);
});
