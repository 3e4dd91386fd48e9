import { assertEquals } from "@std/assert";
import { skippedResult } from "../../../../lib/fleet/job_result.ts";
import { JobQueue } from "../../../../lib/fleet/queue/job_queue.ts";
import type { JobState } from "../../../../lib/fleet/queue/job_status.ts";
import { jobsOverview } from "../../../../lib/fleet/queue/jobs_overview.ts";
import { hasNats, NatsServer } from "../../../support/nats.ts";

/** A queue on a real server, at a time that the test sets. */
async function openQueue(nats: NatsServer, clock: { now: number }): Promise<JobQueue> {
  return await JobQueue.open({ url: nats.url }, { waits: false, note: () => {}, now: () => clock.now });
}

Deno.test({
  name: "an overview counts jobs by state, names the latest failures and counts the ends of the last minute",
  ignore: !hasNats,
  async fn(): Promise<void> {
    const clock = { now: Date.parse("2030-01-01T00:00:00Z") };
    await using nats = await NatsServer.start();
    await using queue = await openQueue(nats, clock);
    assertEquals(await jobsOverview(queue, clock), {
      counts: { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0, dead: 0 },
      failures: [],
      per_minute: 0,
    });
    const end = async (id: string, state: JobState): Promise<void> => {
      await queue.setStatus({ id, state, deliveries: 1, hash: "" });
      if (state !== "failed" && state !== "dead") return;
      await queue.bury({ id, job: null, reason: { code: `code-${id}`, message: `about ${id}` }, deliveries: 1 });
    };
    await end("old", "failed");
    await end("early", "succeeded");
    clock.now += 61_000;
    await end("late", "succeeded");
    await end("cancelled", "cancelled");
    clock.now += 1;
    await end("given-up", "dead");
    await queue.submit({ id: "waiting", prompt: "go" });
    await queue.setStatus({ id: "at-work", state: "running", deliveries: 1, hash: "" });
    const failures = ["given-up", "old"].map((id) => ({ id, code: `code-${id}`, message: `about ${id}` }));
    assertEquals(await jobsOverview(queue, clock), {
      counts: { queued: 1, running: 1, succeeded: 2, failed: 1, cancelled: 1, dead: 1 },
      failures,
      per_minute: 3,
    });
    const short = await jobsOverview(queue, { now: clock.now, maxFailures: 1 });
    assertEquals(short.failures, failures.slice(0, 1));
  },
});

Deno.test({
  name: "an overview reads thousands of jobs in one pass",
  ignore: !hasNats,
  async fn(): Promise<void> {
    const clock = { now: 1_000 };
    await using nats = await NatsServer.start();
    await using queue = await openQueue(nats, clock);
    const ids = Array.from({ length: 2_000 }, (_, i) => `job-${i}`);
    await Promise.all(ids.map((id) => queue.setStatus({ id, state: "queued", deliveries: 0, hash: "" })));
    assertEquals((await queue.statuses()).map(({ id }) => id), ids.toSorted());
    await queue.cancel({ ...skippedResult("job-7", { code: "stopped", message: "" }), status: "cancelled" });
    const { counts } = await jobsOverview(queue, clock);
    assertEquals([counts.queued, counts.cancelled], [1_999, 1]);
  },
});
