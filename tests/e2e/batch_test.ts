/** `qwen batch`: jobs, results, faults, budgets and endings. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { badLines, byPrompt, hasToolResult, promptOf, runBatch } from "../support/batch.ts";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, runQwen, startQwen } from "../support/qwen.ts";

const PLAIN = ["--no-chat-recording"];
const FAILING = { status: 400, body: { error: { message: "no such thing" } } };

Deno.test("a batch runs every job in one process and writes one whole record for each", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: byPrompt({}) });
  const jobs = Array.from({ length: 12 }, (_, i) => ({ id: `job-${i}`, prompt: `prompt ${i}` }));
  const { code, records, byId, stderr } = await runBatch(jobs, {
    fixture,
    env: model.env,
    args: [...PLAIN, "-j", "3"],
  });
  assertEquals([code, records.length, model.requests.length], [0, 12, 12]);
  const { duration_ms: ms, session_id: session, ...rest } = byId["job-7"];
  assertEquals(rest, {
    type: "result",
    id: "job-7",
    status: "succeeded",
    exit_code: 0,
    result: "answer to prompt 7",
    usage: rest.usage,
    cost_usd: null,
    num_turns: 1,
    attempts: 1,
  });
  assert(ms >= 0 && session !== null && rest.usage.total_tokens > 0);
  assertEquals(new Set(Object.values(byId).map((record) => record.session_id)).size, 12);
  assertMatch(stderr, /12 of 12 jobs done/);
  assert(!stderr.includes("\x1b"));
});

Deno.test("a batch reads jobs from stdin and has -j of them at a time", async () => {
  await using fixture = await Fixture.open();
  let [open, most] = [0, 0];
  await using model = fakeModel([], {
    otherwise: () => {
      most = Math.max(most, ++open);
      return { hold: "gate", steps: [{ text: "done" }] };
    },
  });
  const lines = Array.from({ length: 6 }, (_, i) => `${JSON.stringify({ id: `j${i}`, prompt: "go" })}\n`).join("");
  await using run = startQwen(["batch", "-j", "2", ...PLAIN], { fixture, env: model.env, stdin: lines });
  await model.request(1);
  assertEquals(open, 2);
  model.release("gate");
  const { code, stdout } = await run.end;
  assertEquals([code, stdout.trim().split("\n").length], [0, 6]);
  assert(most >= 2);
});

Deno.test("a bad line and a second job with the same id are reported, and the others run", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: byPrompt({}) });
  const jobs = [
    { id: "a", prompt: "one" },
    "not json",
    "",
    { id: "a", prompt: "two" },
    { id: "no spaces", prompt: "x" },
    { id: "b" },
    { id: "c", prompt: "x", cwd: ".", repo: "." },
    { id: "d", prompt: "x", repo: "https://example.com/x.git" },
    { id: "e", prompt: "x", approval: "anything" },
    { id: "f", prompt: "x", budgets: {} },
    { id: "g", prompt: "three" },
  ];
  const { code, records, byId } = await runBatch(jobs, { fixture, env: model.env, args: PLAIN });
  assertEquals(code, 1);
  assertEquals(Object.values(byId).map(({ id, status }) => [id, status]), [["a", "succeeded"], ["g", "succeeded"]]);
  const faults = badLines(records).map(({ line, id, error }) => [line, id, error.code]);
  assertEquals(faults, [
    [2, null, "invalid_job"],
    [4, "a", "duplicate_id"],
    [5, null, "invalid_job"],
    [6, "b", "invalid_job"],
    [7, "c", "invalid_job"],
    [8, "d", "invalid_job"],
    [9, "e", "invalid_job"],
    [10, "f", "invalid_job"],
  ]);
  assertMatch(badLines(records)[5].error.message, /not an address/);
});

Deno.test("the first failure stops the start of further jobs, and --keep-going runs them all", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: byPrompt({ bad: () => FAILING }) });
  const jobs = [{ id: "a", prompt: "bad" }, { id: "b", prompt: "good" }, { id: "c", prompt: "good" }];
  const stopped = await runBatch(jobs, { fixture, env: model.env, args: [...PLAIN, "-j", "1"] });
  assertEquals(stopped.code, 1);
  assertEquals(
    Object.values(stopped.byId).map(({ id, status, error, attempts }) => [id, status, error?.code, attempts]),
    [["a", "failed", "provider_error", 1], ["b", "skipped", "stopped", 0], ["c", "skipped", "stopped", 0]],
  );
  const all = await runBatch(jobs, { fixture, env: model.env, args: [...PLAIN, "-j", "1", "--keep-going"] });
  assertEquals(all.code, 1);
  assertEquals(Object.values(all.byId).map(({ status }) => status), ["failed", "succeeded", "succeeded"]);
  assertEquals(all.byId.a.exit_code, 1);
});

Deno.test("--retries makes further attempts after errors that may pass, and attempts counts them", async () => {
  await using fixture = await Fixture.open();
  const counts = new Map<string, number>();
  await using model = fakeModel([], {
    otherwise: (request) => {
      const prompt = promptOf(request);
      const count = (counts.get(prompt) ?? 0) + 1;
      counts.set(prompt, count);
      return count <= Number(prompt.at(-1)) ? { status: 503, body: "" } : "done";
    },
  });
  const jobs = [{ id: "a", prompt: "fails 1" }, { id: "b", prompt: "fails 2" }, { id: "c", prompt: "fails 3" }];
  const args = [...PLAIN, "--max-retries", "0", "--retries", "2", "--keep-going"];
  const { byId } = await runBatch(jobs, { fixture, env: model.env, args });
  assertEquals(Object.values(byId).toSorted((a, b) => a.id < b.id ? -1 : 1).map((r) => [r.status, r.attempts]), [
    ["succeeded", 2],
    ["succeeded", 3],
    ["failed", 3],
  ]);
  assertEquals(byId.c.error?.code, "provider_overloaded");
});

Deno.test("the budget of a batch keeps the rest from being started", async () => {
  await using fixture = await Fixture.open({
    ".qwen/settings.json": JSON.stringify({ modelPrices: { "fake-model": { input: 1, output: 1 } } }),
  });
  const usage = { prompt_tokens: 400_000, completion_tokens: 100_000, total_tokens: 500_000 };
  await using model = fakeModel([], { otherwise: () => [{ text: "done" }, { usage }] });
  const jobs = ["a", "b", "c", "d"].map((id) => ({ id, prompt: "go" }));
  const states = (run: Awaited<ReturnType<typeof runBatch>>): unknown =>
    Object.values(run.byId).map(({ status, error, exit_code: exit }) => [status, error?.code, exit]);
  const skipped = ["skipped", "batch_budget", 55];
  const options = { fixture, env: model.env };
  const tokens = await runBatch(jobs, { ...options, args: [...PLAIN, "-j", "1", "--batch-tokens", "900000"] });
  assertEquals(tokens.code, 55);
  assertEquals(states(tokens), [["succeeded", undefined, 0], ["succeeded", undefined, 0], skipped, skipped]);
  const priced = [...PLAIN, "--trust-project", "-j", "1", "--batch-cost", "0.4"];
  const cost = await runBatch(jobs, { ...options, args: priced });
  assertEquals(cost.code, 55);
  assertEquals(states(cost), [["succeeded", undefined, 0], skipped, skipped, skipped]);
  assertEquals(cost.byId.a.cost_usd, 0.5);
  const unpriced = await runBatch(jobs.slice(0, 1), { ...options, args: [...PLAIN, "--batch-cost", "1"] });
  assertEquals(unpriced.byId.a.error?.code, "config_invalid");
});

Deno.test("a job has its own folder, model, schema, budget, verification and variables", async () => {
  await using fixture = await Fixture.open({ "sub/only-here.txt": "x\n" });
  const seen = new Map<string, string>();
  const shell = (command: string) => (request: Parameters<typeof promptOf>[0]) =>
    hasToolResult(request) ? "done" : [{ call: "run_shell_command", input: { command } }];
  await using model = fakeModel([], {
    otherwise: (request) => {
      seen.set(promptOf(request), request.body.model);
      return (byPrompt({
        folder: shell("ls"),
        variables: shell('echo "value=$BATCH_VALUE trace=$TRACEPARENT"'),
        structured: () => [{ call: "structured_output", input: { n: 7 } }],
        turns: shell("ls"),
      }) as (request: unknown) => ReturnType<Parameters<typeof byPrompt>[0][string]>)(request);
    },
  });
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  const jobs = [
    { id: "folder", prompt: "folder", cwd: "sub" },
    { id: "missing", prompt: "x", cwd: "nowhere" },
    { id: "model", prompt: "model", model: "another-model" },
    { id: "schema", prompt: "structured", schema },
    { id: "turns", prompt: "turns", budget: { turns: 1 } },
    { id: "verify", prompt: "verify", verify: { command: "test -e made.txt", attempts: 2 } },
    { id: "env", prompt: "variables", env: { BATCH_VALUE: "seven" }, traceparent },
  ];
  const { byId } = await runBatch(jobs, { fixture, env: model.env, args: [...PLAIN, "--yolo", "--keep-going"] });
  const toolText = (prompt: string): string => {
    const request = model.requests.findLast((one) => promptOf(one) === prompt && hasToolResult(one));
    return JSON.stringify(request?.body.messages.findLast(({ role }: { role: string }) => role === "tool"));
  };
  assertEquals([byId.folder.status, byId.env.status], ["succeeded", "succeeded"]);
  assertMatch(toolText("folder"), /only-here\.txt/);
  assertMatch(toolText("variables"), new RegExp(`value=seven trace=${traceparent}`));
  assertEquals([byId.missing.status, byId.missing.error?.code, byId.missing.exit_code], [
    "failed",
    "config_invalid",
    52,
  ]);
  assertEquals([byId.model.status, seen.get("model"), seen.get("folder")], [
    "succeeded",
    "another-model",
    "fake-model",
  ]);
  assertEquals(byId.schema.structured_output, { n: 7 });
  assertEquals([byId.turns.error?.code, byId.turns.exit_code], ["turn_limit", 53]);
  assertEquals([byId.verify.error?.code, byId.verify.exit_code], ["verify_failed", 57]);
});

Deno.test("the approval mode of a job is never wider than that of the command", async () => {
  await using fixture = await Fixture.open();
  const write = (name: string) => (request: Parameters<typeof promptOf>[0]) =>
    hasToolResult(request)
      ? "done"
      : [{ call: "write_file", input: { file_path: `${fixture.cwd}/${name}`, content: "x" } }];
  await using model = fakeModel([], { otherwise: byPrompt({ wide: write("wide.txt"), narrow: write("narrow.txt") }) });
  const jobs = [{ id: "wide", prompt: "wide", approval: "yolo" }, { id: "narrow", prompt: "narrow", approval: "plan" }];
  const options = { fixture, env: model.env };
  const exists = (name: string): Promise<boolean> => Deno.stat(`${fixture.cwd}/${name}`).then(() => true, () => false);
  const { stderr } = await runBatch(jobs, { ...options, args: [...PLAIN, "--approval-mode", "default"] });
  assertMatch(stderr, /job wide asks for the approval mode yolo and runs in default/);
  assertEquals([await exists("wide.txt"), await exists("narrow.txt")], [false, false]);
  await runBatch(jobs, { ...options, args: [...PLAIN, "--approval-mode", "yolo"] });
  assertEquals([await exists("wide.txt"), await exists("narrow.txt")], [true, false]);
});

Deno.test("a signal ends a batch with one record for each job that ran", async () => {
  for (const [signal, status] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
    await using fixture = await Fixture.open();
    await using model = fakeModel([], { otherwise: () => ({ hold: "never", steps: [] }) });
    const lines = ["a", "b", "c", "d"].map((id) => `${JSON.stringify({ id, prompt: "go" })}\n`).join("");
    await using run = startQwen(["batch", "-j", "2", ...PLAIN], { fixture, env: model.env, stdin: lines });
    await model.request(1);
    run.kill(signal);
    const { code, stdout } = await run.end;
    assertEquals(code, status);
    const records = stdout.trim().split("\n").map((line) => JSON.parse(line));
    assertEquals(records.map(({ id, status, exit_code: exit }) => [id, status, exit]).sort(), [
      ["a", "cancelled", status],
      ["b", "cancelled", status],
    ]);
    model.release("never");
  }
});

Deno.test("a batch refuses flags of a single run, and prints the schemas of its lines", async () => {
  await using fixture = await Fixture.open({ "jobs.ndjson": "" });
  for (
    const args of [["--output-format", "json"], ["-p", "hello"], ["--continue"], ["--best-of", "2", "--select", "true"]]
  ) {
    const { code, stderr } = await runQwen(["batch", "jobs.ndjson", "--provider", "demo", ...args], { fixture });
    assertEquals([code, stderr.includes("cannot be used with qwen batch")], [1, true], stderr);
  }
  const missing = await runQwen(["batch", "none.ndjson", "--provider", "demo"], { fixture });
  assertEquals(missing.code, 42);
  const schemas = await Promise.all(["in", "out"].map((way) => runQwen(["schema", "batch", way], { fixture })));
  assertEquals(schemas.map(({ stdout }) => JSON.parse(stdout).title), ["Job", "BatchRecord"]);
});
