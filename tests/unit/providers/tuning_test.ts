import { assertEquals } from "@std/assert";
import { tuningFrom } from "../../../lib/providers/tuning.ts";

Deno.test("tuningFrom reads headers, sampling and further fields", () => {
  const config = {
    customHeaders: { "x-team": "a", "x-number": 7 },
    samplingParams: { temperature: 0.2, seed: 1 },
    extra_body: { seed: 2 },
  };
  assertEquals(tuningFrom(config, { QWEN_CODE_MAX_OUTPUT_TOKENS: "4096" }), {
    headers: { "x-team": "a" },
    extraBody: { temperature: 0.2, seed: 2 },
    maxTokens: 4096,
  });
});

Deno.test("tuningFrom adds nothing where nothing is said", () => {
  assertEquals(tuningFrom(undefined, {}), {});
  assertEquals(tuningFrom({ customHeaders: "x", samplingParams: [] }, { QWEN_CODE_MAX_OUTPUT_TOKENS: "many" }), {});
});

Deno.test("tuningFrom reads how much a model thinks, and leaves out what it does not know", () => {
  const reasoningOf = (reasoning: unknown): unknown => tuningFrom({ reasoning }, {}).reasoning;
  assertEquals(reasoningOf(false), false);
  assertEquals(reasoningOf({ effort: "high", budget_tokens: 10 }), { effort: "high", budgetTokens: 10 });
  assertEquals([reasoningOf(true), reasoningOf({ effort: "huge" }), reasoningOf({ budget_tokens: -1 })], [
    undefined,
    undefined,
    undefined,
  ]);
});
