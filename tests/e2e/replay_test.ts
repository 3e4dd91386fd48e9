import { assertEquals, assertStringIncludes } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const FLAGS = ["--approval-mode", "yolo", "--output-format", "stream-json", "--include-partial-messages"];

/** The records of a run without what differs from run to run: ids and times. */
function steady(stdout: string): unknown[] {
  const text = stdout
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID")
    .replaceAll(/"(duration_ms|duration_api_ms)":\d+/g, '"$1":0');
  return linesOf(text);
}

Deno.test("a recorded run plays again without a network, its failed attempt and its tools included", async () => {
  await using model = fakeModel([
    { status: 429, headers: { "retry-after": "0" }, body: { error: { message: "slow down" } } },
    [{ thinking: "Let me see." }, { call: "read_file", input: { file_path: "a.txt" } }],
    [{ text: ["It ", "says ", "hello."] }],
  ]);
  await using fixture = await Fixture.open({ "a.txt": "hello\n" });
  const file = `${fixture.home}/run.jsonl`;
  const recorded = await runQwen(["-p", "Read a.txt", "--record", file, ...FLAGS], { fixture, env: model.env });
  assertEquals([recorded.code, model.requests.length], [0, 3]);
  for (let round = 0; round < 3; round++) {
    const replayed = await runQwen(["-p", "Read a.txt", "--replay", file, ...FLAGS], { fixture });
    assertEquals(steady(replayed.stdout), steady(recorded.stdout));
    assertEquals(replayed.code, 0);
  }
  assertEquals(model.requests.length, 3);
});

Deno.test("a replay names the first difference of a request that has changed", async () => {
  await using model = fakeModel(["Hi."]);
  await using fixture = await Fixture.open();
  const file = `${fixture.home}/run.jsonl`;
  await runQwen(["-p", "Say hi", "--record", file, ...FLAGS], { fixture, env: model.env });
  const changed = await runQwen(["-p", "Say ho", "--replay", file, ...FLAGS], { fixture });
  const { error } = linesOf(changed.stdout).at(-1);
  assertEquals([changed.code, error.code], [1, "replay_mismatch"]);
  assertStringIncludes(error.message, 'messages[0].parts[0].text: recorded "Say hi", now "Say ho"');
});
