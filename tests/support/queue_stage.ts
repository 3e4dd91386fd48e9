/** A queue on a real server, a model and the programs that use them. */
import { assertEquals } from "@std/assert";
import { JobQueue } from "../../lib/fleet/queue/job_queue.ts";
import type { JobState } from "../../lib/fleet/queue/job_status.ts";
import { jobLines, recordsOf } from "./batch.ts";
import { type FakeModel, fakeModel, type ScriptedReply } from "./fake_model.ts";
import { hasNats, NatsServer } from "./nats.ts";
import { Fixture, type QwenEnd, type RunningQwen, runQwen, startQwen } from "./qwen.ts";

/** How long a condition may take on a busy machine. */
const MAX_WAIT_MS = 60_000;

/** A server, a model and a folder. */
export class QueueStage implements AsyncDisposable {
  readonly fixture: Fixture;
  readonly nats: NatsServer;
  readonly model: FakeModel;
  /** The queue as this test sees it, beside the programs. */
  readonly queue: JobQueue;

  private constructor(parts: { fixture: Fixture; nats: NatsServer; model: FakeModel; queue: JobQueue }) {
    this.fixture = parts.fixture;
    this.nats = parts.nats;
    this.model = parts.model;
    this.queue = parts.queue;
  }

  static async open(otherwise: ScriptedReply): Promise<QueueStage> {
    const nats = await NatsServer.start();
    const queue = await JobQueue.open({ url: nats.url }, { waits: true, note: () => {}, now: () => Date.now() });
    return new QueueStage({ fixture: await Fixture.open(), nats, model: fakeModel([], { otherwise }), queue });
  }

  get options(): { fixture: Fixture; env: Record<string, string> } {
    return { fixture: this.fixture, env: { ...this.model.env, QWEN_QUEUE: this.nats.url } };
  }

  /** Starts a worker and waits until it is ready. */
  async worker(...args: string[]): Promise<RunningQwen> {
    const run = startQwen(["worker", "--no-chat-recording", "--ack-wait", "1s", ...args], this.options);
    await run.until(/"type":"ready".*\n/);
    return run;
  }

  /** Sends jobs. */
  async batch(jobs: readonly unknown[], ...args: string[]): Promise<QwenEnd & ReturnType<typeof recordsOf>> {
    await this.fixture.write("jobs.ndjson", jobLines(jobs));
    const end = await runQwen(["batch", "jobs.ndjson", ...args], this.options);
    return { ...end, ...(args.includes("--detach") ? { records: [], byId: {} } : recordsOf(end.stdout)) };
  }

  jobs(...args: string[]): Promise<QwenEnd> {
    return runQwen(["jobs", ...args, "--json"], this.options);
  }

  /** The lines that `qwen jobs` prints. */
  // deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
  async list(...args: string[]): Promise<any[]> {
    const { stdout, code, stderr } = await this.jobs(...args);
    assertEquals(code, 0, stderr);
    return stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  }

  /** Waits until a job is in a state. */
  async until(id: string, state: JobState): Promise<void> {
    await until(async () => (await this.queue.status(id))?.state === state, `${id} did not become ${state}`);
  }

  /** How many messages a stream has; a server that has just come back may not answer the first time. */
  async messages(stream: string): Promise<number> {
    const ask = async (): Promise<number> => (await this.queue.connection.manager.streams.info(stream)).state.messages;
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "TimeoutError") throw error;
      return await ask();
    }
  }

  /** The content of the only message of a subject. */
  // deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
  async message(stream: string, subject: string): Promise<any> {
    const { manager } = this.queue.connection;
    return (await manager.streams.getMessage(stream, { last_by_subj: subject }))?.json();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.model[Symbol.asyncDispose]();
    await this.queue[Symbol.asyncDispose]();
    await this.nats[Symbol.asyncDispose]();
    await this.fixture[Symbol.asyncDispose]();
  }
}

/** Waits until a condition holds. */
export async function until(isMet: () => Promise<boolean> | boolean, message: string): Promise<void> {
  for (const end = performance.now() + MAX_WAIT_MS; !await isMet();) {
    if (performance.now() > end) throw new Error(message);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** A test that needs a NATS server. */
export function queueTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: !hasNats, fn });
}
