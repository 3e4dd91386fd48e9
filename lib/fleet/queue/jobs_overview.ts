import type { JobQueue } from "./job_queue.ts";
import type { JobState, JobStatus } from "./job_status.ts";

/** All jobs of a queue in figures, as `list_jobs` answers them. */
export interface JobsOverview {
  /** How many jobs are in each state. */
  counts: Record<JobState, number>;
  /** Failed and dead jobs, the latest first. */
  failures: { id: string; code: string; message: string }[];
  /** Jobs that ended in the last minute. */
  per_minute: number;
}

/** How much an overview tells. */
export interface JobsOverviewOptions {
  /** Milliseconds since 1970. */
  now: number;
  /** The largest number of failures. */
  maxFailures?: number;
}

const MINUTE_MS = 60_000;
const MAX_FAILURES = 50;
const ENDED: ReadonlySet<JobState> = new Set(["succeeded", "failed", "cancelled", "dead"]);

/** Counts the jobs of a queue by state and finds the latest failures with their reasons. */
export async function jobsOverview(
  queue: JobQueue,
  { now, maxFailures = MAX_FAILURES }: JobsOverviewOptions,
): Promise<JobsOverview> {
  const counts = { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0, dead: 0 };
  const failed: JobStatus[] = [];
  let ended = 0;
  for (const status of await queue.statuses()) {
    const { state } = status;
    counts[state]++;
    if (state === "failed" || state === "dead") failed.push(status);
    if (ENDED.has(state) && Date.parse(status.updated_at) > now - MINUTE_MS) ended++;
  }
  const latest = failed.sort((a, b) => a.updated_at < b.updated_at ? 1 : -1).slice(0, maxFailures);
  const reasons = await Promise.all(latest.map(({ id }) => queue.dead(id)));
  // A job without a reason is being retried at this moment.
  const failures = reasons.flatMap((dead) => dead ? [{ id: dead.id, ...dead.reason }] : []);
  return { counts, failures, per_minute: ended };
}
