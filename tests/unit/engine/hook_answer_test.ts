import { assertEquals } from "@std/assert";
import { combineWords, readHookAnswer } from "../../../lib/engine/hook_answer.ts";
import type { Json } from "../../../lib/model/json.ts";
import { SILENCE } from "../../../lib/engine/hooks.ts";

Deno.test("readHookAnswer reads nothing to say", () => {
  assertEquals(readHookAnswer({}), { word: SILENCE, message: null });
  assertEquals(readHookAnswer({ async: true, asyncTimeout: 5 }), { word: SILENCE, message: null });
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
    assertEquals("word" in answer && [answer.word.decision, answer.word.reason], [decision, reason]);
  }
});

Deno.test("readHookAnswer reads input, context, stop and a message", () => {
  const hookSpecificOutput = { updatedInput: { a: 1 }, additionalContext: "mind", updatedToolOutput: "out" };
  assertEquals(
    readHookAnswer({ continue: false, stopReason: "enough", systemMessage: "hi", hookSpecificOutput }),
    {
      word: {
        ...SILENCE,
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

Deno.test("combineWords lets a denial win and keeps all context", () => {
  const allow = { ...SILENCE, decision: "allow" as const, reason: "fine", context: ["a"], replacement: { x: 1 } };
  const deny = { ...SILENCE, decision: "deny" as const, reason: "no", context: ["b"] };
  assertEquals(combineWords([allow, deny, SILENCE]), {
    ...SILENCE,
    decision: "deny",
    reason: "no",
    context: ["a", "b"],
    replacement: { x: 1 },
  });
});
