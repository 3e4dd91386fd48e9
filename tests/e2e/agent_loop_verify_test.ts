import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";
import { HAS_SANDBOX } from "../support/sandbox_bench.ts";

const RESULT = ["-o", "stream-json", "--yolo", "-p", "make it pass"];
const CHECK = "grep -q right answer.txt || { echo the answer is wrong; exit 3; }";

/** The text of the last message that the model was sent. */
// deno-lint-ignore no-explicit-any -- the request of a fake model.
function lastText(request: any): string {
  return JSON.stringify(request.body.messages.at(-1).content);
}

Deno.test("--verify sends a failure back to the model until the command passes", async () => {
  await using fixture = await Fixture.open({ "answer.txt": "wrong\n" });
  const write = { call: "write_file", input: { file_path: `${fixture.cwd}/answer.txt`, content: "right\n" } };
  const read = { call: "read_file", input: { file_path: `${fixture.cwd}/answer.txt` } };
  await using model = fakeModel(["Done.", [read], [write], "Now it is done."]);
  const { code, stdout } = await runQwen(["--verify", CHECK, ...RESULT], { fixture, env: model.env });
  const result = linesOf(stdout).at(-1);
  assertEquals([code, result.result], [0, "Now it is done."]);
  assertMatch(lastText(model.requests[1]), /grep -q right answer\.txt.*Exit code: 3.*the answer is wrong/);
  const { output_sha256, ...verify } = result.verify;
  assertEquals(verify, { command: CHECK, exit_code: 0, attempts: 2, passed: true });
  assertMatch(output_sha256, /^[0-9a-f]{64}$/);
});

Deno.test("--verify gives up after its attempts with exit 57", async () => {
  await using fixture = await Fixture.open({ "answer.txt": "wrong\n" });
  await using model = fakeModel([], { otherwise: "Done." });
  const { code, stdout } = await runQwen(["--verify", CHECK, ...RESULT], { fixture, env: model.env });
  const result = linesOf(stdout).at(-1);
  assertEquals([code, result.subtype, result.error.code], [57, "error_during_execution", "verify_failed"]);
  assertEquals([result.verify.attempts, result.verify.passed, model.requests.length], [3, false, 3]);
  const once = await runQwen(["--verify", "exit 9", "--verify-attempts", "1", ...RESULT], { fixture, env: model.env });
  assertEquals([once.code, linesOf(once.stdout).at(-1).verify.exit_code], [57, 9]);
});

Deno.test("the setting verify of a project needs --trust-project", async () => {
  const settings = JSON.stringify({ verify: "exit 4" });
  await using fixture = await Fixture.open({ ".qwen/settings.json": settings });
  await using model = fakeModel([], { otherwise: "Done." });
  const untrusted = await runQwen(RESULT, { fixture, env: model.env });
  assertEquals([untrusted.code, linesOf(untrusted.stdout).at(-1).verify], [0, undefined]);
  const trusted = await runQwen(["--trust-project", ...RESULT], { fixture, env: model.env });
  assertEquals([trusted.code, linesOf(trusted.stdout).at(-1).verify.exit_code], [57, 4]);
});

Deno.test({
  name: "the command of --verify runs in the sandbox",
  ignore: !HAS_SANDBOX,
  fn: runsConfined,
});

async function runsConfined(): Promise<void> {
  await using fixture = await Fixture.open();
  await using model = fakeModel([], { otherwise: "Done." });
  const outside = `${fixture.home}/escaped`;
  await runQwen(["--verify", `touch ${outside}`, ...RESULT], { fixture, env: model.env });
  assertEquals(await Deno.stat(outside).catch(() => null), null);
}

Deno.test("verify and work are in the result of every dialect", async () => {
  await using fixture = await Fixture.open({ "answer.txt": "wrong\n" });
  const fix = [{ call: "run_shell_command", input: { command: "echo right > answer.txt", is_background: false } }];
  const wanted = {
    files: [{ path: "answer.txt", status: "modified", added: 1, removed: 1 }],
    exit_code: 0,
    attempts: 1,
  };
  const shapes: [args: string[], fields: (records: Record<string, never>[]) => Record<string, never>][] = [
    [["-o", "stream-json"], (records) => records[records.length - 1]],
    [["-o", "stream-json", "--dialect", "claude"], (records) => records[records.length - 1]],
    [
      ["-o", "stream-chunk-json"],
      (records) => records.findLast(({ metadata }) => "work" in (metadata ?? {}))?.metadata ?? {},
    ],
  ];
  for (const [args, fields] of shapes) {
    await fixture.write("answer.txt", "wrong\n");
    await using model = fakeModel([fix, "Done."]);
    const { code, stdout } = await runQwen(["--verify", CHECK, ...args, "--yolo", "-p", "go"], {
      fixture,
      env: model.env,
    });
    const { work, verify }: Record<string, { [name: string]: unknown }> = fields(linesOf(stdout));
    const found = { files: work?.files, exit_code: verify?.exit_code, attempts: verify?.attempts };
    assertEquals([code, args, found], [0, args, wanted]);
  }
});

Deno.test("the setting verify is in the schema of the settings", async () => {
  await using fixture = await Fixture.open();
  const { stdout } = await runQwen(["schema", "settings"], { fixture });
  assertEquals(JSON.parse(stdout).properties.verify.type, "string");
});
