/** `qwen worker`, `qwen batch --queue` and `qwen jobs` with a real server. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { badLines, byPrompt, jobLines, promptOf, recordsOf } from "../support/batch.ts";
import { type FakeModel, fakeModel, type ScriptedReply } from "../support/fake_model.ts";
import { localCertificate } from "../support/https_servers.ts";
import { hasNats, NatsServer } from "../support/nats.ts";
import { Fixture, type QwenEnd, type RunningQwen, runQwen, startQwen } from "../support/qwen.ts";

const BAD = { status: 400, body: { error: { message: "no such thing" } } };

/** A server, a model and a folder. */
class Stage implements AsyncDisposable {
  private constructor(readonly fixture: Fixture, readonly nats: NatsServer, readonly model: FakeModel) {}

  static async open(otherwise: ScriptedReply): Promise<Stage> {
    return new Stage(await Fixture.open(), await NatsServer.start(), fakeModel([], { otherwise }));
  }

  get #options(): { fixture: Fixture; env: Record<string, string> } {
    return { fixture: this.fixture, env: { ...this.model.env, QWEN_QUEUE: this.nats.url } };
  }

  /** Starts a worker and waits until it is ready. */
  async worker(...args: string[]): Promise<RunningQwen> {
    const run = startQwen(["worker", "--no-chat-recording", "--ack-wait", "1s", ...args], this.#options);
    await run.until(/"type":"ready".*\n/);
    return run;
  }

  /** Sends jobs. */
  async batch(jobs: readonly unknown[], ...args: string[]): Promise<QwenEnd & ReturnType<typeof recordsOf>> {
    await this.fixture.write("jobs.ndjson", jobLines(jobs));
    const end = await runQwen(["batch", "jobs.ndjson", ...args], this.#options);
    return { ...end, ...(args.includes("--detach") ? { records: [], byId: {} } : recordsOf(end.stdout)) };
  }

  jobs(...args: string[]): Promise<QwenEnd> {
    return runQwen(["jobs", ...args, "--json"], this.#options);
  }

  /** The lines that `qwen jobs` prints. */
  // deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
  async list(...args: string[]): Promise<any[]> {
    const { stdout, code, stderr } = await this.jobs(...args);
    assertEquals(code, 0, stderr);
    return stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  }

  /** Waits until a job is in a state. */
  async until(id: string, state: string): Promise<void> {
    for (let tries = 0; tries < 60; tries++) {
      if ((await this.list("show", id))[0].state === state) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`${id} did not become ${state}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.model[Symbol.asyncDispose]();
    await this.nats[Symbol.asyncDispose]();
    await this.fixture[Symbol.asyncDispose]();
  }
}

/** A promise, or an error after a while. */
async function inTime(promise: Promise<unknown>, message: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((_, reject) => timer = setTimeout(reject, 20_000, new Error(message)));
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function test(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: !hasNats, fn });
}

test("jobs are sent to a queue, run by a worker and answered once", async () => {
  await using stage = await Stage.open(byPrompt({ bad: () => BAD }));
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
  const states = (await stage.list("ls")).map(({ id, state, deliveries, worker }) => [id, state, deliveries, worker]);
  assertEquals(states, [
    ["bad", "failed", 1, ready.worker],
    ...jobs.map(({ id }) => [id, "succeeded", 1, ready.worker]),
  ]);
  worker.kill("SIGTERM");
  assertEquals((await worker.end).code, 0);
});

test("a failed job is kept as a dead letter and runs again by retry", async () => {
  let isFailing = true;
  await using stage = await Stage.open(() => isFailing ? BAD : "done");
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

test("a job that was delivered too often is given up, also when no worker lived then", async () => {
  await using stage = await Stage.open(() => ({ hold: "never", steps: [] }));
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
  stage.model.release("never");
});

test("cancel keeps a queued job from running and ends a running one", async () => {
  await using stage = await Stage.open(() => [{ text: "begun" }, { wait: "never" }]);
  await stage.batch([{ id: "queued", prompt: "queued" }], "--detach");
  await stage.list("cancel", "queued");
  await stage.batch([{ id: "running", prompt: "running" }], "--detach");
  await using worker = await stage.worker();
  const request = await stage.model.request(0);
  assertEquals(promptOf(request), "running");
  const start = performance.now();
  await stage.list("cancel", "running");
  await inTime(request.aborted, "The running job goes on");
  assert(performance.now() - start < 5_000);
  const states = (await stage.list("ls")).map(({ id, state }) => [id, state]);
  assertEquals(states, [["queued", "cancelled"], ["running", "cancelled"]]);
  assertEquals((await stage.list("show", "running"))[0].result.status, "cancelled");
  assertEquals([(await stage.jobs("cancel", "running")).code, (await stage.jobs("cancel", "nobody")).code], [1, 1]);
  worker.kill("SIGTERM");
  assertEquals([(await worker.end).code, stage.model.requests.length], [0, 1]);
});

test("watch prints the events of a job from the first or after a number, and ends with the job", async () => {
  await using stage = await Stage.open(() => "done");
  await using _worker = await stage.worker();
  await stage.batch([{ id: "a", prompt: "go" }, { id: "b", prompt: "go" }]);
  const events = await stage.list("watch", "a");
  assertEquals(events.map(({ id }) => id), events.map(() => "a"));
  assertEquals([events[0].event.type, events.at(-1).event.type], ["session.started", "session.ended"]);
  const numbers = events.map(({ seq }) => seq);
  assertEquals(numbers, numbers.toSorted((a, b) => a - b));
  const later = await stage.list("watch", "a", "--from-seq", String(numbers[2]));
  assertEquals(later, events.slice(3));
  const records = await stage.list("watch", "b", "--dialect", "qwen");
  assertEquals(records.map(({ type }) => type), ["system", "assistant", "result"]);
  assertEquals(records.at(-1).result, "done");
});

test("a worker that is told to end finishes its jobs, and gives them back when told twice", async () => {
  await using stage = await Stage.open((request) => ({ hold: promptOf(request), steps: [{ text: "done" }] }));
  await using first = await stage.worker();
  await stage.batch([{ id: "a", prompt: "finishes" }], "--detach");
  await stage.model.request(0);
  first.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 300));
  stage.model.release("finishes");
  assertEquals((await first.end).code, 0);
  await stage.until("a", "succeeded");
  await using second = await stage.worker();
  await stage.batch([{ id: "b", prompt: "given back" }], "--detach");
  await stage.model.request(1);
  second.kill("SIGINT");
  await new Promise((resolve) => setTimeout(resolve, 300));
  second.kill("SIGINT");
  assertEquals((await second.end).code, 0);
  assertEquals((await stage.list("show", "b"))[0].state, "queued");
  await using _third = await stage.worker();
  await stage.model.request(2);
  stage.model.release("given back");
  await stage.until("b", "succeeded");
});

test("a worker shows its figures to Prometheus, with the jobs that wait", async () => {
  await using stage = await Stage.open((request) => ({ hold: promptOf(request), steps: [{ text: "done" }] }));
  await using worker = await stage.worker("--slots", "1", "--metrics", "0");
  const { metrics } = JSON.parse(worker.stdout.split("\n")[0]);
  await stage.batch(["a", "b", "c"].map((id) => ({ id, prompt: id })), "--detach");
  await stage.model.request(0);
  const figures = async (): Promise<string> => await (await fetch(metrics)).text();
  let text = "";
  for (let tries = 0; tries < 100 && !/qwen_queue_depth 3/.test(text); tries++) {
    text = await figures();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assertMatch(text, /^qwen_queue_depth 3$/m);
  assertMatch(text, /^qwen_sessions 1$/m);
  for (const id of ["a", "b", "c"]) stage.model.release(id);
  for (const id of ["a", "b", "c"]) await stage.until(id, "succeeded");
  assertMatch(await figures(), /^qwen_turns_total\b.* 3$/m);
});

test("a worker and a batch survive a restart of the server", async () => {
  await using stage = await Stage.open((request) => ({ hold: promptOf(request), steps: [{ text: "done" }] }));
  await using _worker = await stage.worker();
  const batch = stage.batch([{ id: "a", prompt: "gate" }, { id: "b", prompt: "gate" }], "-j", "2");
  await stage.model.request(1);
  await stage.nats.restart();
  stage.model.release("gate");
  const { code, records, stderr } = await batch;
  assertEquals([code, records.length], [0, 2], stderr);
});

Deno.test({
  name: "a queue asks for credentials, which are shown nowhere",
  ignore: !hasNats,
  async fn(): Promise<void> {
    await using fixture = await Fixture.open();
    await using nats = await NatsServer.start(["--user", "me", "--pass", "hush-hush"]);
    const refused = await runQwen(["jobs", "ls", "--queue", nats.url], { fixture });
    assertEquals(refused.code, 1);
    assertMatch(refused.stderr, /Cannot use the queue/);
    const url = `nats://me:hush-hush@127.0.0.1:${nats.port}`;
    const args = ["worker", "--queue", url, "--provider", "demo"];
    await using worker = startQwen(args, { fixture });
    await worker.until(/"type":"ready".*\n/);
    worker.kill("SIGTERM");
    const { stdout, stderr, code } = await worker.end;
    assertEquals([code, JSON.parse(stdout).queue, `${stdout}${stderr}`.includes("hush-hush")], [0, nats.url, false]);
    const none = await runQwen(["jobs", "ls"], { fixture });
    assertEquals(none.code, 1);
    assertMatch(none.stderr, /There is no queue/);
    const bad = await runQwen(["jobs", "ls", "--queue", "http://127.0.0.1"], { fixture });
    assertEquals(bad.code, 52);
  },
});

test("a queue is reached by TLS, with an authority of one's own", async () => {
  await using fixture = await Fixture.open();
  const { cert, key, authority } = await localCertificate(fixture.home);
  const files = { cert: `${fixture.home}/server.pem`, key: `${fixture.home}/server.key` };
  await Deno.writeTextFile(files.cert, cert);
  await Deno.writeTextFile(files.key, key);
  await using nats = await NatsServer.start(["--tls", "--tlscert", files.cert, "--tlskey", files.key]);
  const args = ["jobs", "ls", "--queue", `tls://localhost:${nats.port}`];
  const strange = await runQwen(args, { fixture });
  assertEquals([strange.code, strange.stdout], [1, ""]);
  assertMatch(strange.stderr, /Cannot use the queue/);
  const known = await runQwen(args, { fixture, env: { NODE_EXTRA_CA_CERTS: authority } });
  assertEquals([known.code, known.stdout], [0, ""], known.stderr);
  const missing = await runQwen([...args, "--queue-creds", "none.creds"], { fixture });
  assertEquals(missing.code, 52);
});
