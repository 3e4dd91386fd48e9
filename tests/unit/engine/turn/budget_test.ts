import { assertEquals } from "@std/assert";
import { Budget, type Limits } from "../../../../lib/engine/turn/budget.ts";

const NONE: Limits = { sessionRounds: null, promptRounds: null, toolCalls: null, wallMs: null, tokens: null };

function rounds(budget: Budget, spent = 0): number {
  let taken = 0;
  while (taken < 100 && budget.takeRound(spent) === null) taken++;
  return taken;
}

Deno.test("Budget lets exactly as many rounds and calls through as there are", () => {
  for (const limit of [0, 1, 3]) {
    const budget = new Budget({ ...NONE, sessionRounds: limit, toolCalls: limit });
    budget.startPrompt(null, 0);
    let calls = 0;
    while (budget.takeToolCall() === null) calls++;
    assertEquals([rounds(budget), calls], [limit, limit]);
    assertEquals(budget.takeRound(0)?.code, "turn_limit");
    assertEquals(budget.takeToolCall()?.code, "budget.tool_calls");
  }
});

Deno.test("Budget starts anew with each prompt, but for the rounds of the session", () => {
  const budget = new Budget({ ...NONE, sessionRounds: 3, promptRounds: 2, toolCalls: 1 });
  budget.startPrompt(null, 0);
  assertEquals([rounds(budget), budget.takeToolCall()], [2, null]);
  budget.startPrompt(null, 0);
  assertEquals([rounds(budget), budget.takeToolCall()], [1, null]);
});

Deno.test("Budget takes the limit of a prompt before its own, and counts tokens before a round", () => {
  const budget = new Budget({ ...NONE, promptRounds: 9, tokens: 100 });
  budget.startPrompt(2, 0);
  assertEquals(rounds(budget, 99), 2);
  budget.startPrompt(null, 0);
  assertEquals(budget.takeRound(100)?.code, "budget.tokens");
});
