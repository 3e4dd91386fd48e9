/** Who may run a job and who may store its result, on a real server that loses what it had confirmed. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { skippedResult } from "../../../../lib/fleet/job_result.ts";
import type { JobResult } from "../../../../lib/fleet/job_result.ts";
import type { Claim, HeldJob } from "../../../../lib/fleet/queue/job_claims.ts";
import { JobQueue } from "../../../../lib/fleet/queue/job_queue.ts";
import { copyFolder } from "../../../support/copy_folder.ts";
import { NatsServer } from "../../../support/nats.ts";
import { queueTest, until } from "../../../support/queue_stage.ts";

const LONG = { holdMs: 60_000 };
const EXPIRED = { holdMs: 0 };
const WANTED = new AbortController().signal;

/** Two workers with a connection each. */
class Workers implements AsyncDisposable {
  readonly nats: NatsServer;
  readonly a: JobQueue;
  readonly b: JobQueue;

  private constructor(nats: NatsServer, [a, b]: [JobQueue, JobQueue]) {
    this.nats = nats;
    this.a = a;
    this.b = b;
  }

  static async open(): Promise<Workers> {
    const nats = await NatsServer.start();
    const open = (): Promise<JobQueue> =>
      JobQueue.open({ url: nats.url }, { waits: true, note: () => {}, now: () => Date.now() });
    const workers = new Workers(nats, [await open(), await open()]);
    for (const id of ["one", "two"]) await workers.a.setStatus({ id, state: "queued", deliveries: 0, hash: "h" });
    return workers;
  }

  /** Kills the server and puts the states back that it had when `save` was called. */
  async forget(): Promise<void> {
    await this.nats.restart(() => copyFolder(this.#saved, this.#states));
    await this.#reconnected();
  }

  async save(): Promise<void> {
    await this.nats.restart(() => copyFolder(this.#states, this.#saved));
    await this.#reconnected();
  }

  async #reconnected(): Promise<void> {
    await until(async () => {
      const both = await Promise.all([this.a, this.b].map((queue) => queue.status("two").catch(() => null)));
      return both.every((status) => status !== null);
    }, "The connections do not come back");
  }

  get #states(): string {
    return `${this.nats.folderOf("KV_QWEN_STATUS")}/msgs`;
  }

  get #saved(): string {
    return `${this.nats.folderOf("..")}/saved`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.a[Symbol.asyncDispose]();
    await this.b[Symbol.asyncDispose]();
    await this.nats[Symbol.asyncDispose]();
  }
}

function held(claim: Claim): HeldJob {
  assert(claim.kind === "held", `The claim is ${claim.kind}`);
  return claim.held;
}

function resultOf(worker: string): JobResult {
  return { ...skippedResult("one", { code: "stopped", message: "" }), status: "succeeded", result: worker, worker };
}

queueTest("a worker that has lost its claim decides nothing, and a job with a decision is not claimed", async () => {
  await using workers = await Workers.open();
  const { a, b } = workers;
  const first = held(await a.claims.claim("one", { worker: "a", ...LONG }));
  assertEquals((await b.claims.claim("one", { worker: "b", ...LONG })).kind, "busy");
  const second = held(await b.claims.claim("one", { worker: "b", ...EXPIRED }));
  assertEquals(second.status.deliveries, 2);
  // However late the message of the first worker comes: the state that it names is gone.
  assertEquals(await a.claims.decide(first, resultOf("a")), null);
  assertEquals(await a.claims.renew(first, WANTED), null);
  assertEquals(await a.claims.release(first), false);
  assert(await b.claims.renew(second, WANTED));
  // Its number is that before the renewal, which a worker may have made without getting the answer.
  assert(await b.claims.decide(second, resultOf("b")));
  await assertRejects(() => b.claims.renew(second, AbortSignal.abort()), DOMException);
  const third = await a.claims.claim("one", { worker: "a", ...EXPIRED });
  assert(third.kind === "ended" && third.isCurrent());
  assertEquals(third.result, resultOf("b"));
});

queueTest("a claim that a killed server has lost is made again unless another worker has the job", async () => {
  await using workers = await Workers.open();
  const { a, b } = workers;
  await workers.save();
  const one = held(await a.claims.claim("one", { worker: "a", ...LONG }));
  const two = held(await a.claims.claim("two", { worker: "a", ...LONG }));
  await workers.forget();
  // The state of the other worker gets the number of the lost one.
  const taken = held(await b.claims.claim("one", { worker: "b", ...LONG }));
  assertEquals(taken.revision, one.revision);
  assertEquals(await a.claims.decide(one, resultOf("a")), null);
  assertEquals((await a.status("one"))?.worker, "b");
  assert(await a.claims.renew(two, WANTED));
  assertEquals((await b.claims.claim("two", { worker: "b", ...LONG })).kind, "busy");
});

queueTest("a decision that a killed server has lost is made again before its result is stored", async () => {
  await using workers = await Workers.open();
  const { a, b } = workers;
  await workers.save();
  const decided = await a.claims.decide(held(await a.claims.claim("one", { worker: "a", ...LONG })), resultOf("a"));
  assert(decided);
  const seen = await b.claims.claim("one", { worker: "b", ...LONG });
  assert(seen.kind === "ended" && seen.isCurrent());
  await workers.forget();
  // Neither the worker nor its helper relies on what the server has said before.
  assertEquals(seen.isCurrent(), false);
  const taken = held(await b.claims.claim("one", { worker: "b", ...LONG }));
  assertEquals(await a.claims.decide(decided, resultOf("a")), null);
  assert(await b.claims.decide(taken, resultOf("b")));
  const other = await a.claims.claim("one", { worker: "a", ...LONG });
  assert(other.kind === "ended");
  assertEquals(other.result.worker, "b");
});

queueTest("a job that is given back is free at once", async () => {
  await using workers = await Workers.open();
  const { a, b } = workers;
  assertEquals(await a.claims.release(held(await a.claims.claim("one", { worker: "a", ...LONG }))), true);
  assertEquals((await b.status("one"))?.worker, undefined);
  assertEquals(held(await b.claims.claim("one", { worker: "b", ...LONG })).status.deliveries, 2);
});
