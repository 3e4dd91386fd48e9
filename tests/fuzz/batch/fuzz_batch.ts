/**
 * A batch that is killed at random points, or interrupted, and started again until it is done: every job has one record
 * at the end, and no job with a record runs again.
 */
import { type BatchRecord, jobLines, promptOf, recordsOf } from "../../support/batch.ts";
import { type FakeModel, fakeModel } from "../../support/fake_model.ts";
import { Fixture, type RunningQwen, startQwen } from "../../support/qwen.ts";
import { seeded } from "../../support/random.ts";

const JOBS = 60;
const OUT = "out.ndjson";
const MAX_ROUNDS = 60;
/** Longer than the start of the program, even on a busy machine. */
const START_MS = 600;

/** Plays scenes, one seed after the other. */
export async function fuzzBatch({ seconds, seed }: { seconds: number; seed: number }): Promise<string> {
  const end = performance.now() + seconds * 1_000;
  let [scenes, kills] = [0, 0];
  do {
    try {
      kills += (await playBatch({ seed: seed + scenes, jobs: JOBS })).kills;
    } catch (error) {
      throw new Error(`Seed ${seed + scenes} fails`, { cause: error });
    }
    scenes++;
  } while (performance.now() < end);
  return `${scenes} scenes with ${JOBS} jobs and ${kills} ended runs: every job has one record`;
}

/** One scene: a seed and the number of jobs. Throws when a record is lost, doubled or torn. */
export async function playBatch({ seed, jobs }: { seed: number; jobs: number }): Promise<{ kills: number }> {
  const random = seeded(seed);
  const ids = Array.from({ length: jobs }, (_, i) => `job-${i}`);
  await using fixture = await Fixture.open({ "jobs.ndjson": jobLines(ids.map((id) => ({ id, prompt: id }))) });
  await using model = fakeModel([], { otherwise: () => [{ delayMs: random(8) }, { text: "done" }] });
  const args = ["batch", "jobs.ndjson", "-j", String(1 + random(6)), "-o", OUT, "--no-chat-recording"];
  for (let kills = 0; kills < MAX_ROUNDS; kills++) {
    const finished = new Set((await recordsIn(fixture)).filter(isFinal).map(({ id }) => id));
    const sent = model.requests.length;
    await using run = startQwen(args, { fixture, env: model.env });
    const isOver = await endAtRandom(run, { random, model });
    const again = model.requests.slice(sent).map((request) => promptOf(request)).filter((id) => finished.has(id));
    if (again.length > 0) throw new Error(`Ran again although they have records: ${again.join(", ")}`);
    if (!isOver) continue;
    const { code, stderr } = await run.end;
    if (code !== 0) throw new Error(`The batch ended with ${code}: ${stderr.slice(-500)}`);
    await checkEnd(fixture, ids);
    return { kills };
  }
  throw new Error(`The batch did not end in ${MAX_ROUNDS} runs`);
}

/** Ends a run at a random point: during its start, or after some requests. True when it was faster. */
async function endAtRandom(
  run: RunningQwen,
  { random, model }: { random: (below: number) => number; model: FakeModel },
): Promise<boolean> {
  let isOver = false;
  const end = run.end.then(() => void (isOver = true));
  if (random(4) === 0) await endOrPause(end, random(START_MS));
  else {
    const target = model.requests.length + random(12);
    while (!isOver && model.requests.length < target) await pauseFor(1);
    await pauseFor(random(20));
  }
  if (isOver) return true;
  // After an interrupt the results are written anew, without the records of the jobs that were cancelled before.
  const signal = random(3) === 0 ? "SIGINT" : "SIGKILL";
  killIfAlive(run, signal);
  if (signal === "SIGINT" && random(2) === 0) {
    await endOrPause(end, random(60));
    if (!isOver) killIfAlive(run, "SIGKILL");
  }
  await end;
  return (await run.end).code === 0;
}

function killIfAlive(run: RunningQwen, signal: Deno.Signal): void {
  try {
    run.kill(signal);
  } catch (error) {
    // It has just ended by itself.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** The records of the file; its last line may be torn. */
async function recordsIn(fixture: Fixture): Promise<BatchRecord[]> {
  const text = await Deno.readTextFile(`${fixture.cwd}/${OUT}`).catch(() => "");
  return recordsOf(text.slice(0, text.lastIndexOf("\n") + 1)).records;
}

function isFinal({ status }: BatchRecord): boolean {
  return status === "succeeded" || status === "failed";
}

async function checkEnd(fixture: Fixture, ids: readonly string[]): Promise<void> {
  const { records } = recordsOf(await Deno.readTextFile(`${fixture.cwd}/${OUT}`));
  const found = records.map(({ id, status }) => `${id} ${status}`).sort().join();
  if (found !== ids.map((id) => `${id} succeeded`).sort().join()) throw new Error(`The records are ${found}`);
  const files = (await Array.fromAsync(Deno.readDir(fixture.cwd))).map(({ name }) => name).sort().join();
  if (files !== `jobs.ndjson,${OUT}`) throw new Error(`The folder has ${files}`);
}

/** Waits for a time, or for the end if that comes first. */
async function endOrPause(end: Promise<void>, ms: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([end, over]).finally(() => clearTimeout(timer));
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
