import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel, type ReceivedRequest } from "../support/fake_model.ts";
import { commitAll, git, testWithGit } from "../support/git.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

const encoder = new TextEncoder();
const MAX_BYTES = 20_000;

/** The bytes of the prompt and the tools of a request. */
function prefixBytes({ body }: ReceivedRequest): number {
  return encoder.encode(body.messages[0].content + JSON.stringify(body.tools)).length;
}

testWithGit(
  "prompt and tools of the first request stay within 20,000 bytes and state the facts of the run",
  async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`src/module_${n}/index_of_the_module.ts`, ""]),
    );
    await using fixture = await Fixture.open({ ...files, "README.md": "# Tool\n" });
    await commitAll(fixture.cwd, "lay the foundation");
    await fixture.write("README.md", "# Changed\n");
    for (const [name, mode] of [["fake-model", "auto"], ["gpt-5", "plan"], ["qwen3-coder-plus", "yolo"]]) {
      await using model = fakeModel(["Hello."]);
      const args = ["--approval-mode", mode, "-m", name, "-p", "hello"];
      await runQwen(args, { fixture, env: model.env });
      const { messages, tools } = model.requests[0].body;
      const system: string = messages[0].content;
      const size = encoder.encode(system).length + encoder.encode(JSON.stringify(tools)).length;
      assertEquals(size <= MAX_BYTES, true, `${size} bytes`);
      assertMatch(system, new RegExp(`Approval mode: ${mode}`));
      assertMatch(system, /Git branch: trunk\nGit status:\n M README\.md\nLast commits:\n[0-9a-f]+ lay the foundation/);
      assertMatch(system, /Sandbox/);
      assertMatch(system, /README\.md\nsrc\/ module_0\//);
    }
  },
);

testWithGit("prompt and tools stay within 20,000 bytes for a host as well, with much to state", async () => {
  const names = Array.from(
    { length: 60 },
    (_, n) => `packages/a_rather_long_name_of_a_package_${n}/${"x".repeat(90)}.ts`,
  );
  const others = Array.from({ length: 60 }, (_, n) => `a_file_at_the_top_of_the_tree_${n}.ts`);
  await using fixture = await Fixture.open(Object.fromEntries([...names, ...others].map((name) => [name, ""])));
  await commitAll(fixture.cwd, "a subject that is long enough to be cut because it never comes to an end ".repeat(3));
  for (const name of names) await fixture.write(name, "changed\n");
  const initialize = { type: "control_request", request_id: "1", request: { subtype: "initialize", hooks: null } };
  const message = { role: "user", content: "hello" };
  const prompt = { type: "user", session_id: "", parent_tool_use_id: null, message };
  const stdin = [initialize, prompt].map((line) => `${JSON.stringify(line)}\n`).join("");
  for (
    const [dialect, mode, name] of [["qwen", "plan", "fake-model"], ["qwen", "auto", "gpt-5"], [
      "claude",
      "plan",
      "gpt-5",
    ]]
  ) {
    await using model = fakeModel(["Hello."]);
    const flags = ["--input-format", "stream-json", "--output-format", "stream-json", "--allow-net"];
    const args = [...flags, "--dialect", dialect, "--approval-mode", mode, "-m", name];
    await runQwen(args, { fixture, env: model.env, stdin });
    const size = prefixBytes(model.requests[0]);
    assertEquals(size <= MAX_BYTES, true, `${dialect} ${mode} ${name}: ${size} bytes`);
  }
});

testWithGit("the start of every request stays byte-identical over several turns", async () => {
  await using fixture = await Fixture.open({ "a.txt": "1\n" });
  await git(fixture.cwd, "init", "-q");
  const write = (text: string): object => ({
    call: "write_file",
    input: { file_path: `${fixture.cwd}/new_${text}.txt`, content: text },
  });
  // deno-lint-ignore no-explicit-any -- steps of a fake model.
  const steps = ["x", "y", "z"].flatMap((text) => [[write(text)] as any, `Wrote ${text}.`]);
  await using model = fakeModel(steps);
  const turns = ["one", "two", "three"].map((content) =>
    JSON.stringify({
      type: "user",
      session_id: "",
      parent_tool_use_id: null,
      message: { role: "user", content },
    })
  );
  const args = ["--input-format", "stream-json", "--output-format", "stream-json", "--yolo"];
  const { code } = await runQwen(args, { fixture, env: model.env, stdin: `${turns.join("\n")}\n` });
  assertEquals([code, model.requests.length], [0, 6]);
  for (const [index, { body }] of model.requests.entries()) {
    if (index === 0) continue;
    const before = model.requests[index - 1].body;
    assertEquals(JSON.stringify(body.tools), JSON.stringify(before.tools));
    assertEquals(JSON.stringify(body.messages.slice(0, before.messages.length)), JSON.stringify(before.messages));
  }
});

Deno.test("a repository whose git hangs or configures programs delays no run", async () => {
  await using fixture = await Fixture.open({ "bin/git": "#!/bin/sh\nsleep 60\n" });
  await Deno.chmod(`${fixture.cwd}/bin/git`, 0o755);
  await Deno.mkdir(`${fixture.cwd}/.git`);
  await using model = fakeModel(["Hello."]);
  const PATH = `${fixture.cwd}/bin:${Deno.env.get("PATH")}`;
  const startedAt = performance.now();
  const { code } = await runQwen(["-p", "hello"], { fixture, env: { ...model.env, PATH } });
  assertEquals([code, performance.now() - startedAt < 15_000], [0, true]);
});
