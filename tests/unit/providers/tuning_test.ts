import { assertEquals } from "@std/assert";
import { tuningFrom } from "../../../lib/providers/tuning.ts";

Deno.test("tuningFrom reads headers, sampling and further fields", () => {
  const config = {
    customHeaders: { "x-team": "a", "x-number": 7 },
    samplingParams: { temperature: 0.2, top_p: 0.5, seed: 1 },
    extra_body: { seed: 2 },
  };
  const tuning = {
    headers: { "x-team": "a" },
    extraBody: { seed: 2 },
    sampling: { temperature: 0.2, topP: 0.5 },
    maxTokens: 4096,
  };
  assertEquals(tuningFrom(config, { QWEN_CODE_MAX_OUTPUT_TOKENS: "4096" }), tuning);
  const samplingParams = { ...config.samplingParams, max_tokens: 7 };
  assertEquals(tuningFrom({ ...config, samplingParams }, { QWEN_CODE_MAX_OUTPUT_TOKENS: "4096" }), {
    ...tuning,
    maxTokens: 7,
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
