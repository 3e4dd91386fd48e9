/** A queue whose server restarts, stays away or comes back with something else than it had. */
import { assert, assertEquals } from "@std/assert";
import { jobLines, promptOf, recordsOf } from "../support/batch.ts";
import { copyFolder } from "../support/copy_folder.ts";
import { QueueStage, queueTest, until } from "../support/queue_stage.ts";
import { startQwen } from "../support/qwen.ts";

queueTest("a worker, a batch and a watch survive a restart of the server", async () => {
  await using stage = await QueueStage.open((request) => ({ hold: promptOf(request), steps: [{ text: "done" }] }));
  await using _worker = await stage.worker();
  await stage.batch([{ id: "a", prompt: "gate" }], "--detach");
  await using watch = startQwen(["jobs", "watch", "a", "--json"], stage.options);
  await watch.until(/session\.started/);
  const batch = stage.batch([{ id: "a", prompt: "gate" }, { id: "b", prompt: "gate" }]);
  await stage.model.request(1);
  await stage.nats.restart();
  stage.model.release("gate");
  const { code, records, stderr } = await batch;
  assertEquals([code, records.length], [0, 2], stderr);
  const seen = await watch.end;
  const numbers = seen.stdout.trim().split("\n").map((line) => JSON.parse(line).seq);
  assertEquals([seen.code, numbers], [0, numbers.toSorted((a, b) => a - b)]);
});

queueTest("messages that a killed server brings back are removed, and a lost result is made again", async () => {
  await using stage = await QueueStage.open(() => "done");
  await stage.batch(["a", "b", "c"].map((id) => ({ id, prompt: id })), "--detach");
  const saved = `${stage.fixture.home}/saved`;
  await stage.nats.restart(() => copyFolder(`${stage.nats.folderOf("QWEN_JOBS")}/msgs`, saved));
  await using first = await stage.worker();
  for (const id of ["a", "b", "c"]) await stage.until(id, "succeeded");
  await until(async () => await stage.messages("QWEN_JOBS") === 0, "The queue is not empty");
  first.kill("SIGTERM");
  await first.end;
  await stage.queue.connection.manager.streams.purge("QWEN_RESULTS", { filter: "qwen.results.b" });
  // The server knows that all jobs were acknowledged, but not that they were removed.
  await stage.nats.restart(() => copyFolder(saved, `${stage.nats.folderOf("QWEN_JOBS")}/msgs`));
  await until(async () => await stage.messages("QWEN_JOBS").catch(() => 0) === 3, "The messages are not back");
  await using _second = await stage.worker();
  await until(async () => await stage.messages("QWEN_JOBS") === 0, "The messages stay");
  assertEquals(await stage.messages("QWEN_RESULTS"), 3);
  assertEquals(stage.model.requests.map((request) => promptOf(request)).sort(), ["a", "b", "b", "c"]);
});

queueTest("jobs run although a killed server counts its messages anew", async () => {
  await using stage = await QueueStage.open(() => "done");
  const saved = `${stage.fixture.home}/saved`;
  await stage.nats.restart(() => copyFolder(`${stage.nats.folderOf("QWEN_JOBS")}/msgs`, saved));
  await using _worker = await stage.worker();
  const jobs = (names: string): unknown[] => [...names].map((id) => ({ id, prompt: id }));
  assertEquals((await stage.batch(jobs("abc"))).code, 0);
  await until(async () => await stage.messages("QWEN_JOBS") === 0, "The queue is not empty");
  // The numbers of the next messages are those that the consumer has seen.
  await stage.nats.restart(() => copyFolder(saved, `${stage.nats.folderOf("QWEN_JOBS")}/msgs`));
  const { code, records, stderr } = await stage.batch(jobs("def"));
  assertEquals([code, records.length], [0, 3], stderr);
  assertEquals(stage.model.requests.map((request) => promptOf(request)).sort(), ["a", "b", "c", "d", "e", "f"]);
});

queueTest("signals end a worker, a batch and a watch although the server is away", async () => {
  await using stage = await QueueStage.open((request) => ({ hold: promptOf(request), steps: [{ text: "done" }] }));
  const jobs = jobLines(["a", "b"].map((id) => ({ id, prompt: id })));
  await using worker = await stage.worker("--slots", "1");
  await using batch = startQwen(["batch", "-", "-o", "out.ndjson"], { ...stage.options, stdin: jobs });
  await stage.model.request(0);
  await using watch = startQwen(["jobs", "watch", "a"], stage.options);
  await watch.until(/session\.started/);
  await stage.nats.restart(async () => {
    await Promise.all([worker, batch, watch].map((run) => run.untilError(/is lost; trying again/)));
    stage.model.release("a");
    batch.kill("SIGINT");
    watch.kill("SIGTERM");
    worker.kill("SIGTERM");
    await worker.untilError(/takes no further jobs/);
    worker.kill("SIGTERM");
    assertEquals([(await batch.end).code, (await watch.end).code, (await worker.end).code], [130, 0, 0]);
    await using early = startQwen(["worker", "--provider", "demo"], stage.options);
    await early.untilError(/Cannot reach the queue/);
    early.kill("SIGTERM");
    assertEquals((await early.end).code, 0);
  });
  stage.model.release("b");
  await using _next = await stage.worker();
  const collected = await stage.batch(["a", "b"].map((id) => ({ id, prompt: id })));
  assertEquals([collected.code, Object.keys(collected.byId).sort()], [0, ["a", "b"]], collected.stderr);
  assertEquals(await stage.messages("QWEN_RESULTS"), 2);
});

queueTest("a worker that was stalled for too long gives its job up to the one that has it", async () => {
  let requests = 0;
  await using stage = await QueueStage.open(() => [{ text: "done" }, { wait: ++requests === 1 ? "never" : "gate" }]);
  await using stalled = await stage.worker();
  await stage.batch([{ id: "a", prompt: "go" }], "--detach");
  const first = await stage.model.request(0);
  stalled.kill("SIGSTOP");
  await using second = await stage.worker();
  await stage.model.request(1);
  stalled.kill("SIGCONT");
  await until(() => first.isAborted, "The stalled worker goes on");
  assertEquals((await stage.list("show", "a"))[0].state, "running");
  stage.model.release("gate");
  await stage.until("a", "succeeded");
  const [{ worker, deliveries, result }] = await stage.list("show", "a");
  assertEquals([deliveries, result.worker], [2, worker]);
  assertEquals([worker, requests], [JSON.parse(second.stdout.split("\n")[0]).worker, 2]);
});

queueTest("a batch continues the results of an earlier one, and takes what the queue has for the rest", async () => {
  await using stage = await QueueStage.open(() => "done");
  await using _worker = await stage.worker();
  const jobs = ["a", "b", "c"].map((id) => ({ id, prompt: id }));
  await stage.batch(jobs.slice(0, 1), "-o", "out.ndjson");
  const { code, stderr } = await stage.batch(jobs, "-o", "out.ndjson");
  assertEquals(code, 0, stderr);
  const { records } = recordsOf(await Deno.readTextFile(`${stage.fixture.cwd}/out.ndjson`));
  assertEquals(records.map(({ id }) => id).sort(), ["a", "b", "c"]);
  assert(records.every((record) => !("worker" in record)));
  assertEquals(stage.model.requests.length, 3);
});
