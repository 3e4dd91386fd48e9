/** `qwen batch` goes on where an earlier run has ended; `deno task fuzz batch` plays more and larger scenes. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { playBatch } from "../fuzz/batch/fuzz_batch.ts";
import { byPrompt, jobLines, promptOf, readResults, recordsOf, runBatch } from "../support/batch.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, runQwen, startQwen } from "../support/qwen.ts";
import { seeded } from "../support/random.ts";

const ARGS = ["--no-chat-recording", "-o", "out.ndjson"];
const JOBS = Array.from({ length: 12 }, (_, i) => ({ id: `j${i}`, prompt: `prompt <${i}>` }));

Deno.test("a batch that was killed at any point goes on, and no finished job runs again", async () => {
  const random = seeded(7);
  await using fixture = await Fixture.open({ "jobs.ndjson": jobLines(JOBS) });
  await using model = fakeModel([], { otherwise: byPrompt({}) });
  const options = { fixture, env: model.env };
  for (let round = 0; round < 3; round++) {
    const before = (await readResults(fixture)).length;
    await using run = startQwen(["batch", "jobs.ndjson", "-j", "2", ...ARGS], options);
    await model.request(model.requests.length + random(3));
    run.kill("SIGKILL");
    await run.end;
    assert((await readResults(fixture)).length >= before);
  }
  const done = new Set((await readResults(fixture)).map(({ id }) => id));
  const sent = model.requests.length;
  const last = await runQwen(["batch", "jobs.ndjson", "-j", "2", ...ARGS], options);
  assertEquals(last.code, 0, last.stderr);
  const { records } = recordsOf(await Deno.readTextFile(`${fixture.cwd}/out.ndjson`));
  assertEquals(records.map(({ id }) => id).sort(), JOBS.map(({ id }) => id).sort());
  const again = model.requests.slice(sent).map((request) => promptOf(request));
  for (const id of done) assert(!again.includes(`prompt <${id?.slice(1)}>`), `${id} ran again`);
  const idle = await runQwen(["batch", "jobs.ndjson", ...ARGS], options);
  assertEquals([idle.code, model.requests.length], [0, sent + again.length]);
});

for (const seed of [1, 2, 3]) {
  Deno.test(`a batch that is killed or interrupted at random points has one record for each job (seed ${seed})`, async () => {
    const { kills } = await playBatch({ seed, jobs: 20 });
    assert(kills > 0);
  });
}

Deno.test("a torn last line is cut off, and its job runs again", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: byPrompt({}) });
  const jobs = JOBS.slice(0, 2);
  await runBatch(jobs, { fixture, env: model.env, args: [...ARGS, "-j", "1"] });
  const whole = await Deno.readTextFile(`${fixture.cwd}/out.ndjson`);
  const first = whole.indexOf("\n") + 1;
  for (const length of [first + 1, first + 20, whole.indexOf("succeeded", first) + 4, whole.length - 2]) {
    await Deno.writeTextFile(`${fixture.cwd}/out.ndjson`, whole.slice(0, length));
    const { code, records } = await runBatch(jobs, { fixture, env: model.env, args: ARGS });
    assertEquals([code, records.map(({ id }) => id)], [0, ["j0", "j1"]], `cut at ${length}`);
  }
  const sent = model.requests.length;
  // Without its newline alone, the record is whole.
  await Deno.writeTextFile(`${fixture.cwd}/out.ndjson`, whole.slice(0, -1));
  const { records } = await runBatch(jobs, { fixture, env: model.env, args: ARGS });
  assertEquals([records.length, model.requests.length], [2, sent]);
});

Deno.test("skipped and cancelled jobs run again, and their new records replace the old ones", async () => {
  await using fixture = await Fixture.open({ "jobs.ndjson": jobLines([...JOBS.slice(0, 4), "bad line"]) });
  let isFailing = true;
  await using model = fakeModel([], {
    otherwise: (request) =>
      isFailing && promptOf(request).includes("<1>") ? { status: 400, body: { error: { message: "no" } } } : "done",
  });
  const options = { fixture, env: model.env };
  const states = async (): Promise<unknown> =>
    (await readResults(fixture)).map((record) => ["line" in record ? record.line : record.id, record.status]).sort();
  const first = await runQwen(["batch", "jobs.ndjson", "-j", "1", ...ARGS], options);
  assertEquals(first.code, 1);
  const faults = [[5, "failed"]];
  assertEquals(await states(), [...faults, ["j0", "succeeded"], ["j1", "failed"], ["j2", "skipped"], [
    "j3",
    "skipped",
  ]]);
  isFailing = false;
  const sent = model.requests.length;
  const second = await runQwen(["batch", "jobs.ndjson", ...ARGS], options);
  assertEquals([second.code, model.requests.length - sent], [1, 2]);
  // It says what it has not run, and why it does not end with 0.
  assertMatch(second.stderr, /2 of 5 jobs done, 2 done before \(1 failed\), 1 line refused/);
  assertEquals(await states(), [...faults, ["j0", "succeeded"], ["j1", "failed"], ["j2", "succeeded"], [
    "j3",
    "succeeded",
  ]]);
  await fixture.write("jobs.ndjson", jobLines([...JOBS.slice(0, 4), { id: "mended", prompt: "go" }]));
  await runQwen(["batch", "jobs.ndjson", ...ARGS], options);
  assertEquals((await readResults(fixture)).map(({ id }) => id).sort(), ["j0", "j1", "j2", "j3", "mended"]);
});

Deno.test("a second process on the same results is refused, and so is a file with something else", async () => {
  await using fixture = await Fixture.open({ "jobs.ndjson": jobLines(JOBS.slice(0, 1)), "other.txt": "my notes\n" });
  await using model = fakeModel([], { otherwise: () => ({ hold: "gate", steps: [{ text: "done" }] }) });
  const options = { fixture, env: model.env };
  await using run = startQwen(["batch", "jobs.ndjson", ...ARGS], options);
  await model.request(0);
  const second = await runQwen(["batch", "jobs.ndjson", ...ARGS], options);
  assertEquals(second.code, 1);
  assertMatch(second.stderr, /Another process writes the results/);
  model.release("gate");
  assertEquals((await run.end).code, 0);
  const foreign = await runQwen(["batch", "jobs.ndjson", "-o", "other.txt"], options);
  assertEquals([foreign.code, await Deno.readTextFile(`${fixture.cwd}/other.txt`)], [1, "my notes\n"]);
  assertMatch(foreign.stderr, /holds something else than results/);
  assertEquals(model.requests.length, 1);
});
