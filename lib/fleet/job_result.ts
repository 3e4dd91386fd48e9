import type { BadLine, BatchRecord, JobResult } from "../../schemas/batch/out.gen.ts";

export type { BadLine, BatchRecord, JobResult };

/** How a run of a job ended, and whether another attempt may help. */
export interface JobRun {
  result: JobResult;
  isRetryable: boolean;
}

/** The record of a job that was not started. */
export function skippedResult(id: string, why: { code: "stopped" | "batch_budget"; message: string }): JobResult {
  return {
    type: "result",
    id,
    status: "skipped",
    exit_code: why.code === "batch_budget" ? 55 : 1,
    result: "",
    error: why,
    usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    cost_usd: null,
    num_turns: 0,
    duration_ms: 0,
    attempts: 0,
    session_id: null,
  };
}

/** The record of a line that is no job, or of a second job with the same id. */
export function badLine(
  at: { line: number; id: string | null },
  error: { code: "invalid_job" | "duplicate_id"; message: string },
): BadLine {
  return { type: "result", id: at.id, line: at.line, status: "failed", error };
}

/** The result of a later attempt, with what the earlier attempts used. */
export function joinAttempts(earlier: JobResult | null, later: JobResult): JobResult {
  if (!earlier) return later;
  const sum = (key: keyof JobResult["usage"]): number => earlier.usage[key] + later.usage[key];
  return {
    ...later,
    usage: {
      input_tokens: sum("input_tokens"),
      output_tokens: sum("output_tokens"),
      total_tokens: sum("total_tokens"),
    },
    cost_usd: earlier.cost_usd === null || later.cost_usd === null ? null : earlier.cost_usd + later.cost_usd,
    num_turns: earlier.num_turns + later.num_turns,
    duration_ms: earlier.duration_ms + later.duration_ms,
    attempts: earlier.attempts + later.attempts,
  };
}
