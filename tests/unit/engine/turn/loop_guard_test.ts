import { assertEquals } from "@std/assert";
import { LoopGuard, type LoopVerdict } from "../../../../lib/engine/turn/loop_guard.ts";
import type { ToolKind } from "../../../../lib/model/ports/access.ts";
import type { JsonObject } from "../../../../lib/model/json.ts";

const KINDS: Record<string, ToolKind> = { glob: "read", edit: "edit", run_shell_command: "exec" };

/** Takes one round with one call. */
function round(
  guard: LoopGuard,
  call: { tool: string; input?: JsonObject; text: string; isError?: boolean },
): LoopVerdict {
  const { tool, input = {}, text, isError = false } = call;
  return guard.watch({
    calls: [{ kind: "tool_call", callId: "c", tool, input }],
    results: [{ kind: "tool_result", callId: "c", tool, output: [{ kind: "text", text }], isError }],
    kindOf: (name) => KINDS[name],
  });
}

function summary({ warnings, stuck }: LoopVerdict): string {
  return stuck ? stuck.code : warnings.size > 0 ? "warned" : "fine";
}

Deno.test("LoopGuard warns at the third identical result and stops at the sixth", () => {
  const guard = new LoopGuard();
  const verdicts = Array.from({ length: 6 }, () => summary(round(guard, { tool: "glob", text: "same" })));
  assertEquals(verdicts, ["fine", "fine", "warned", "warned", "warned", "loop_detected"]);
});

Deno.test("LoopGuard counts repeats with other calls in between", () => {
  const guard = new LoopGuard();
  const verdicts = Array.from({ length: 6 }, (_, n) => {
    round(guard, { tool: "glob", input: { n }, text: "other" });
    return summary(round(guard, { tool: "glob", text: "same" }));
  });
  assertEquals(verdicts.at(-1), "loop_detected");
});

Deno.test("LoopGuard notices commands that take turns without an end", () => {
  const guard = new LoopGuard();
  const verdicts = Array.from({ length: 14 }, (_, n) => {
    const command = n % 2 === 0 ? "make" : "make clean";
    return summary(round(guard, { tool: "run_shell_command", input: { command }, text: "failed" }));
  });
  assertEquals(verdicts.includes("loop_detected"), true);
});

Deno.test("LoopGuard takes a poll with a changed result for progress", () => {
  const guard = new LoopGuard();
  const verdicts = Array.from({ length: 12 }, (_, n) => summary(round(guard, { tool: "glob", text: `line ${n}` })));
  assertEquals(new Set(verdicts), new Set(["fine"]));
});

Deno.test("LoopGuard starts afresh after an edit, but not after one that failed", () => {
  for (const isError of [false, true]) {
    const guard = new LoopGuard();
    const verdicts = Array.from({ length: 6 }, (_, n) => {
      round(guard, { tool: "edit", input: { n }, text: "done", isError });
      return summary(round(guard, { tool: "run_shell_command", text: "1 failed" }));
    });
    assertEquals(verdicts.at(-1), isError ? "loop_detected" : "fine");
  }
});

Deno.test("LoopGuard counts the same call once per round", () => {
  const guard = new LoopGuard();
  const calls = Array.from(
    { length: 8 },
    (_, n) => ({ kind: "tool_call" as const, callId: `${n}`, tool: "glob", input: {} }),
  );
  const results = calls.map(({ callId, tool }) => ({
    kind: "tool_result" as const,
    callId,
    tool,
    output: [],
    isError: false,
  }));
  assertEquals(summary(guard.watch({ calls, results, kindOf: () => "read" })), "fine");
});
