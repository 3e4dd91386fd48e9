/** The session's own /tmp, which confined commands and file tools share. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, runQwen } from "../support/qwen.ts";
import { HAS_SANDBOX } from "../support/sandbox_bench.ts";

const shell = (command: string, more = {}): Step => ({ call: "run_shell_command", input: { command, ...more } });
const read = (path: string): Step => ({ call: "read_file", input: { file_path: path } });
const write = (path: string, content: string): Step => ({ call: "write_file", input: { file_path: path, content } });

/** The results of the model's calls, one call in each round. */
async function resultsOf(fixture: Fixture, steps: Step[], ...flags: string[]): Promise<string[]> {
  await using model = fakeModel([...steps.map((step) => [step]), "done"]);
  await runQwen(["-o", "stream-json", ...flags, "-p", "go"], { fixture, env: model.env });
  const messages: { role: string; content: string }[] = model.requests.at(-1)?.body.messages ?? [];
  return messages.filter(({ role }) => role === "tool").map(({ content }) => content);
}

const exists = (path: string): Promise<boolean> => Deno.lstat(path).then(() => true, () => false);

Deno.test({
  name: "file tools and confined commands share the session's /tmp",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using fixture = await Fixture.open({ a: "a\n" });
    const id = crypto.randomUUID();
    const answers = await resultsOf(
      fixture,
      [
        shell(`mkdir /tmp/d-${id}; echo by-command > /tmp/d-${id}/x`),
        read(`/tmp/d-${id}/x`),
        write(`/tmp/y-${id}`, "by-tool\n"),
        shell(`cat /tmp/y-${id}`),
        { call: "edit", input: { file_path: `/tmp/y-${id}`, old_string: "by-tool", new_string: "edited" } },
        shell(`cat /tmp/y-${id}; cd /tmp/d-${id}`),
        shell("pwd; cat x"),
        { call: "list_directory", input: { path: `/tmp/d-${id}` } },
        { call: "grep_search", input: { pattern: "by-comm", path: `/tmp/d-${id}` } },
        { call: "glob", input: { pattern: "*", path: `/tmp/d-${id}` } },
        shell("mktemp -u"),
      ],
      "--approval-mode",
      "auto",
    );
    assertEquals(answers.length, 11);
    assertStringIncludes(answers[1], "by-command");
    assertStringIncludes(answers[3], "by-tool");
    assertStringIncludes(answers[5], "edited");
    assertStringIncludes(answers[6], `/tmp/d-${id}\nby-command`);
    assertStringIncludes(answers[7], "x");
    assertStringIncludes(answers[8], "by-command");
    assertStringIncludes(answers[9], `/tmp/d-${id}/x`);
    assertStringIncludes(answers[10], "/tmp/");
    assertEquals(answers.filter((answer) => answer.includes("qwen-sandbox-")), []);
    // Nothing is left in the /tmp of this machine.
    assertEquals(await exists(`/tmp/d-${id}`) || await exists(`/tmp/y-${id}`), false);
  },
});

Deno.test({
  name: "a link in the session's /tmp leads file tools nowhere else, and the machine's /tmp stays closed",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using fixture = await Fixture.open({ a: "inside\n" });
    const outside = await Deno.makeTempDir({ dir: "/tmp" });
    await Deno.writeTextFile(`${outside}/secret`, "hunter2\n");
    const id = crypto.randomUUID();
    try {
      const answers = await resultsOf(fixture, [
        shell(`ln -s /etc/hostname /tmp/h-${id}; ln -s ${outside}/secret /tmp/s-${id}; ln -s .. /tmp/up-${id}`),
        read(`/tmp/h-${id}`),
        read(`/tmp/s-${id}`),
        read(`/tmp/up-${id}/up-${id}`),
        { call: "list_directory", input: { path: `/tmp/up-${id}` } },
        read(`${outside}/secret`),
        write(`${outside}/secret`, "mine"),
        write(`/tmp/s-${id}`, "mine"),
        shell(`cat ${outside}/secret`),
      ], "--yolo");
      assertEquals(answers.filter((answer) => answer.includes("hunter2")), []);
      assertEquals(answers.slice(1, 6).map((answer) => /Cannot access|not found/i.test(answer)), Array(5).fill(true));
      assertEquals(await Deno.readTextFile(`${outside}/secret`), "hunter2\n");
      // The tool wrote the file of that name in the session's /tmp.
      assertStringIncludes(answers[8], "mine");
    } finally {
      await Deno.remove(outside, { recursive: true });
    }
  },
});

Deno.test("without confinement a path in /tmp is outside the workspace", async () => {
  await using fixture = await Fixture.open({ a: "inside\n" });
  const path = `/tmp/y-${crypto.randomUUID()}`;
  const answers = await resultsOf(fixture, [write(path, "x"), read(path)], "--yolo", "--sandbox=off");
  assertEquals(answers.map((answer) => answer.includes("outside the workspace")), [true, true]);
  assertEquals(await exists(path), false);
});

Deno.test({
  name: "tools do not list the placeholders of the sandbox, and none is left at the end",
  ignore: !HAS_SANDBOX,
  async fn(): Promise<void> {
    await using fixture = await Fixture.open({ a: "inside\n" });
    const answers = await resultsOf(
      fixture,
      [
        shell("ls -A; touch b"),
        { call: "list_directory", input: { path: fixture.cwd } },
        { call: "glob", input: { pattern: "**/*", path: fixture.cwd } },
      ],
      "--approval-mode",
      "auto",
    );
    assertStringIncludes(answers[0], ".vscode");
    assertEquals(answers.slice(1).filter((answer) => /vscode|claude|mcp|\.qwen/.test(answer)), []);
    assertEquals([...Deno.readDirSync(fixture.cwd)].map(({ name }) => name).sort(), ["a", "b"]);
  },
});
