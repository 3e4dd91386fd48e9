/** `qwen worker`, `qwen batch --queue` and `qwen jobs` with a real server. */
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { badLines, byPrompt, promptOf } from "../support/batch.ts";
import { QueueStage, queueTest, until } from "../support/queue_stage.ts";

const BAD = { status: 400, body: { error: { message: "no such thing" } } };

queueTest("jobs are sent to a queue, run by a worker and answered once", async () => {
  await using stage = await QueueStage.open(byPrompt({ bad: () => BAD }));
  await using worker = await stage.worker("--slots", "2");
  const ready = JSON.parse(worker.stdout.split("\n")[0]);
  assertEquals({ ...ready, worker: "", pid: 0 }, {
    type: "ready",
    worker: "",
    queue: stage.nats.url,
    slots: 2,
    pid: 0,
  });
  assertEquals(ready.pid > 0, true);
  const jobs = [1, 2, 3, 4, 5].map((n) => ({ id: `j${n}`, prompt: `prompt ${n}` }));
  const first = await stage.batch([...jobs, { id: "bad", prompt: "bad" }, "no job"]);
  assertEquals([first.code, first.records.length, badLines(first.records)[0].line], [1, 7, 7]);
  assertEquals([first.byId.j3.result, first.byId.bad.status], ["answer to prompt 3", "failed"]);
  const again = await stage.batch(jobs, "--detach");
  assertEquals([again.code, JSON.parse(again.stdout)], [0, { type: "submitted", jobs: 0, duplicates: 5 }]);
  const other = await stage.batch([{ id: "j1", prompt: "something else" }]);
  assertEquals([other.code, badLines(other.records)[0].error.code], [1, "duplicate_id"]);
  // A second sender of the same jobs gets the results that are there.
  const second = await stage.batch(jobs);
  assertEquals([second.code, second.records.length, stage.model.requests.length], [0, 5, 6]);
  assertEquals((await stage.list("show", "j1"))[0].result.worker, ready.worker);
  const listed = await stage.list("ls");
  assertEquals(Object.keys(listed[0]).sort(), ["deliveries", "id", "state", "updated_at", "worker"]);
  assert(listed.every(({ updated_at: at }) => new Date(at).toISOString() === at));
  const states = listed.map(({ id, state, deliveries, worker }) => [id, state, deliveries, worker]);
  assertEquals(states, [
    ["bad", "failed", 1, ready.worker],
    ...jobs.map(({ id }) => [id, "succeeded", 1, ready.worker]),
  ]);
  worker.kill("SIGTERM");
  assertEquals((await worker.end).code, 0);
});

queueTest("a failed job is kept as a dead letter and runs again by retry", async () => {
  let isFailing = true;
  await using stage = await QueueStage.open(() => isFailing ? BAD : "done");
  await using _worker = await stage.worker();
  const { byId } = await stage.batch([{ id: "a", prompt: "go" }]);
  assertEquals(byId.a.status, "failed");
  const [dead] = await stage.list("dead");
  assertEquals([dead.id, dead.job, dead.reason.code, dead.deliveries], [
    "a",
    { id: "a", prompt: "go" },
    "provider_error",
    1,
  ]);
  isFailing = false;
  await stage.list("retry", "a");
  await stage.until("a", "succeeded");
  assertEquals(await stage.list("dead"), []);
  const refused = await stage.jobs("retry", "a");
  assertEquals(refused.code, 1);
  assertMatch(refused.stderr, /only a failed or dead job/);
});

queueTest("a job that was delivered too often is given up, also when no worker lived then", async () => {
  await using stage = await QueueStage.open(() => ({ hold: "gate", steps: [{ text: "done" }] }));
  await stage.batch([{ id: "a", prompt: "go" }], "--detach");
  for (let delivery = 0; delivery < 2; delivery++) {
    await using worker = await stage.worker("--max-deliver", "2");
    await stage.model.request(delivery);
    worker.kill("SIGKILL");
    await worker.end;
  }
  await using _next = await stage.worker("--max-deliver", "2");
  await stage.until("a", "dead");
  const [shown] = await stage.list("show", "a");
  assertEquals([shown.result.status, shown.result.error.code], ["failed", "max_deliver"]);
  const [dead] = await stage.list("dead");
  assertEquals([dead.reason.code, dead.deliveries, stage.model.requests.length], ["max_deliver", 2, 2]);
  assertEquals(await stage.message("QWEN_DEAD", "qwen.dead.a"), dead);
  stage.model.release("gate");
  await stage.list("retry", "a");
  await stage.until("a", "succeeded");
  assertEquals([await stage.list("dead"), await stage.messages("QWEN_RESULTS")], [[], 1]);
});

queueTest("cancel keeps a queued job from running and ends a running one", async () => {
  await using stage = await QueueStage.open(() => [{ text: "begun" }, { wait: "never" }]);
  await stage.batch([{ id: "queued", prompt: "queued" }], "--detach");
  await stage.list("cancel", "queued");
  await stage.batch([{ id: "running", prompt: "running" }], "--detach");
  await using worker = await stage.worker();
  const request = await stage.model.request(0);
  assertEquals(promptOf(request), "running");
  await stage.list("cancel", "running");
  await until(() => request.isAborted, "The running job goes on");
  const states = (await stage.list("ls")).map(({ id, state }) => [id, state]);
  assertEquals(states, [["queued", "cancelled"], ["running", "cancelled"]]);
  assertEquals(await stage.messages("QWEN_RESULTS"), 2);
  assertEquals((await stage.list("show", "running"))[0].result.status, "cancelled");
  assertEquals((await stage.jobs("cancel", "running")).code, 1);
  for (const action of ["show", "watch", "cancel", "retry"]) {
    const unknown = await stage.jobs(action, "nobody");
    assertEquals([action, unknown.code, unknown.stdout], [action, 1, ""]);
    assertMatch(unknown.stderr, /has no job "nobody"/);
  }
  worker.kill("SIGTERM");
  assertEquals([(await worker.end).code, stage.model.requests.length], [0, 1]);
});

queueTest("watch prints the events of a job from the first or after a number, and ends with the job", async () => {
  await using stage = await QueueStage.open(() => "done");
  await using _worker = await stage.worker();
  await stage.batch([{ id: "a", prompt: "go" }, { id: "b", prompt: "go" }]);
  const events = await stage.list("watch", "a");
  assertEquals(events.map(({ id }) => id), events.map(() => "a"));
  assertEquals([events[0].event.type, events.at(-1).event.type], ["session.started", "session.ended"]);
  const numbers = events.map(({ seq }) => seq);
  assertEquals(numbers, numbers.toSorted((a, b) => a - b));
  const later = await stage.list("watch", "a", "--from-seq", String(numbers[2]));
  assertEquals(later, events.slice(3));
  const both = await stage.list("watch", "a", "b");
  assertEquals(new Set(both.map(({ id }) => id)), new Set(["a", "b"]));
  assertEquals(both.filter(({ id }) => id === "a"), events);
  const records = await stage.list("watch", "b", "--dialect", "qwen");
  assertEquals(records.map(({ type }) => type), ["system", "assistant", "result"]);
  assertEquals(records.at(-1).result, "done");
});

queueTest(
  "a worker that is told to end takes nothing new, finishes its jobs, and gives them back when told twice",
  async () => {
    await using stage = await QueueStage.open((request) => ({ hold: promptOf(request), steps: [{ text: "done" }] }));
    await using first = await stage.worker();
    await stage.batch([{ id: "a", prompt: "finishes" }], "--detach");
    await stage.model.request(0);
    first.kill("SIGTERM");
    await first.untilError(/takes no further jobs/);
    await stage.batch([{ id: "b", prompt: "given back" }], "--detach");
    stage.model.release("finishes");
    assertEquals((await first.end).code, 0);
    await stage.until("a", "succeeded");
    assertEquals([(await stage.list("show", "b"))[0].state, stage.model.requests.length], ["queued", 1]);
    await using second = await stage.worker();
    await stage.model.request(1);
    second.kill("SIGINT");
    await second.untilError(/takes no further jobs/);
    second.kill("SIGINT");
    assertEquals((await second.end).code, 0);
    assertEquals((await stage.list("show", "b"))[0].state, "queued");
    await using third = await stage.worker("--drain-timeout", "1ms");
    await stage.model.request(2);
    third.kill("SIGTERM");
    assertEquals((await third.end).code, 0);
    assertEquals((await stage.list("show", "b"))[0].state, "queued");
    await using _last = await stage.worker();
    await stage.model.request(3);
    stage.model.release("given back");
    await stage.until("b", "succeeded");
    assertEquals(await stage.messages("QWEN_RESULTS"), 2);
  },
);

queueTest("a worker shows its figures to Prometheus, with the jobs that wait", async () => {
  await using stage = await QueueStage.open((request) => ({ hold: promptOf(request), steps: [{ text: "done" }] }));
  await using worker = await stage.worker("--slots", "1", "--metrics", "0");
  const { metrics } = JSON.parse(worker.stdout.split("\n")[0]);
  await stage.batch(["a", "b", "c"].map((id) => ({ id, prompt: id })), "--detach");
  await stage.model.request(0);
  const figures = async (): Promise<string> => await (await fetch(metrics)).text();
  let text = "";
  await until(async () => /^qwen_queue_depth 3$/m.test(text = await figures()), "The figures do not have three jobs");
  assertMatch(text, /^qwen_sessions 1$/m);
  for (const id of ["a", "b", "c"]) stage.model.release(id);
  for (const id of ["a", "b", "c"]) await stage.until(id, "succeeded");
  assertMatch(await figures(), /^qwen_turns_total\b.* 3$/m);
});

queueTest("the streams of a queue are on file, and a job has one result for ever", async () => {
  await using stage = await QueueStage.open(() => "done");
  const { manager } = stage.queue.connection;
  const found: Record<string, unknown> = {};
  for await (const { config } of manager.streams.list()) {
    const { subjects, storage, retention, max_msgs_per_subject: each } = config;
    found[config.name] = { subjects, storage, retention, each };
  }
  const limited = { storage: "file", retention: "limits", each: 1 };
  assertEquals(found, {
    QWEN_JOBS: { subjects: ["qwen.jobs.*"], storage: "file", retention: "workqueue", each: -1 },
    QWEN_RESULTS: { ...limited, subjects: ["qwen.results.*"] },
    QWEN_EVENTS: { ...limited, subjects: ["qwen.events.*"], each: 20_000 },
    QWEN_DEAD: { ...limited, subjects: ["qwen.dead.*"] },
    KV_QWEN_STATUS: { ...limited, subjects: ["$KV.QWEN_STATUS.>"] },
  });
  await using worker = await stage.worker();
  await stage.batch([{ id: "a", prompt: "go" }]);
  const result = await stage.message("QWEN_RESULTS", "qwen.results.a");
  assertEquals([result.type, result.status, result.worker], [
    "result",
    "succeeded",
    JSON.parse(worker.stdout.split("\n")[0]).worker,
  ]);
  // The server itself refuses a second one, whoever sends it.
  const { jetstream } = stage.queue.connection;
  await assertRejects(() => jetstream.publish("qwen.results.a", JSON.stringify(result)), Error, "per subject");
  const second = await stage.queue.accept({ ...result, result: "another" });
  assertEquals([second, await stage.message("QWEN_RESULTS", "qwen.results.a")], [false, result]);
});
