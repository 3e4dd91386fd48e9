import { assertEquals } from "@std/assert";
import { combineResults, readHookAnswer } from "../../../../lib/engine/hooks/hook_answer.ts";
import type { Json } from "../../../../lib/model/json.ts";
import { NO_RESULT } from "../../../../lib/engine/hooks/hooks.ts";

Deno.test("readHookAnswer reads nothing to say", () => {
  assertEquals(readHookAnswer({}), { result: NO_RESULT, message: null });
  assertEquals(readHookAnswer({ async: true, asyncTimeout: 5 }), { result: NO_RESULT, message: null });
});

Deno.test("readHookAnswer reads decisions in all their forms", () => {
  const cases = [
    [{ decision: "block", reason: "no" }, "deny", "no"],
    [{ decision: "approve" }, "allow", null],
    [{ hookSpecificOutput: { permissionDecision: "ask", permissionDecisionReason: "look" } }, "ask", "look"],
    [{ hookSpecificOutput: { permissionDecision: "defer" } }, null, null],
    [{ hookSpecificOutput: { decision: { behavior: "deny", message: "never" } } }, "deny", "never"],
    [{ decision: "approve", hookSpecificOutput: { permissionDecision: "deny" } }, "deny", null],
  ] as const;
  for (const [value, decision, reason] of cases) {
    const answer = readHookAnswer(value);
    assertEquals("result" in answer && [answer.result.decision, answer.result.reason], [decision, reason]);
  }
});

Deno.test("readHookAnswer reads input, context, stop and a message", () => {
  const hookSpecificOutput = { updatedInput: { a: 1 }, additionalContext: "mind", updatedToolOutput: "out" };
  assertEquals(
    readHookAnswer({ continue: false, stopReason: "enough", systemMessage: "hi", hookSpecificOutput }),
    {
      result: {
        ...NO_RESULT,
        replacement: { a: 1 },
        output: "out",
        context: ["mind"],
        stop: "enough",
        own: hookSpecificOutput,
      },
      message: "hi",
    },
  );
});

Deno.test("readHookAnswer names what is wrong with an answer", () => {
  assertEquals(
    ([
      "text",
      [1],
      { decision: "maybe" },
      { continue: "no" },
      { reason: 7 },
      { hookSpecificOutput: "x" },
      { hookSpecificOutput: { updatedInput: [1] } },
      { hookSpecificOutput: { permissionDecision: true } },
    ] as Json[]).map(readHookAnswer),
    [
      { fault: "it is not a JSON object" },
      { fault: "it is not a JSON object" },
      { fault: 'decision is "maybe"' },
      { fault: "continue is neither true nor false" },
      { fault: "reason is not a string" },
      { fault: "hookSpecificOutput is not an object" },
      { fault: "updatedInput is not an object" },
      { fault: "permissionDecision is true" },
    ],
  );
});

Deno.test("combineResults lets a denial win and keeps all context", () => {
  const allow = { ...NO_RESULT, decision: "allow" as const, reason: "fine", context: ["a"], replacement: { x: 1 } };
  const deny = { ...NO_RESULT, decision: "deny" as const, reason: "no", context: ["b"] };
  assertEquals(combineResults([allow, deny, NO_RESULT]), {
    ...NO_RESULT,
    decision: "deny",
    reason: "no",
    context: ["a", "b"],
    replacement: { x: 1 },
  });
});
