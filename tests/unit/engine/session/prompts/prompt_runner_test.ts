import { assertEquals } from "@std/assert";
import type { Message, Part } from "../../../../../lib/model/content.ts";
import type { Tool } from "../../../../../lib/model/ports.ts";
import { ECHO, SessionBench } from "../../../../support/session_bench.ts";

const ASKED: Message = { id: "1", role: "user", parts: [{ kind: "text", text: "hi" }] };
const CALLED: Message = {
  id: "2",
  role: "assistant",
  parts: [{ kind: "tool_call", callId: "call_0", tool: "echo", input: {} }],
};

function answer(callId: string): Message {
  const parts: Part[] = [{ kind: "tool_result", callId, tool: "echo", output: [], isError: false }];
  return { id: `to-${callId}`, role: "tool", parts };
}

Deno.test("a conversation that comes with a prompt gets a result for every call, and none without a call", async () => {
  await using bench = new SessionBench(["ok"]);
  const history = [ASKED, CALLED, answer("nobody")];
  const content = [{ kind: "text" as const, text: "go" }];
  bench.send({ type: "prompt", content, promptId: null, messageId: null, options: { literal: true, history } });
  await bench.when("turn.completed");
  const lost = "[Operation Cancelled] Reason: The session ended before this call had a result.";
  assertEquals(bench.lastMessages(4), ["user: hi", "assistant: ", `tool: ${lost}`, "user: go"]);
});

Deno.test("a call of a resumed conversation does not share its id with a new one", async () => {
  const steps = [{ calls: [{ tool: "echo", input: { text: "new" }, id: "call_0" }] }];
  await using bench = new SessionBench(steps, { store: { history: [ASKED, CALLED, answer("call_0")] } });
  await bench.ask("go");
  const ids = bench.provider.requests.at(-1)?.messages.flatMap(({ parts }) =>
    parts.flatMap((part) => part.kind === "tool_call" || part.kind === "tool_result" ? [part.callId] : [])
  );
  assertEquals(ids, ["call_0", "call_0", "call_0__qwen_dup_2", "call_0__qwen_dup_2"]);
});

Deno.test("files count as unread once a prompt brings a conversation of its own", async () => {
  const sizes: number[] = [];
  const reader: Tool = {
    ...ECHO,
    run(input, context): ReturnType<Tool["run"]> {
      sizes.push(context.memory.seen.size);
      context.memory.seen.set("/ws/a", { mtimeMs: 1, size: 1, whole: true });
      return ECHO.run(input, context);
    },
  };
  const read = { calls: [{ tool: "echo", input: {} }] };
  await using bench = new SessionBench([read, "one", read, "two"], { tools: { list: [reader] } });
  await bench.ask("read");
  const content = [{ kind: "text" as const, text: "read again" }];
  const options = { literal: true, history: [ASKED] };
  const id = bench.send({ type: "prompt", content, promptId: null, messageId: null, options });
  await bench.when("turn.completed", (event) => event.cause === id);
  assertEquals(sizes, [0, 0]);
});
