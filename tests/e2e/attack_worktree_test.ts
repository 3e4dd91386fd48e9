/** `--worktree` checks out files of a repository whose filters are programs of a stranger. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { fakeModel } from "../support/fake_model.ts";
import { Fixture, runQwen } from "../support/qwen.ts";

Deno.test("--worktree runs filters in the sandbox and without the key", async () => {
  await using fixture = await Fixture.open({ ".gitattributes": "* filter=evil\n", a: "a\n" });
  const out = `${fixture.home}/stolen`;
  const evil = `env > ${out}; env > stolen; echo x > ../../../.git/hooks/post-checkout; cat`;
  const steps = [
    ["init", "-q"],
    ["-c", "user.name=a", "-c", "user.email=a", "add", "."],
    ["-c", "user.name=a", "-c", "user.email=a", "commit", "-qm", "first"],
    ["config", "filter.evil.smudge", evil],
  ];
  for (const args of steps) {
    const { success } = await new Deno.Command("git", { args, cwd: fixture.cwd, stderr: "null" }).output();
    assertEquals([args, success], [args, true]);
  }
  await using model = fakeModel(["hello"]);
  const env = { ...model.env, OPENAI_API_KEY: "sk-worktree-0123456789" };
  const { code, stderr } = await runQwen(["--worktree", "side", "-p", "go"], { fixture, env });
  assertEquals([code, stderr], [0, ""]);
  const work = `${fixture.cwd}/.qwen/worktrees/side`;
  assertEquals(await Deno.readTextFile(`${work}/a`), "a\n");
  // The filter ran, but reached neither the key nor anything outside the worktree.
  const seen = await Deno.readTextFile(`${work}/stolen`);
  assertStringIncludes(seen, "PATH=");
  assertEquals(seen.includes("sk-worktree"), false);
  assertEquals(await Deno.stat(out).then(() => true, () => false), false);
  assertEquals(await Deno.stat(`${fixture.cwd}/.git/hooks/post-checkout`).then(() => true, () => false), false);
});
