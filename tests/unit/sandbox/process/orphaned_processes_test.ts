import { assertEquals } from "@std/assert";
import type { ShellRequest, ShellRun } from "../../../../lib/model/ports.ts";
import { endOrphans } from "../../../../lib/sandbox/process/processes/orphaned_processes.ts";
import { ProcessShell } from "../../../../lib/sandbox/process/process_shell.ts";

const NEVER = new AbortController().signal;

function request(command: string, more: Partial<ShellRequest> = {}): ShellRequest {
  return { command, cwd: Deno.cwd(), timeoutMs: 10_000, signal: NEVER, ...more };
}

async function textOf(run: ShellRun): Promise<string> {
  let text = "";
  for await (const { bytes } of run.output) text += new TextDecoder().decode(bytes);
  return text;
}

Deno.test("endOrphans ends the processes that left their group and nothing else", async () => {
  const runId = crypto.randomUUID();
  const run = new ProcessShell({ runId }).run(request("setsid sleep 30 >/dev/null 2>&1 & sleep 0.1"));
  await textOf(run);
  assertEquals(await endOrphans(crypto.randomUUID()), 0);
  assertEquals(await endOrphans(runId), 1);
});
