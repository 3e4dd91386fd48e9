/** Jobs whose workers die, or whose server loses what it had confirmed, between the work and its result. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { skippedResult } from "../../lib/fleet/job_result.ts";
import { copyFolder } from "../support/copy_folder.ts";
import { QueueStage, queueTest, until } from "../support/queue_stage.ts";
import { type RunningQwen, runQwen } from "../support/qwen.ts";

const JOB = { id: "a", prompt: "go" };

function nameOf(worker: RunningQwen): string {
  return JSON.parse(worker.stdout.split("\n")[0]).worker;
}

queueTest(
  "a result that a dead worker had decided on is stored by the next one, which does not run the job",
  async () => {
    await using stage = await QueueStage.open(() => "done");
    await stage.batch([JOB], "--detach");
    const { claims } = stage.queue;
    const claim = await claims.claim("a", { worker: "ghost", holdMs: 60_000 });
    assert(claim.kind === "held");
    const empty = skippedResult("a", { code: "stopped", message: "" });
    const { error: _, ...rest } = empty;
    const result = { ...rest, status: "succeeded" as const, exit_code: 0, result: "by a ghost", worker: "ghost" };
    assert(await claims.decide(claim.held, result));
    // Until then it is a running job, and nobody sees more of it.
    const [listed] = await stage.list("ls");
    assertEquals({ ...listed, updated_at: "" }, {
      id: "a",
      state: "running",
      worker: "ghost",
      deliveries: 1,
      updated_at: "",
    });
    assertEquals("result" in (await stage.list("show", "a"))[0], false);
    await using _worker = await stage.worker();
    await stage.until("a", "succeeded");
    assertEquals(await stage.message("QWEN_RESULTS", "qwen.results.a"), result);
    await until(async () => await stage.messages("QWEN_JOBS") === 0, "The job stays in the queue");
    assertEquals(stage.model.requests.length, 0);
  },
);

queueTest("a worker whose claim a killed server has lost stores nothing once another worker has the job", async () => {
  let runs = 0;
  await using stage = await QueueStage.open(() => {
    const run = ++runs;
    return [{ text: `answer ${run}` }, { wait: `run ${run}` }];
  });
  await stage.batch([JOB], "--detach");
  const saved = `${stage.fixture.home}/saved`;
  const states = `${stage.nats.folderOf("KV_QWEN_STATUS")}/msgs`;
  await stage.nats.restart(() => copyFolder(states, saved));
  await using first = await stage.worker();
  const request = await stage.model.request(0);
  // It must not renew its claim before the other worker comes.
  first.kill("SIGSTOP");
  await stage.nats.restart(() => copyFolder(saved, states));
  await using second = await stage.worker();
  await stage.model.request(1);
  first.kill("SIGCONT");
  await until(() => request.isAborted, "The first worker goes on");
  stage.model.release("run 1");
  stage.model.release("run 2");
  await stage.until("a", "succeeded");
  const { worker, result } = await stage.message("QWEN_RESULTS", "qwen.results.a");
  assertEquals([worker, result, stage.model.requests.length], [nameOf(second), "answer 2", 2]);
  assertEquals(await stage.messages("QWEN_RESULTS"), 1);
});

queueTest(
  "a job whose result was removed runs again when it is sent again, and limits of streams are kept",
  async () => {
    await using stage = await QueueStage.open(() => "done");
    const { manager } = stage.queue.connection;
    const [days, dayNs] = [2, 24 * 60 * 60 * 1e9];
    for (const stream of ["QWEN_EVENTS", "QWEN_RESULTS"]) {
      await manager.streams.update(stream, {
        max_age: days * dayNs,
      });
    }
    await using _worker = await stage.worker();
    assertEquals((await stage.batch([JOB])).code, 0);
    await stage.until("a", "succeeded");
    await manager.streams.purge("QWEN_RESULTS");
    const { code, byId, stderr } = await stage.batch([JOB]);
    assertEquals([code, byId.a.result, stage.model.requests.length], [0, "done", 2], stderr);
    for (const stream of ["QWEN_EVENTS", "QWEN_RESULTS"]) {
      assertEquals((await manager.streams.info(stream)).config.max_age, days * dayNs);
    }
  },
);

queueTest("what is too large for the server is refused or fails with a reason, and the worker goes on", async () => {
  const large = "x".repeat(1_100_000);
  await using stage = await QueueStage.open((request) =>
    JSON.stringify(request.body.messages).includes("long answer") ? large : "done"
  );
  await using worker = await stage.worker();
  const jobs = [{ id: "prompt", prompt: large }, { id: "answer", prompt: "a long answer" }, JOB];
  const { code, records, byId, stderr } = await stage.batch(jobs);
  assertEquals([code, records.length], [1, 3], stderr);
  assertEquals(records.filter((record) => "line" in record).map(({ id, error }) => [id, error?.code]), [
    ["prompt", "invalid_job"],
  ]);
  assertMatch(stderr, /too large for the queue/);
  assertEquals([byId.answer.status, byId.answer.error?.code, byId.a.status], ["failed", "limit_exceeded", "succeeded"]);
  assertMatch(byId.answer.error?.message ?? "", /max_payload/);
  assert(byId.answer.usage.total_tokens > 0);
  assertMatch(worker.stderr, /job answer has an event that is too large for the queue/);
  assertEquals((await stage.list("ls")).map(({ id }) => id), ["a", "answer"]);
});

queueTest("a cancelled job ends within five seconds, from the moment at which its result is accepted", async () => {
  await using stage = await QueueStage.open(() => [{ text: "begun" }, { wait: "never" }]);
  await using worker = await stage.worker("--ack-wait", "30s");
  await stage.batch([JOB], "--detach");
  const request = await stage.model.request(0);
  const aborted = request.aborted.then(() => Date.now());
  assertEquals((await runQwen(["jobs", "cancel", "a"], stage.options)).code, 0);
  const { manager } = stage.queue.connection;
  const accepted = await manager.streams.getMessage("QWEN_RESULTS", { last_by_subj: "qwen.results.a" });
  assert(accepted);
  assertEquals(accepted.json<{ worker: string }>().worker, nameOf(worker));
  const ms = await aborted - Date.parse(accepted.timestamp);
  assert(ms < 5_000, `${ms} ms`);
});

queueTest("a worker that was stalled asks the model nothing more once another worker has ended the job", async () => {
  await using stage = await QueueStage.open(({ index }) =>
    index === 0 ? { hold: "first", steps: [{ call: "list_directory", input: { path: "." } }] } : "done"
  );
  await using stalled = await stage.worker();
  await stage.batch([JOB], "--detach");
  await stage.model.request(0);
  stalled.kill("SIGSTOP");
  // Its answer waits for it, and asks for a further request.
  stage.model.release("first");
  await using second = await stage.worker();
  await stage.until("a", "succeeded");
  stalled.kill("SIGCONT");
  await stalled.untilError(/job a belongs to another worker by now/);
  assertEquals(stage.model.requests.length, 2);
  assertEquals((await stage.message("QWEN_RESULTS", "qwen.results.a")).worker, nameOf(second));
});
