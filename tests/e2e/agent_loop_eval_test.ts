import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen, startQwen } from "../support/qwen.ts";
import { survivors, withProc } from "../support/proc.ts";

const SORT = [{ call: "run_shell_command", input: { command: "sort -o names.txt names.txt", is_background: false } }];

Deno.test("qwen eval tools runs tasks against a model and prints a table", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["It is 100 already.", SORT, "Sorted.", "I cannot."]);
  const args = ["eval", "tools", "-m", "some-model", "--only", "already-done,sort-entries,rename-files"];
  const { code, stdout } = await runQwen(args, { fixture, env: model.env });
  const rows = stdout.trimEnd().split("\n").map((line) => line.split(/ {2,}/));
  assertEquals(rows[0], ["task", "result", "rounds", "tokens", "refused"]);
  assertEquals(rows.slice(1).map(([name, result, rounds]) => [name, result, rounds]), [
    ["already-done", "solved", "1"],
    ["sort-entries", "solved", "2"],
    ["rename-files", "failed", "1"],
    ["all", "2 of 3", "4"],
  ]);
  assertEquals([code, model.requests.map(({ body }) => body.model).every((name) => name === "some-model")], [1, true]);
});

Deno.test("qwen eval tools prints JSON lines and names an unknown task", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["It is 100 already."]);
  const args = ["eval", "tools", "--json", "--only", "already-done"];
  const { code, stdout } = await runQwen(args, { fixture, env: model.env });
  const [{ name, isSolved, rounds, refused }] = linesOf(stdout);
  assertEquals([code, name, isSolved, rounds, refused], [0, "already-done", true, 1, 0]);
  const unknown = await runQwen(["eval", "tools", "--only", "nothing"], { fixture, env: model.env });
  assertEquals(unknown.code, 1);
  assertMatch(unknown.stderr, /no task nothing/);
});

Deno.test(withProc("qwen eval tools that is stopped leaves no run and no folder behind", async () => {
  await using fixture = await Fixture.open({ "tmp/kept": "" });
  await using model = fakeModel([], { otherwise: { hold: "never", steps: [] } });
  const env = { ...model.env, TMPDIR: `${fixture.cwd}/tmp` };
  await using run = startQwen(["eval", "tools", "--only", "already-done"], { fixture, env });
  await Promise.race([model.request(0), run.end]);
  run.kill("SIGTERM");
  assertEquals([(await run.end).code, await survivors(fixture.home)], [143, []]);
  const left = [...Deno.readDirSync(`${fixture.cwd}/tmp`)].map(({ name }) => name).filter((name) => /eval/.test(name));
  assertEquals(left, []);
}));
