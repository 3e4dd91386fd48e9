/** `list_jobs` of a server with a real queue. */
import { assertEquals, assertMatch } from "@std/assert";
import { byPrompt } from "../support/batch.ts";
import { QueueStage, queueTest } from "../support/queue_stage.ts";
import { WebServer } from "../support/web_server.ts";

const BAD = { status: 400, body: { error: { message: "no such thing" } } };

queueTest("serve --web --queue: list_jobs counts jobs by state, names failures and the jobs of a minute", async () => {
  await using stage = await QueueStage.open(byPrompt({ bad: () => BAD }));
  await using server = await WebServer.start(["--queue", stage.nats.url], { model: stage.model });
  const peer = await server.connect();
  const none = { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0, dead: 0 };
  const empty = (await peer.ask("list_jobs")).result;
  assertEquals([empty.counts, empty.failures, empty.per_minute], [none, [], 0]);

  await stage.batch([{ id: "waits", prompt: "later" }], "--detach");
  const queued = (await peer.ask("list_jobs")).result;
  assertEquals([queued.counts, queued.per_minute], [{ ...none, queued: 1 }, 0]);

  await using _worker = await stage.worker();
  await stage.batch([{ id: "good", prompt: "go" }, { id: "bad", prompt: "bad" }], "--keep-going");
  await stage.until("waits", "succeeded");
  const eve = await server.connect({ role: "observer" });
  const { counts, failures, per_minute } = (await eve.ask("list_jobs")).result;
  assertEquals(counts, { ...none, succeeded: 2, failed: 1 });
  assertEquals(failures.map(({ id, code }: { id: string; code: string }) => [id, code]), [["bad", "provider_error"]]);
  assertMatch(failures[0].message, /no such thing/);
  assertEquals(per_minute, 3);

  // A queue that was away is asked again.
  await stage.nats.restart(async () => {
    const { subtype, error } = await peer.ask("list_jobs");
    assertEquals(subtype, "error");
    assertMatch(error.message, /\S/);
  });
  assertEquals((await peer.ask("list_jobs")).result.counts.succeeded, 2);
});

Deno.test("serve --web: without --queue, list_jobs is answered by an error that says what is missing", async () => {
  await using server = await WebServer.start();
  const peer = await server.connect();
  const { subtype, error } = await peer.ask("list_jobs");
  assertEquals(subtype, "error");
  assertMatch(error.message, /has no queue/);
});

queueTest(
  "serve --queue: a queue that is not there is told with the first question, and keeps nobody from working",
  async () => {
    await using server = await WebServer.start(["--queue", "nats://127.0.0.1:1"]);
    const peer = await server.connect();
    const { subtype, error } = await peer.ask("list_jobs");
    assertEquals(subtype, "error");
    assertMatch(error.message, /127\.0\.0\.1:1/);
    const { session_id } = await peer.follow();
    peer.prompt(session_id, "say still here");
    await peer.next((line) => line.metadata?.event === "summary");
  },
);
