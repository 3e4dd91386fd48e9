import { assertEquals } from "@std/assert";
import { usageFile } from "../../../../lib/store/store_paths.ts";
import { appendUsage } from "../../../../lib/store/usage/usage_log.ts";
import { summarizeUsage } from "../../../../lib/store/usage/usage_summary.ts";
import { recordsOf, STATS, withStore } from "../../../support/store.ts";

Deno.test("appendUsage writes the record of qwen-code", async () => {
  await withStore(async ({ base }) => {
    const path = usageFile(base);
    await appendUsage(path, { sessionId: "s", project: "/ws", startedAt: 1000, endedAt: 3000, stats: STATS });
    assertEquals(await recordsOf(path), [{
      version: 1,
      sessionId: "s",
      timestamp: 3000,
      startTime: 1000,
      project: "/ws",
      durationMs: 2000,
      totalLatencyMs: 40,
      models: {
        m: {
          requests: 2,
          inputTokens: 100,
          outputTokens: 20,
          cachedTokens: 25,
          thoughtsTokens: 5,
          totalTokens: 120,
          totalLatencyMs: 40,
        },
      },
      tools: {
        totalCalls: 3,
        totalSuccess: 2,
        totalFail: 1,
        byName: { edit: { count: 3, success: 2, fail: 1, totalDurationMs: 9 } },
      },
      files: { linesAdded: 4, linesRemoved: 2 },
    }]);
  });
});

Deno.test("appendUsage loses only the line that a full disk has cut off", async () => {
  await withStore(async ({ base }) => {
    const path = usageFile(base);
    const run = { sessionId: "s", project: "/ws", startedAt: 1000, endedAt: 3000, stats: STATS };
    await appendUsage(path, run);
    await Deno.truncate(path, 40);
    await appendUsage(path, { ...run, sessionId: "t" });
    const { summary } = await summarizeUsage(path, { range: "all", now: 4000 });
    assertEquals((summary as { sessions: number }).sessions, 1);
  });
});
