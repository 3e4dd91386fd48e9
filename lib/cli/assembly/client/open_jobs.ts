import type { JobQueue } from "../../../fleet/queue/job_queue.ts";
import { systemClock } from "../../../model/clock.ts";
import type { JsonObject } from "../../../model/mod.ts";
import type { QueueChoice } from "../../batch/open_queue.ts";

/** The jobs of a queue, for the clients of a server. */
export interface OpenedJobs extends AsyncDisposable {
  /** The jobs in figures; absent where no queue was named. */
  list: (() => Promise<JsonObject>) | undefined;
}

/** Lists the jobs of a queue. The connection is made with the first question, and anew after a failure. */
export function openJobs(choice: QueueChoice | undefined, note: (text: string) => void): OpenedJobs {
  let opening: Promise<JobQueue> | undefined;
  const close = async (): Promise<void> => {
    const closing = opening;
    opening = undefined;
    const queue = await closing?.catch(() => null);
    await queue?.[Symbol.asyncDispose]();
  };
  const list = async (): Promise<JsonObject> => {
    const { openQueue } = await import("../../batch/open_queue.ts");
    const { jobsOverview } = await import("../../../fleet/queue/jobs_overview.ts");
    try {
      opening ??= openQueue({ queue: choice?.queue, creds: choice?.creds }, { waits: false, note });
      return { ...await jobsOverview(await opening, { now: systemClock.now() }) };
    } catch (error) {
      await close();
      throw error;
    }
  };
  return { list: choice?.queue ? list : undefined, [Symbol.asyncDispose]: close };
}
