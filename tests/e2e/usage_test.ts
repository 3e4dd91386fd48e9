import { assertEquals } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

Deno.test("the usage of a session counts its earlier runs, and that of a copy does not", async () => {
  const write = { call: "write_file", input: {} as Record<string, string> };
  await using model = fakeModel([[write], "One.", "Two.", "Three."]);
  await using fixture = await Fixture.open();
  write.input = { file_path: `${fixture.cwd}/new.txt`, content: "a\nb\n" };
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout } = await runQwen([...args, "--output-format", "json"], { fixture, env: model.env });
    assertEquals(code, 0);
    return JSON.parse(stdout).at(-1).session_id;
  };
  const id = await run("-p", "go", "--approval-mode", "yolo");
  assertEquals(await run("-p", "again", "--resume", id), id);
  const copy = await run("-p", "once more", "--resume", id, "--fork-session");
  const lines = linesOf(await Deno.readTextFile(`${fixture.home}/.qwen/usage_record.jsonl`));
  const told = lines.map(({ sessionId, models, tools, files }) => ({
    sessionId,
    requests: models["fake-model"].requests,
    tokens: models["fake-model"].totalTokens,
    calls: tools.totalCalls,
    lines: files.linesAdded,
  }));
  assertEquals(told, [
    { sessionId: id, requests: 2, tokens: 30, calls: 1, lines: 2 },
    { sessionId: id, requests: 3, tokens: 45, calls: 1, lines: 2 },
    { sessionId: copy, requests: 1, tokens: 15, calls: 0, lines: 0 },
  ]);
});
