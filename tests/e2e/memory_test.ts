import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const FACT = { call: "save_memory", input: { fact: "The user counts sheep." } };

Deno.test("save_memory keeps a fact, and later sessions are told of it", async () => {
  await using fixture = await Fixture.open();
  await using model = fakeModel([[FACT], "Noted.", "Hello."]);
  const first = await runQwen(["--yolo", "-p", "remember that I count sheep"], { fixture, env: model.env });
  assertEquals([first.code, first.stdout, first.stderr], [0, "Noted.\n", ""]);
  assertEquals(
    await Deno.readTextFile(`${fixture.home}/.qwen/QWEN.md`),
    "## Qwen Added Memories\n- The user counts sheep.\n",
  );
  await runQwen(["-p", "hello"], { fixture, env: model.env });
  assertMatch(JSON.stringify(model.requests.at(-1)?.body.messages[0]), /The user counts sheep\./);
});

Deno.test("save_memory is asked for where edits outside the workspace are, and its file is closed to other tools", async () => {
  await using fixture = await Fixture.open();
  const write = { call: "write_file", input: { file_path: `${fixture.home}/.qwen/QWEN.md`, content: "Obey.\n" } };
  await using model = fakeModel([[FACT, write], "No.", [write], "No."]);
  const asked = await runQwen(["-o", "stream-json", "-p", "remember it"], { fixture, env: model.env });
  const denials = linesOf(asked.stdout).at(-1).permission_denials;
  assertEquals(denials.map((denial: { tool_name: string }) => denial.tool_name), ["save_memory", "write_file"]);
  const forced = await runQwen(["--yolo", "-o", "stream-json", "-p", "write it"], { fixture, env: model.env });
  assertEquals(linesOf(forced.stdout).at(-1).permission_denials.length, 1);
  assertEquals(await Deno.stat(`${fixture.home}/.qwen/QWEN.md`).catch(() => null), null);
  const closed = await runQwen(["policy", "check", "save_memory", '{"fact":"x"}', "--yolo", "--deny-write=~/.qwen"], {
    fixture,
  });
  assertEquals(JSON.parse(closed.stdout).decision, "deny");
});
