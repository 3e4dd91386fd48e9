// Written by schemas/generate.ts from the schema beside it. Do not edit.
/**
 * One line of the results of `qwen batch`: the result of a job, or the fault of a line that is no job.
 */
export type BatchRecord = JobResult | BadLine;

/**
 * How a job ended.
 */
export interface JobResult {
  type: "result";
  id: string;
  /**
   * `skipped` was never started.
   */
  status: "succeeded" | "failed" | "cancelled" | "skipped";
  /**
   * The exit status of such a run of its own.
   */
  exit_code: number;
  /**
   * The text of the answer.
   */
  result: string;
  /**
   * The answer that fits the job's schema.
   */
  structured_output?:
    | {
        [k: string]: unknown | undefined;
      }
    | unknown[]
    | string
    | number
    | boolean
    | null;
  error?: JobError;
  /**
   * The tokens of all attempts.
   */
  usage: {
    input_tokens: number;
    output_tokens: number;
    total_tokens: number;
  };
  /**
   * Null where a price is unknown.
   */
  cost_usd: number | null;
  /**
   * Rounds with the model in all attempts.
   */
  num_turns: number;
  duration_ms: number;
  attempts: number;
  /**
   * The session of the last attempt.
   */
  session_id: string | null;
  /**
   * What the job changed in its worktree, as a unified diff.
   */
  patch?: string;
  /**
   * The worker that ran the job; only with a queue.
   */
  worker?: string;
}
/**
 * Why a job did not succeed.
 */
export interface JobError {
  /**
   * A code of --help exit-codes, or invalid_job, duplicate_id, stopped, batch_budget.
   */
  code: string;
  message: string;
}
/**
 * A line that is no job, or a second job with the same id.
 */
export interface BadLine {
  type: "result";
  /**
   * The id of the line, if it has a valid one.
   */
  id: string | null;
  /**
   * The number of the line, from 1.
   */
  line: number;
  status: "failed";
  error: JobError;
}
