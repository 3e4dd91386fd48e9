import { assertEquals } from "@std/assert";
import { usageFile } from "../../../../lib/store/store_paths.ts";
import { appendUsage } from "../../../../lib/store/usage/usage_log.ts";
import { summarizeUsage } from "../../../../lib/store/usage/usage_summary.ts";
import { STATS, withStore } from "../../../support/store.ts";

const NOW = new Date(2026, 4, 20, 12).getTime();
const DAY = 86_400_000;

Deno.test("summarizeUsage sums up the last word of each session in a range and passes over what it cannot read", async () => {
  await withStore(async ({ base }) => {
    const path = usageFile(base);
    for (const [sessionId, age] of [["a", 2], ["a", 1], ["b", 0], ["c", 10], ["d", 100]] as const) {
      const at = NOW - age * DAY;
      await appendUsage(path, { sessionId, project: "/ws", startedAt: at, endedAt: at, stats: STATS });
    }
    await Deno.writeTextFile(path, 'junk\n{}\n{"cut', { append: true });
    const model = {
      totalTokens: 240,
      inputTokens: 200,
      outputTokens: 40,
      cachedTokens: 50,
      thoughtsTokens: 10,
      requests: 4,
    };
    const day = {
      sessions: 1,
      totalTokens: 120,
      inputTokens: 100,
      outputTokens: 20,
      cachedTokens: 25,
      thoughtsTokens: 5,
      requests: 2,
    };
    assertEquals(await summarizeUsage(path, { range: "week", now: NOW }), {
      generatedAt: new Date(NOW).toISOString(),
      range: "week",
      summary: { ...model, sessions: 2, toolCalls: 6, linesAdded: 8, linesRemoved: 4, cacheReadRate: 0.25 },
      models: [{ name: "m", ...model }],
      skills: [],
      daily: [{ date: "2026-05-19", ...day }, { date: "2026-05-20", ...day }],
      heatmap: { "2026-05-19": 120, "2026-05-20": 120, "2026-05-10": 120, "2026-02-09": 120 },
      heatmapDays: 183,
    });
    const sessions = async (range: "today" | "month" | "all"): Promise<unknown> => {
      const { summary } = await summarizeUsage(path, { range, now: NOW });
      return (summary as { sessions: number }).sessions;
    };
    assertEquals([await sessions("today"), await sessions("month"), await sessions("all")], [1, 3, 4]);
  });
});

Deno.test("summarizeUsage of nothing is zero", async () => {
  await withStore(async ({ base }) => {
    const { summary, daily } = await summarizeUsage(usageFile(base), { range: "all", now: NOW });
    assertEquals(daily, []);
    assertEquals(summary, {
      totalTokens: 0,
      inputTokens: 0,
      outputTokens: 0,
      cachedTokens: 0,
      thoughtsTokens: 0,
      requests: 0,
      sessions: 0,
      toolCalls: 0,
      linesAdded: 0,
      linesRemoved: 0,
      cacheReadRate: 0,
    });
  });
});
