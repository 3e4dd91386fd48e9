import type { JobQueue } from "../../fleet/queue/job_queue.ts";
import { systemClock } from "../../model/clock.ts";
import type { JsonObject } from "../../model/mod.ts";
import { openQueue, type QueueChoice } from "./open_queue.ts";
import { jobsOverview } from "../../fleet/queue/jobs_overview.ts";

/** The jobs of a queue, for the clients of a server. */
export interface OpenedJobs extends AsyncDisposable {
  /** The jobs in figures. */
  list: () => Promise<JsonObject>;
}

/** Lists the jobs of a queue. The connection is made with the first question, and anew after a failure. */
export function openJobs(choice: QueueChoice, note: (text: string) => void): OpenedJobs {
  let opening: Promise<JobQueue> | undefined;
  const close = async (): Promise<void> => {
    const closing = opening;
    opening = undefined;
    const queue = await closing?.catch(() => null);
    await queue?.[Symbol.asyncDispose]();
  };
  const list = async (): Promise<JsonObject> => {
    try {
      opening ??= openQueue(choice, { waits: false, note });
      return { ...await jobsOverview(await opening, { now: systemClock.now() }) };
    } catch (error) {
      await close();
      throw error;
    }
  };
  return { list, [Symbol.asyncDispose]: close };
}
