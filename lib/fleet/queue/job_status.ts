import type { JobResult } from "../job_result.ts";

/** The state of a job in the queue. */
export type JobState = "queued" | "running" | "succeeded" | "failed" | "cancelled" | "dead";

/** What is known of a job. */
export interface JobStatus {
  id: string;
  state: JobState;
  worker?: string;
  deliveries: number;
  updated_at: string;
  /** Tells jobs with the same id apart. */
  hash: string;
  /** The result that its worker has decided on; from here on the job is not run again, whoever stores the result. */
  ending?: JobResult;
}

/** What others see of a job. */
export type ShownStatus = Omit<JobStatus, "hash" | "ending">;

/** The part of a state that others see. */
export function shownStatus({ hash: _, ending: __, ...shown }: JobStatus): ShownStatus {
  return shown;
}
