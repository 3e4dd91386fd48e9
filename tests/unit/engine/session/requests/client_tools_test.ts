import { assertEquals } from "@std/assert";
import { ClientTools } from "../../../../../lib/engine/session/requests/client_tools.ts";
import type { ClientToolResult } from "../../../../../lib/model/command.ts";
import type { ToolCall } from "../../../../../lib/model/content.ts";
import { SessionBench } from "../../../../support/session_bench.ts";

const CALLS: ToolCall[] = ["a", "b"].map((callId) => ({ kind: "tool_call", callId, tool: "theirs", input: {} }));

function resultOf(callId: string): ClientToolResult {
  return { callId, output: [{ kind: "text", text: callId }], isError: false };
}

Deno.test("ClientTools waits until each call has its result", async () => {
  const tools = new ClientTools();
  const waiting = tools.wait(CALLS, new AbortController().signal);
  assertEquals([tools.take([resultOf("b")]), tools.isWaiting], [null, true]);
  assertEquals([tools.take([resultOf("a")]), tools.isWaiting], [null, false]);
  assertEquals(await waiting, [resultOf("b"), resultOf("a")]);
});

Deno.test("ClientTools refuses a second result of one call, be it in the same line", async () => {
  const tools = new ClientTools();
  const waiting = tools.wait(CALLS, new AbortController().signal);
  assertEquals(tools.take([resultOf("a"), resultOf("a"), resultOf("b")])?.detail, "unknown_tool_call");
  assertEquals([tools.take([resultOf("a")]), tools.take([resultOf("a")])?.detail], [null, "unknown_tool_call"]);
  assertEquals(tools.take([resultOf("b")]), null);
  assertEquals(await waiting, [resultOf("a"), resultOf("b")]);
});

Deno.test("ClientTools gives what has come when it is aborted", async () => {
  const tools = new ClientTools();
  const abort = new AbortController();
  const waiting = tools.wait(CALLS, abort.signal);
  tools.take([resultOf("a")]);
  abort.abort();
  assertEquals([await waiting, tools.isWaiting], [[resultOf("a")], false]);
  assertEquals(await tools.wait(CALLS, abort.signal), []);
});

Deno.test("a turn that is cancelled while the client runs tools keeps the results that were there", async () => {
  await using bench = new SessionBench([{
    calls: [
      { tool: "echo", input: { text: "ran" }, id: "own" },
      { tool: "theirs", input: {}, id: "given" },
      { tool: "theirs", input: {}, id: "missing" },
    ],
  }]);
  const content = [{ kind: "text" as const, text: "go" }];
  const clientTools = [{ name: "theirs", description: "", input: {} }];
  bench.send({ type: "prompt", content, promptId: null, messageId: null, options: { literal: true, clientTools } });
  await bench.when("turn.paused");
  bench.send({ type: "tool_response", promptId: null, results: [resultOf("given")] });
  bench.send({ type: "interrupt", promptId: null });
  await bench.when("turn.completed");
  await bench.ask("next");
  const lost = "[Operation Cancelled] Reason: The turn ended before this call was answered.";
  assertEquals(bench.lastMessages(2), [`tool: ran|given|${lost}`, "user: next"]);
});
