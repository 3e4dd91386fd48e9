import { assertEquals } from "@std/assert";
import { type RequestFigures, Tally } from "../../../lib/engine/tally.ts";
import { NO_USAGE } from "../../../lib/model/mod.ts";

Deno.test("Tally adds to what a resumed session spent and tells every model call", () => {
  const usage = { inputTokens: 3, outputTokens: 2, cachedTokens: 1, thinkingTokens: 0, totalTokens: 5 };
  const told: [string, RequestFigures][] = [];
  const tally = new Tally(usage, (model, request) => told.push([model, request]));
  tally.addRequest("m", { usage, latencyMs: 7, isError: false });
  tally.addRequest("n", { usage: NO_USAGE, latencyMs: 9, isError: true });
  assertEquals(told, [
    ["m", { usage, latencyMs: 7, isError: false }],
    ["n", { usage: NO_USAGE, latencyMs: 9, isError: true }],
  ]);
  assertEquals(tally.total, { inputTokens: 6, outputTokens: 4, cachedTokens: 2, thinkingTokens: 0, totalTokens: 10 });
  assertEquals(tally.latencyMs, 7);
});
