import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fakeModel, type Reply, type ScriptedReply } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";

const NO_RETRY = ["--max-retries", "0"];

function throttled(headers: Record<string, string>, message = "Rate limit reached"): Reply {
  return { status: 429, headers, body: { error: { message } } };
}

for (
  const { name, reply } of [
    { name: "retry-after", reply: () => throttled({ "retry-after": "1" }) },
    { name: "x-ratelimit-reset-requests", reply: () => throttled({ "x-ratelimit-reset-requests": "1s" }) },
    { name: "x-ratelimit-reset-tokens", reply: () => throttled({ "x-ratelimit-reset-tokens": "0m1s" }) },
    {
      name: "a date in the message",
      // The time is that of the request: the program may take a while to start.
      reply: (): ScriptedReply => () =>
        throttled({}, `You exceeded your current quota; it resets at ${new Date(Date.now() + 1_500).toISOString()}`),
    },
  ]
) {
  Deno.test(`--wait-for-quota waits until the reset that ${name} names`, async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel([reply(), "Done."]);
    const args = ["-p", "go", "--wait-for-quota", "1m", "--output-format", "stream-json", ...NO_RETRY];
    const end = await runQwen(args, { fixture, env: model.env });
    assertEquals([end.code, linesOf(end.stdout).at(-1).result], [0, "Done."]);
    assertEquals(end.stderr.match(/Waiting for the quota until \d{4}-/g)?.length, 1, end.stderr);
  });
}

Deno.test("a reset beyond --wait-for-quota ends the run at once with exit 75", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([throttled({ "retry-after": "3600" })]);
  const args = ["-p", "go", "--wait-for-quota", "10m", "--output-format", "json"];
  const end = await runQwen(args, { fixture, env: model.env });
  assertEquals(end.code, 75);
  assertEquals(JSON.parse(end.stdout).at(-1).error.code, "provider_rate_limited");
  assertEquals(model.requests.length, 1);
});

Deno.test("a quota that is used up ends the run with exit 75", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([throttled({}, "You exceeded your current quota")]);
  const { code, stderr } = await runQwen(["-p", "go"], { fixture, env: model.env });
  assertEquals(code, 75);
  assertStringIncludes(stderr, "quota");
});

Deno.test("chat tells of a wait for the quota by a record, and a cancel ends the wait", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([throttled({ "retry-after": "500" })]);
  const args = ["--dialect", "chat", "--input-format", "stream-json", "--wait-for-quota", "1h", ...NO_RETRY];
  await using run = startQwen(args, { fixture, env: model.env, stdin: { open: true } });
  await run.send({ model: "m", messages: [{ role: "user", content: "go" }] });
  await run.until(/"state":"waiting_quota"/);
  const record = linesOf(run.stdout.slice(0, run.stdout.lastIndexOf("\n"))).find(({ state }) =>
    state === "waiting_quota"
  );
  assertEquals(record.type, "result/heartbeat");
  assert(Date.parse(record.until) > Date.now() + 100_000, record.until);
  run.kill("SIGINT");
  assertEquals((await run.end).code, 130);
});

for (const dialect of ["qwen", "claude"]) {
  Deno.test(`${dialect} tells of a wait for the quota on stderr, or by records alone where signs of life were asked for`, async () => {
    const args = ["--dialect", dialect, "--input-format", "stream-json", "--wait-for-quota", "1h", ...NO_RETRY];
    const line = { type: "user", message: { role: "user", content: "go" }, session_id: "" };
    for (const asked of [[], ["--heartbeat-interval", "10m"]]) {
      await using fixture = await Fixture.open();
      await using model = fakeModel([throttled({ "retry-after": "1" }), "Done."]);
      const stdin = `${JSON.stringify(line)}\n`;
      const { stdout, stderr } = await runQwen([...args, ...asked], { fixture, env: model.env, stdin });
      const records = linesOf(stdout);
      assertEquals(records.at(-1).result, "Done.", stderr);
      assertEquals(
        stderr.match(/Waiting for the quota until \d{4}-/g)?.length,
        asked.length === 0 ? 1 : undefined,
        stderr,
      );
      const told = records.map((record) => dialect === "qwen" ? record.data : record)
        .filter((fields) => fields?.state === "waiting_quota");
      assertEquals(told.length, 1);
      assert(Date.parse(told[0].until) > 0, told[0].until);
      for (const record of records) assertFits(record, `${dialect}/out`);
    }
  });
}

Deno.test("--wait-for-quota counts all waits of a run together", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([throttled({ "retry-after": "2" }), throttled({ "retry-after": "2" }), "Never."]);
  const args = ["-p", "go", "--wait-for-quota", "3s", "--output-format", "json", ...NO_RETRY];
  const end = await runQwen(args, { fixture, env: model.env });
  assertEquals([end.code, model.requests.length], [75, 2], end.stderr);
  assertEquals(JSON.parse(end.stdout).at(-1).error.code, "provider_rate_limited");
});

Deno.test("--wait-for-quota holds whatever --max-retry-wait says, and without it such a reset is exit 75", async () => {
  const args = ["-p", "go", "--max-retry-wait", "1s", "--max-retries", "3"];
  for (const [flags, code, asked] of [[["--wait-for-quota", "1m"], 0, 2], [[], 75, 1]] as const) {
    await using fixture = await Fixture.open();
    await using model = fakeModel([throttled({ "retry-after": "3" }), "Done."]);
    const end = await runQwen([...args, ...flags], { fixture, env: model.env });
    assertEquals([end.code, model.requests.length], [code, asked], end.stderr);
    assertEquals(end.stderr.includes("wait with --wait-for-quota TIME"), code === 75, end.stderr);
  }
});

Deno.test("a provider that throttles every attempt ends the run with exit 75", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: throttled({ "retry-after": "0" }) });
  const args = ["-p", "go", "--max-retries", "2", "--output-format", "json"];
  const end = await runQwen(args, { fixture, env: model.env });
  assertEquals([end.code, model.requests.length], [75, 3], end.stderr);
  assertEquals(JSON.parse(end.stdout).at(-1).error.code, "provider_rate_limited");
});

for (const dialect of ["qwen", "claude"]) {
  Deno.test(`an interrupt of a ${dialect} host ends the wait for the quota, and the session goes on`, async () => {
    await using fixture = await Fixture.open();
    await using model = fakeModel([throttled({ "retry-after": "3000" }), "Next."]);
    const args = ["--dialect", dialect, "--input-format", "stream-json", "--wait-for-quota", "1h", ...NO_RETRY];
    await using run = startQwen(args, { fixture, env: model.env, stdin: { open: true } });
    const prompt = { type: "user", message: { role: "user", content: "go" }, session_id: "" };
    await run.send({ type: "control_request", request_id: "i", request: { subtype: "initialize" } }, prompt);
    await run.until(/waiting_quota/);
    await run.send({ type: "control_request", request_id: "stop", request: { subtype: "interrupt" } });
    await run.until(/"type":"result"/);
    await run.send(prompt);
    await run.until(/"result":"Next\."/);
    await run.closeInput();
    await run.end;
  });
}
