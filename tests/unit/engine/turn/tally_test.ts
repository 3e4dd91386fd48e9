import { assertEquals } from "@std/assert";
import { type RequestFigures, Tally } from "../../../../lib/engine/turn/tally.ts";
import { type CallFigures, NO_STATS, NO_USAGE } from "../../../../lib/model/mod.ts";

const USAGE = { inputTokens: 3, outputTokens: 2, cachedTokens: 1, thinkingTokens: 0, totalTokens: 5 };

Deno.test("Tally adds to what a resumed session spent and tells every model call", () => {
  const usage = USAGE;
  const told: [string, RequestFigures][] = [];
  const tally = new Tally({ usage }, { onRequest: (model, request) => told.push([model, request]) });
  tally.addRequest("m", { usage, latencyMs: 7, isError: false });
  tally.addRequest("n", { usage: NO_USAGE, latencyMs: 9, isError: true });
  assertEquals(told, [
    ["m", { usage, latencyMs: 7, isError: false }],
    ["n", { usage: NO_USAGE, latencyMs: 9, isError: true }],
  ]);
  assertEquals(tally.total, { inputTokens: 6, outputTokens: 4, cachedTokens: 2, thinkingTokens: 0, totalTokens: 10 });
  assertEquals(tally.latencyMs, 7);
});

Deno.test("Tally goes on with the figures of a resumed session and tells every tool call", () => {
  const earlier = new Tally();
  earlier.addRequest("m", { usage: USAGE, latencyMs: 7, isError: false });
  earlier.addCall("edit", { isError: false, durationMs: 2, linesAdded: 3, linesRemoved: 1 });
  earlier.addDecision("accept");
  const told: [string, CallFigures][] = [];
  const later = new Tally({ stats: earlier.snapshot() }, { onCall: (tool, call) => told.push([tool, call]) });
  const call = { isError: true, durationMs: 5, linesAdded: 0, linesRemoved: 0 };
  later.addCall("edit", call);
  assertEquals(told, [["edit", call]]);
  assertEquals(later.snapshot(), {
    models: { m: { requests: 1, errors: 0, latencyMs: 7, usage: USAGE } },
    tools: { edit: { calls: 2, failures: 1, durationMs: 7 } },
    decisions: { accept: 1, reject: 0, modify: 0, autoAccept: 0 },
    linesAdded: 3,
    linesRemoved: 1,
  });
  assertEquals(new Tally().snapshot(), NO_STATS);
});

Deno.test("Tally lists no more than the newest thousand refusals", () => {
  const tally = new Tally();
  for (let n = 1; n <= 1_001; n++) {
    tally.addDenial({ callId: `${n}`, tool: "t", input: {}, source: "rule", message: "", hint: "" });
  }
  const { denials } = tally;
  assertEquals([denials.length, denials[0].callId, denials.at(-1)?.callId], [1_000, "2", "1001"]);
});
