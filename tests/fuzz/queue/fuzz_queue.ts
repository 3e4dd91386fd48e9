/**
 * Three workers, many jobs, workers that are killed at random points and a server that restarts in the middle: every
 * job has exactly one result, and no job runs again once its result was accepted.
 */
import { jetstream, type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { jobLines, promptOf, recordsOf } from "../../support/batch.ts";
import { fakeModel } from "../../support/fake_model.ts";
import { NatsServer } from "../../support/nats.ts";
import { Fixture, type RunningQwen, startQwen } from "../../support/qwen.ts";
import { seeded } from "../../support/random.ts";

const WORKERS = 3;
const ACK_WAIT = "2s";
const JOBS = 500;
const EMPTY_MS = 60_000;
/** The status of a process after SIGKILL. */
const KILLED = 137;

/** Plays scenes with 500 jobs each, one seed after the other. */
export async function fuzzQueue({ seconds, seed }: { seconds: number; seed: number }): Promise<string> {
  const end = performance.now() + seconds * 1_000;
  let [scenes, kills] = [0, 0];
  do {
    try {
      kills += (await playQueue({ seed: seed + scenes, jobs: JOBS })).kills;
    } catch (error) {
      throw new Error(`Seed ${seed + scenes} fails`, { cause: error });
    }
    scenes++;
  } while (performance.now() < end);
  return `${scenes} scenes with ${JOBS} jobs and ${kills} killed workers: every job has one result`;
}

/** One scene: a seed and the number of jobs. Throws when something is lost or doubled. */
export async function playQueue({ seed, jobs }: { seed: number; jobs: number }): Promise<{ kills: number }> {
  const random = seeded(seed);
  await using fixture = await Fixture.open();
  await using nats = await NatsServer.start();
  const ledger: { id: string; at: number }[] = [];
  const pace = Promise.withResolvers<void>();
  await using model = fakeModel([], {
    otherwise: (request) => {
      ledger.push({ id: promptOf(request), at: Date.now() });
      if (ledger.length >= jobs / 2) pace.resolve();
      return "done";
    },
  });
  const options = { fixture, env: { ...model.env, QWEN_QUEUE: nats.url } };
  const args = ["worker", "--no-chat-recording", "--slots", "4", "--ack-wait", ACK_WAIT, "--max-deliver", "100"];
  const died = Promise.withResolvers<never>();
  const startWorker = (): RunningQwen => {
    const worker = startQwen(args, options);
    void worker.end.then(({ code, stderr }) => {
      if (code !== KILLED) died.reject(new Error(`A worker ended by itself with ${code}: ${stderr.slice(-1_000)}`));
    });
    return worker;
  };
  const workers = Array.from({ length: WORKERS }, startWorker);
  try {
    const ids = Array.from({ length: jobs }, (_, i) => `job-${i}`);
    await fixture.write("jobs.ndjson", jobLines(ids.map((id) => ({ id, prompt: id }))));
    await using batch = startQwen(["batch", "jobs.ndjson", "-o", "out.ndjson"], options);
    let isOver = false;
    let kills = 0;
    const chaos = (async () => {
      while (!isOver && kills < 2 * WORKERS) {
        const target = ledger.length + 1 + random(Math.ceil(jobs / 8));
        while (!isOver && ledger.length < target) await pauseFor(5 + random(20));
        if (isOver) return;
        const victim = random(WORKERS);
        workers[victim].kill("SIGKILL");
        await workers[victim].end;
        workers[victim] = startWorker();
        kills++;
      }
    })();
    const restart = pace.promise.then(() => pauseFor(random(300))).then(() => isOver ? undefined : nats.restart());
    const { code, stderr } = await Promise.race([batch.end, died.promise]);
    isOver = true;
    pace.resolve();
    await Promise.race([Promise.all([chaos, restart]), died.promise]);
    if (code !== 0) throw new Error(`The batch ended with ${code}: ${stderr.slice(-500)}`);
    const { records } = recordsOf(await Deno.readTextFile(`${fixture.cwd}/out.ndjson`));
    compare(records.map(({ id }) => id ?? ""), ids);
    await checkQueue(nats.url, { ids, ledger });
    return { kills };
  } finally {
    await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()));
  }
}

/** Every job has one message of results, and no request of it came after that. */
async function checkQueue(
  url: string,
  { ids, ledger }: { ids: readonly string[]; ledger: readonly { id: string; at: number }[] },
): Promise<void> {
  const nats = await connect({ servers: url.replace("nats://", "") });
  try {
    const manager = await jetstreamManager(nats);
    // A job that still waits in the queue could run again.
    await untilEmpty(manager);
    const { state } = await manager.streams.info("QWEN_RESULTS");
    if (state.messages !== ids.length) throw new Error(`There are ${state.messages} results of ${ids.length} jobs`);
    const acceptedAt = new Map<string, number>();
    const consumer = await jetstream(nats).consumers.get("QWEN_RESULTS");
    while (acceptedAt.size < ids.length) {
      for await (const message of await consumer.fetch({ max_messages: 500, expires: 2_000 })) {
        acceptedAt.set(message.subject.slice("qwen.results.".length), message.info.timestampNanos / 1e6);
      }
    }
    const late = ledger.filter(({ id, at }) => at > (acceptedAt.get(id) ?? 0) + 1);
    const shown = late.map(({ id, at }) => `${id} ${Math.round(at - (acceptedAt.get(id) ?? 0))} ms later`);
    if (late.length > 0) throw new Error(`Ran again after their results: ${shown.join(", ")}`);
  } finally {
    await nats.close();
  }
}

function compare(found: readonly string[], expected: readonly string[]): void {
  const [have, want] = [found.toSorted().join(), expected.toSorted().join()];
  if (have !== want) throw new Error(`The results are not those of the jobs: ${found.length} of ${expected.length}`);
}

async function untilEmpty(manager: JetStreamManager): Promise<void> {
  const end = performance.now() + EMPTY_MS;
  for (;; await pauseFor(50)) {
    const { state } = await manager.streams.info("QWEN_JOBS");
    if (state.messages === 0) return;
    if (performance.now() < end) continue;
    const workers = await manager.consumers.info("QWEN_JOBS", "workers");
    throw new Error(`Jobs with results stay in the queue: ${JSON.stringify({ state, workers })}`);
  }
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
