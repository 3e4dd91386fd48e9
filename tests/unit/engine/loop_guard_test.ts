import { assertEquals } from "@std/assert";
import { LoopGuard } from "../../../lib/engine/loop_guard.ts";
import type { ToolCall } from "../../../lib/model/content.ts";

function calls(...inputs: number[]): ToolCall[] {
  return inputs.map((n, index) => ({ kind: "tool_call", callId: `${index}`, tool: "glob", input: { n } }));
}

Deno.test("LoopGuard stops the fifth answer in a row that asks for the very same", () => {
  const guard = new LoopGuard();
  const codes = Array.from({ length: 5 }, () => guard.watch(calls(1, 2))?.code ?? null);
  assertEquals(codes, [null, null, null, null, "loop_detected"]);
});

Deno.test("LoopGuard lets a model go on that asks for something else in between", () => {
  const guard = new LoopGuard();
  for (let round = 0; round < 4; round++) assertEquals(guard.watch(calls(1)), null);
  assertEquals(guard.watch(calls(2)), null);
  for (let round = 0; round < 4; round++) assertEquals(guard.watch(calls(1)), null);
});
