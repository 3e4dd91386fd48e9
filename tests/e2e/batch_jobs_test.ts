/** `qwen batch`: what a job and the command line may say, and the defaults. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { badLines, byPrompt, hasToolResult, jobLines, promptOf, recordsOf, runBatch } from "../support/batch.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, runQwen, startQwen } from "../support/qwen.ts";
import { procPath, withProc } from "../support/proc.ts";

const PLAIN = ["--no-chat-recording"];

Deno.test(
  withProc("without flags, a batch has four jobs of stdin at a time in one process and tries twice", async () => {
    await using fixture = await Fixture.open();
    const counts = new Map<string, number>();
    await using model = fakeModel([], {
      otherwise: (request) => {
        const count = (counts.get(promptOf(request)) ?? 0) + 1;
        counts.set(promptOf(request), count);
        return promptOf(request) === "bad" || count > 1
          ? { status: 503, body: "" }
          : { hold: "gate", steps: [{ text: "done" }] };
      },
    });
    const ids = ["a", "b", "c", "d", "e"];
    const lines = jobLines([...ids.map((id) => ({ id, prompt: id })), { id: "bad", prompt: "bad" }]);
    await using run = startQwen(["batch", ...PLAIN, "--max-retries", "0"], { fixture, env: model.env, stdin: lines });
    await model.request(3);
    if (Deno.build.os === "linux") {
      const children = await Deno.readTextFile(procPath(`${run.pid}/task/${run.pid}/children`));
      assertEquals(children.trim(), "");
    }
    assertEquals(model.requests.length, 4);
    model.release("gate");
    const { code, stdout, stderr } = await run.end;
    const records = stdout.trim().split("\n").map((line) => JSON.parse(line));
    const bad = records.find(({ id }) => id === "bad");
    assertEquals([code, records.length, bad.status, bad.attempts, counts.get("bad")], [1, 6, "failed", 2, 2], stderr);
  }),
);

Deno.test("the budget of a job ends it by tokens, cost and time, and a job has its own provider", async () => {
  await using fixture = await Fixture.open({
    ".qwen/settings.json": JSON.stringify({ modelPrices: { "fake-model": { input: 1, output: 1 } } }),
  });
  const usage = { prompt_tokens: 400_000, completion_tokens: 100_000, total_tokens: 500_000 };
  const work = (request: Parameters<typeof promptOf>[0]) =>
    hasToolResult(request) ? "done" : [{ call: "list_directory", input: { path: "." } }, { usage }];
  await using model = fakeModel([], {
    otherwise: byPrompt({ tokens: work, cost: work, time: () => ({ hold: "never", steps: [] }) }),
  });
  const jobs = [
    { id: "tokens", prompt: "tokens", budget: { tokens: 1_000 } },
    { id: "usd", prompt: "cost", budget: { usd: 0.1 } },
    { id: "wall", prompt: "time", budget: { wall_ms: 200 } },
    { id: "free", prompt: "tokens" },
    { id: "demo", prompt: "say from the demo", provider: "demo" },
  ];
  const args = [...PLAIN, "--keep-going", "--trust-project"];
  const { byId, stderr } = await runBatch(jobs, { fixture, env: model.env, args });
  const ends = Object.fromEntries(
    Object.values(byId).map(({ id, error, exit_code: exit }) => [id, [error?.code ?? null, exit]]),
  );
  assertEquals(ends, {
    tokens: ["budget.tokens", 55],
    usd: ["budget.usd", 55],
    wall: ["budget.wall_time", 55],
    free: [null, 0],
    demo: [null, 0],
  }, stderr);
  assertMatch(byId.demo.result, /from the demo/);
  model.release("never");
});

for (const status of [429, 503]) {
  Deno.test(`a ${status} with retry-after holds back all jobs of the provider, and none fails by it`, async () => {
    await using fixture = await Fixture.open();
    const times: number[] = [];
    await using model = fakeModel([], {
      otherwise: () => {
        times.push(performance.now());
        const refusal = { status, headers: { "retry-after": "1" }, body: { error: { message: "slow down" } } };
        return times.length > 1 ? { hold: "gate", steps: [{ text: "done" }] } : refusal;
      },
    });
    const jobs = Array.from({ length: 9 }, (_, i) => ({ id: `j${i}`, prompt: `go ${i}` }));
    const free = { id: "free", prompt: "hello", provider: "demo" };
    const lines = jobLines([...jobs, free]);
    await using run = startQwen(["batch", ...PLAIN, "-j", "3"], { fixture, env: model.env, stdin: lines });
    await run.untilError(/rate limit of openai/);
    model.release("gate");
    const { code, stdout, stderr } = await run.end;
    assertEquals([code, stdout.trim().split("\n").length, times.length], [0, 10, 10], stderr);
    // Three could be sent together; all others, those of further jobs too, waited.
    assert(times.slice(3).every((at) => at - times[0] > 900), `${times.map((at) => at - times[0])}`);
  });
}

Deno.test("--worktree of a batch takes no name, and -o is no format", async () => {
  await using fixture = await Fixture.open({ "jobs.ndjson": "" });
  for (const args of [["--worktree=name"], ["jobs.ndjson", "--output-format", "text"]]) {
    const { code, stdout, stderr } = await runQwen(["batch", ...args, "--provider", "demo"], { fixture });
    assertEquals([code, stdout], [1, ""], stderr);
  }
  const { code } = await runQwen(["batch", "jobs.ndjson", "-o", "json", "--provider", "demo"], { fixture });
  assertEquals([code, await Deno.readTextFile(`${fixture.cwd}/json`)], [0, ""]);
});

Deno.test("exit_code of a job is that of the same run on its own", async () => {
  await using fixture = await Fixture.open();
  const refuse = (status: number, message: string) => () => ({ status, body: { error: { message } } });
  const replies = {
    good: () => "done",
    forbidden: refuse(401, "no"),
    wrong: refuse(400, "no"),
    throttled: refuse(429, "too many"),
    loop: () => [{ call: "list_directory", input: { path: "." } }],
  };
  await using model = fakeModel([], { otherwise: byPrompt(replies) });
  const names = Object.keys(replies);
  const common = [...PLAIN, "--max-retries", "0", "--max-session-turns", "2"];
  const options = { fixture, env: model.env };
  const apart: Record<string, number> = {};
  for (const name of names) apart[name] = (await runQwen(["-p", name, ...common], options)).code;
  const jobs = names.map((id) => ({ id, prompt: id }));
  const args = [...common, "--retries", "0", "--keep-going"];
  const { code, byId, stderr } = await runBatch(jobs, { ...options, args });
  assertEquals(Object.fromEntries(names.map((id) => [id, byId[id].exit_code])), apart, stderr);
  assertEquals([code, apart.good, apart.throttled, apart.loop, new Set(Object.values(apart)).size], [1, 0, 75, 53, 4]);
});

Deno.test("an id has 1 to 128 letters, digits, hyphens or underscores, and --out is -o", async () => {
  await using fixture = await Fixture.open();
  const good = ["a", "A-9_z", "x".repeat(128)];
  const bad = ["", "x".repeat(129), "a.b", "a/b", "ä", "a\n"];
  const lines = jobLines([...good, ...bad].map((id) => ({ id, prompt: "say hello" })));
  const args = ["batch", "--out", "out.ndjson", ...PLAIN, "--provider", "demo", "--keep-going"];
  const { code, stdout } = await runQwen(args, { fixture, stdin: lines });
  assertEquals([code, stdout], [1, ""]);
  const { records, byId } = recordsOf(await Deno.readTextFile(`${fixture.cwd}/out.ndjson`));
  assertEquals(Object.keys(byId).sort(), good.toSorted());
  assertEquals(
    badLines(records).map(({ id, line, error }) => [id, line, error.code]),
    bad.map((_, index) => [
      null,
      good.length + index + 1,
      "invalid_job",
    ]),
  );
});

Deno.test("verify of a job makes as many attempts as it says", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: () => "done" });
  const jobs = [
    { id: "three", prompt: "three", verify: { command: "false", attempts: 3 } },
    { id: "passes", prompt: "passes", verify: "true" },
  ];
  const { byId } = await runBatch(jobs, { fixture, env: model.env, args: [...PLAIN, "--yolo", "--keep-going"] });
  const asked = (prompt: string): number =>
    model.requests.filter(({ body }) => JSON.stringify(body.messages).includes(`${prompt}`)).length;
  assertEquals([byId.three.error?.code, asked("three")], ["verify_failed", 3]);
  assertEquals([byId.passes.status, asked("passes")], ["succeeded", 1]);
});
