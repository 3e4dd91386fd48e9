/** A worker under senders that come, cancel, stall and die, and a server that restarts. */
import { skippedResult } from "../../lib/fleet/job_result.ts";
import { JobQueue } from "../../lib/fleet/queue/job_queue.ts";
import { NatsServer } from "../support/nats.ts";
import { Fixture, startQwen } from "../support/qwen.ts";
import { pause, soak, type SoakReport } from "./holding.ts";

const ROUND_CLIENTS = 10;
const BETWEEN_MS = 200;
/** The server restarts with every so many rounds. */
const RESTART_ROUNDS = 8;
const MAX_WAIT_MS = 60_000;

/** Runs senders against one worker for a time. */
export async function soakWorker({ ms }: { ms: number }): Promise<SoakReport> {
  await using fixture = await Fixture.open();
  await using nats = await NatsServer.start();
  const flags = ["worker", "--queue", nats.url, "--provider", "demo", "--yolo", "--slots", "4", "--ack-wait", "2s"];
  await using worker = startQwen(flags, { fixture });
  await worker.until(/"type":"ready".*\n/);
  const counts = { clients: 0, answers: 0 };
  let rounds = 0;
  const round = async (): Promise<void> => {
    const kinds = Array.from({ length: ROUND_CLIENTS }, (_, index) => index);
    const visits = Promise.all(kinds.map((kind) => visit(nats.url, { kind, counts })));
    if (++rounds % RESTART_ROUNDS === 1) await nats.restart();
    await visits;
    await pause(BETWEEN_MS);
  };
  const holdings = await soak(round, { ms, pid: worker.pid });
  return { ...counts, ...holdings };
}

/** One sender: it collects its result, cancels its job, sends nonsense, or leaves without a word. */
async function visit(
  url: string,
  { kind, counts }: { kind: number; counts: { clients: number; answers: number } },
): Promise<void> {
  counts.clients += 1;
  const queue = await JobQueue.open({ url }, { waits: true, note: () => {}, now: () => Date.now() });
  const id = crypto.randomUUID();
  switch (kind % 5) {
    case 0:
    case 1: {
      await using _ = queue;
      await queue.submit({ id, prompt: kind % 2 === 0 ? "count to 20" : "run: sleep 0.1; echo done" });
      if (await resultOf(queue, id) === "succeeded") counts.answers += 1;
      return;
    }
    case 2: {
      await using _ = queue;
      await queue.submit({ id, prompt: "run: sleep 600" });
      await pause(300);
      const cancelled = { status: "cancelled", exit_code: 130 } as const;
      await queue.cancel({ ...skippedResult(id, { code: "stopped", message: "" }), ...cancelled });
      return;
    }
    case 3: {
      await using _ = queue;
      await queue.connection.jetstream.publish(`qwen.jobs.${id}`, "this is no job").catch(() => {/* It is away. */});
      return;
    }
    default:
      await queue.submit({ id, prompt: "count to 200" });
      await queue.connection.nats.close();
  }
}

async function resultOf(queue: JobQueue, id: string): Promise<string> {
  for (const endAt = performance.now() + MAX_WAIT_MS; performance.now() < endAt; await pause(50)) {
    const result = await queue.result(id);
    if (result) return result.status;
  }
  throw new Error(`The job ${id} has no result`);
}
