import { assert, assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";
import { assertFits } from "../support/validate.ts";

Deno.test("Structured output 64: --json-file records the run beside its text", async () => {
  await using fixture = await Fixture.open({ "a.txt": "A" });
  await using model = fakeModel([[{ call: "list_directory", input: { path: "." } }], [{ text: ["Do", "ne."] }]]);
  const { stdout, code } = await runQwen(["--json-file", "run.jsonl", "-p", "Look"], { fixture, env: model.env });
  assertEquals([code, stdout], [0, "Done.\n"]);
  const lines = linesOf(await Deno.readTextFile(`${fixture.cwd}/run.jsonl`));
  for (const line of lines) assertFits(line, "qwen/out");
  const types = new Set(lines.map(({ type }) => type));
  for (const type of ["system", "user", "assistant", "stream_event", "result"]) assert(types.has(type), type);
  assertEquals(lines.at(-1).result, "Done.");
  assertEquals(((await Deno.stat(`${fixture.cwd}/run.jsonl`)).mode ?? 0) & 0o777, 0o600);
});

Deno.test("Structured output 64: --json-fd writes to an open descriptor, and standard streams are refused", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel(["Done."]);
  const args = ["--json-fd", "3", "-o", "json", "-p", "Look"];
  const { stdout } = await runQwen(args, { fixture, env: model.env, via: '"$@" 3>fd.jsonl' });
  assertEquals(JSON.parse(stdout).at(-1).result, "Done.");
  assertEquals(linesOf(await Deno.readTextFile(`${fixture.cwd}/fd.jsonl`)).at(-1).result, "Done.");
  const refused = await runQwen(["--json-fd", "1", "-p", "Look"], { fixture, env: model.env });
  assertEquals(refused.code, 52);
  assertMatch(refused.stderr, /standard stream/);
  const missing = await runQwen(["--json-file", "no/such/folder/f", "-p", "Look"], { fixture, env: model.env });
  assertEquals([missing.code, model.requests.length], [52, 1]);
});

Deno.test("Structured output 65: docs/headless.md covers headless runs and the records beside them", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/headless.md", import.meta.url));
  for (const text of ["--json-file", "--json-fd", "--json-schema", "Exit status", "--park"]) {
    assert(page.includes(text));
  }
});
