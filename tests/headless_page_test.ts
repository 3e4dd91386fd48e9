/** The commands of docs/headless.md print the answer, record the run, and answer a parked question. */
import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "../lib/path/mod.ts";
import { fakeModel } from "./support/fake_model.ts";
import { blocksOf } from "./support/markdown.ts";
import { Fixture } from "./support/qwen.ts";
import { command, withShim } from "./support/shim.ts";

const DOCS = fromFileUrl(new URL("../docs/", import.meta.url));
const PAGE = await Deno.readTextFile(`${DOCS}headless.md`);

function blocks(info: string): string[] {
  return blocksOf(PAGE).filter((block) => block.language === "sh" && block.info === info).map(({ text }) => text);
}

Deno.test("docs/headless.md: its commands print the answer, and record the run where they say so", async () => {
  assertEquals(blocks("").length, 2);
  for (const block of blocks("")) {
    await using fixture = await Fixture.open();
    await using model = fakeModel([], { otherwise: "Done." });
    const env = await withShim(fixture, model.env);
    assertEquals((await command(["git", "init", "--quiet"], { fixture, env })).code, 0);
    const { code, stdout, stderr } = await command(["bash", "-ec", block], { fixture, env });
    assertEquals([code, stderr], [0, ""], block);
    assert(stdout.includes("Done."), block);
    if (block.includes("run.jsonl")) {
      const records = (await Deno.readTextFile(`${fixture.cwd}/run.jsonl`)).trim().split("\n");
      assertEquals(JSON.parse(records.at(-1) ?? "").type, "result");
    }
  }
});

Deno.test("docs/headless.md: each answer to a parked question ends the run", async () => {
  const answers = blocks("answer").join("").trim().split("\n");
  assertEquals(answers.length, 3);
  for (const answer of answers) {
    await using fixture = await Fixture.open();
    const call = { call: "run_shell_command", input: { command: "touch published" } };
    await using model = fakeModel([[call]], { otherwise: "Done." });
    const env = await withShim(fixture, model.env);
    const parked = await command(["qwen", "-p", "go", "--park", "q.json", "--approval-mode", "default"], {
      fixture,
      env,
    });
    assertEquals(parked.code, 59, parked.stderr);
    const { code, stdout, stderr } = await command(["bash", "-c", answer], { fixture, env });
    assertEquals([answer, code, stdout], [answer, 0, "Done.\n"], stderr);
  }
});
