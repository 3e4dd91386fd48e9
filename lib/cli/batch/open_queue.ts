import { JobQueue } from "../../fleet/queue/job_queue.ts";
import { systemClock } from "../../model/clock.ts";
import { fail } from "../../model/mod.ts";
import { secrets } from "../assembly/config/secrets.ts";

/** The queue that the command line names. */
export interface QueueChoice {
  queue: string | undefined;
  creds: string | undefined;
}

/** Opens the queue. `waits` says whether it waits for a server that is away. */
export async function openQueue(
  { queue, creds }: QueueChoice,
  { waits, note }: { waits: boolean; note: (text: string) => void },
): Promise<JobQueue> {
  if (!queue) {
    throw fail("usage_error", "There is no queue", { hint: "Name it: --queue nats://HOST:4222, or QWEN_QUEUE." });
  }
  const place = URL.parse(queue);
  if (place) {
    const secret = place.password === "" ? place.username : place.password;
    secrets.add(secret);
    secrets.add(decodeURIComponent(secret));
  }
  // Commands of jobs shall not find the way to the queue.
  Deno.env.delete("QWEN_QUEUE");
  const caFile = Deno.env.get("NODE_EXTRA_CA_CERTS") ?? Deno.env.get("DENO_CERT");
  return await JobQueue.open({ url: queue, creds, caFile }, { waits, note, now: () => systemClock.now() });
}
