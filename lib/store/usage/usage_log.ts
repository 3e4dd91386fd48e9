/** The usage of all sessions of a user: one line for each run, written by any number of processes. */
import type { JsonObject } from "../../model/json.ts";
import type { Stats } from "../../model/usage.ts";
import { appendLines } from "../journal/lines.ts";
import { makePrivateFolder } from "../store_paths.ts";

/** The usage of a session up to the end of a run. */
export interface UsageRun {
  sessionId: string;
  /** Working folder of the run. */
  project: string;
  startedAt: number;
  endedAt: number;
  /** Of the whole session, including earlier runs: only its last line counts. */
  stats: Stats;
}

/** Appends a run. Throws the error of the file system. */
export async function appendUsage(path: string, run: UsageRun): Promise<void> {
  const text = `${JSON.stringify(recordOf(run))}\n`;
  try {
    appendLines(path, text);
  } catch (error) {
    // The folder is missing only for the first run of a user.
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
