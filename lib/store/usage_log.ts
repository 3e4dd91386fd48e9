/** Usage of all sessions of a user, one line at the end of each run, shared by any number of processes. */
import type { JsonObject } from "../model/json.ts";
import type { Stats } from "../model/usage.ts";
import { appendLines } from "./lines.ts";
import { makePrivateFolder } from "./places.ts";

/** What a session did up to the end of a run. */
export interface UsageRun {
  sessionId: string;
  /** Working folder of the run. */
  project: string;
  startedAt: number;
  endedAt: number;
  /** Of the whole session, with what it did before it was resumed: its last line is the one that counts. */
  stats: Stats;
}

/** Adds a run. Throws what the disk says. */
export async function appendUsage(path: string, run: UsageRun): Promise<void> {
  const text = `${JSON.stringify(recordOf(run))}\n`;
  try {
    appendLines(path, text);
  } catch (error) {
    // Only the first run of a user finds no folder.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    await makePrivateFolder(path.slice(0, path.lastIndexOf("/")));
    appendLines(path, text);
  }
}

function recordOf(run: UsageRun): JsonObject {
  const { stats } = run;
  let totalLatencyMs = 0;
  const models: JsonObject = {};
  for (const [name, { requests, latencyMs, usage }] of Object.entries(stats.models)) {
    totalLatencyMs += latencyMs;
    models[name] = {
      requests,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      cachedTokens: usage.cachedTokens,
      thoughtsTokens: usage.thinkingTokens,
      totalTokens: usage.totalTokens,
      totalLatencyMs: latencyMs,
    };
  }
  return {
    version: 1,
    sessionId: run.sessionId,
    timestamp: run.endedAt,
    startTime: run.startedAt,
    project: run.project,
    durationMs: run.endedAt - run.startedAt,
    totalLatencyMs,
    models,
    tools: toolsOf(stats),
    files: { linesAdded: stats.linesAdded, linesRemoved: stats.linesRemoved },
  };
}

function toolsOf(stats: Stats): JsonObject {
  let totalCalls = 0;
  let totalFail = 0;
  const byName: JsonObject = {};
  for (const [name, { calls, failures, durationMs }] of Object.entries(stats.tools)) {
    totalCalls += calls;
    totalFail += failures;
    byName[name] = { count: calls, success: calls - failures, fail: failures, totalDurationMs: durationMs };
  }
  return { totalCalls, totalSuccess: totalCalls - totalFail, totalFail, byName };
}
