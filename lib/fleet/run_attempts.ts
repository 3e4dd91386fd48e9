import { type JobResult, type JobRun, joinAttempts } from "./job_result.ts";

/** Runs a job again while its failure may pass; the result counts all attempts. */
export async function runAttempts(
  run: () => Promise<JobRun>,
  { retries, signal }: { retries: number; signal: AbortSignal },
): Promise<JobResult> {
  let result: JobResult | null = null;
  for (let attempt = 1;; attempt++) {
    const { result: later, isRetryable } = await run();
    result = joinAttempts(result, later);
    if (later.status !== "failed" || !isRetryable || attempt > retries || signal.aborted) return result;
  }
}
