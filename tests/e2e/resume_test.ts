import { assertEquals } from "@std/assert";
import { fakeModel, type ReceivedRequest, type Reply } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";

const KILLS = 12;

/** Three rounds of two tool calls, then the end; a later prompt is answered at once. */
function answer(request: ReceivedRequest): Reply {
  const { messages } = request.body;
  const results = messages.filter((message: { role: string }) => message.role === "tool").length;
  if (messages.at(-1).role === "user" && results > 0) return "Resumed.";
  if (results >= 6) return "Done.";
  const text = `round ${results / 2}`;
  return [
    { thinking: "Let me see." },
    { text },
    { call: "list_directory", input: { path: "." } },
    { call: "run_shell_command", input: { command: "echo one" } },
  ];
}

/** What a server would refuse: calls without exactly one result right behind them, results without a call. */
function faultsOf(messages: { role: string; tool_calls?: { id: string }[]; tool_call_id?: string }[]): string[] {
  const faults: string[] = [];
  let open = new Set<string>();
  for (const { role, tool_calls, tool_call_id } of messages) {
    if (role === "tool") {
      if (!open.delete(tool_call_id ?? "")) faults.push(`a result without a call: ${tool_call_id}`);
      continue;
    }
    for (const id of open) faults.push(`a call without a result: ${id}`);
    open = new Set(tool_calls?.map((call) => call.id));
  }
  return [...faults, ...[...open].map((id) => `a call without a result: ${id}`)];
}

Deno.test("a session whose process is killed at any point goes on with a request that servers accept", async () => {
  await using model = fakeModel([], { otherwise: answer });
  await using fixture = await Fixture.open({ "a.txt": "a" });
  const flags = ["--approval-mode", "yolo", "--output-format", "stream-json", "--include-partial-messages"];
  const whole = await runQwen(["-p", "go", ...flags], { fixture, env: model.env });
  const count = linesOf(whole.stdout).length;
  for (let kill = 0; kill < KILLS; kill++) {
    const sessionId = `00000000-0000-4000-8000-${String(kill).padStart(12, "0")}`;
    // With the first line nothing was said yet; from the second one on the prompt is on disk.
    const after = 2 + Math.floor((kill * (count - 2)) / KILLS);
    {
      // Killed at the end of the block.
      await using run = startQwen(["-p", "go", "--session-id", sessionId, ...flags], { fixture, env: model.env });
      await run.until(new RegExp(`(.*\\n){${after}}`));
    }
    const asked = model.requests.length;
    const end = await runQwen(["-p", "go on", "--resume", sessionId, ...flags], { fixture, env: model.env });
    const { body } = model.requests[asked];
    const told = [end.code, faultsOf(body.messages), body.messages.at(-1).content];
    assertEquals(told, [0, [], "go on"], `killed after ${after} of ${count} lines`);
  }
});
