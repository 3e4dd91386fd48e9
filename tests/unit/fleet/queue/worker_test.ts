/** A worker on a real server, whose job is played. */
import { assert, assertEquals } from "@std/assert";
import { skippedResult } from "../../../../lib/fleet/job_result.ts";
import { JobQueue } from "../../../../lib/fleet/queue/job_queue.ts";
import { runWorker, type WorkFollower } from "../../../../lib/fleet/queue/worker.ts";
import { NatsServer } from "../../../support/nats.ts";
import { queueTest } from "../../../support/queue_stage.ts";

const HOUR_MS = 3_600_000;

/** Runs a worker until its only job is over; `work` plays the job. */
async function workOnce(
  queue: JobQueue,
  work: (follower: WorkFollower) => Promise<void>,
): Promise<void> {
  const draining = new AbortController();
  await runWorker({
    queue,
    name: "stalled",
    slots: 1,
    ackWaitMs: HOUR_MS,
    maxDeliver: 5,
    run: async ({ id }, follower) => {
      await work(follower);
      draining.abort();
      return { ...skippedResult(id, { code: "stopped", message: "" }), status: "cancelled" };
    },
    draining: draining.signal,
    leaving: new AbortController().signal,
    onDepth: () => {},
    note: () => {},
  });
}

queueTest(
  "a worker renews a claim that has become old before it asks the model, and stops where it is lost",
  async () => {
    await using nats = await NatsServer.start();
    let late = 0;
    const open = (now: () => number): Promise<JobQueue> =>
      JobQueue.open({ url: nats.url }, { waits: true, note: () => {}, now });
    await using queue = await open(() => Date.now() + late);
    await using other = await open(() => Date.now());
    await queue.submit({ id: "one", prompt: "go" });
    const answers: boolean[] = [];
    await workOnce(queue, async ({ mayAsk, signal }) => {
      answers.push(await mayAsk());
      late = HOUR_MS * 0.6;
      answers.push(await mayAsk());
      const renewed = await other.status("one");
      assert(renewed && Date.parse(renewed.updated_at) > Date.now() + HOUR_MS / 2);
      const claim = await other.claims.claim("one", { worker: "other", holdMs: -HOUR_MS });
      assertEquals(claim.kind, "held");
      late = 2 * HOUR_MS;
      answers.push(await mayAsk(), signal.aborted);
    });
    assertEquals(answers, [true, true, false, true]);
    assertEquals((await other.status("one"))?.worker, "other");
  },
);
