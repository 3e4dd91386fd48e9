/** What `auto` mode runs unasked: what the sandbox confines, nothing that discards what git alone holds. */
import { assertEquals } from "@std/assert";
import { fakeModel, type Step } from "../support/fake_model.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const shell = (command: string): Step => ({ call: "run_shell_command", input: { command } });

async function run(fixture: Fixture, steps: Step[]): Promise<boolean> {
  await using model = fakeModel([steps, "done"]);
  const args = ["--approval-mode", "auto", "-o", "stream-json", "-p", "go"];
  const { stdout } = await runQwen(args, { fixture, env: model.env });
  return linesOf(stdout)[0].sandbox.verified;
}

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name !== ".git").sort();
}

async function git(cwd: string, ...args: string[]): Promise<string> {
  const env = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const identity = ["-c", "user.name=n", "-c", "user.email=n@example.com"];
  const { stdout } = await new Deno.Command("git", { args: [...identity, ...args], cwd, env }).output();
  return new TextDecoder().decode(stdout);
}

Deno.test("auto mode runs confined commands unasked, and keeps protected files", async () => {
  await using fixture = await Fixture.open({ "package.json": "{}", "a.txt": "a\n" });
  const steps = [shell("touch made"), shell("for f in x y; do touch $f; done"), shell("echo evil > package.json")];
  const isConfined = await run(fixture, steps);
  assertEquals(namesIn(fixture.cwd), [
    "a.txt",
    ...(isConfined ? ["made"] : []),
    "package.json",
    ...(isConfined ? ["x", "y"] : []),
  ]);
  assertEquals(await Deno.readTextFile(`${fixture.cwd}/package.json`), "{}");
});

Deno.test("auto mode runs no command unasked that discards what git alone holds", async () => {
  await using fixture = await Fixture.open({ "tracked.txt": "first\n" });
  await git(fixture.cwd, "init", "-q");
  await git(fixture.cwd, "add", "tracked.txt");
  await git(fixture.cwd, "commit", "-qm", "x");
  await git(fixture.cwd, "branch", "topic");
  await fixture.write("tracked.txt", "changed\n");
  await git(fixture.cwd, "stash");
  const commands = ["git stash drop", "git stash clear", "git -c a.b=c stash clear", "sh -c 'git stash clear'"];
  commands.push("git branch -D topic", "env git branch -qD topic", "for b in topic; do git branch -D $b; done");
  await run(fixture, commands.map(shell));
  const heads = await git(fixture.cwd, "for-each-ref", "--format=%(refname)");
  assertEquals(heads.split("\n").filter((name) => /topic|stash/.test(name)), ["refs/heads/topic", "refs/stash"]);
});

Deno.test("without a sandbox auto mode asks about commands, and about options of those that read", async () => {
  await using fixture = await Fixture.open({ "a.txt": "content-of-a\n" });
  await using model = fakeModel([["touch made", "cat -n a.txt", "cat ./a*", "cat a.txt"].map(shell), "done"]);
  const args = ["--approval-mode", "auto", "--sandbox=off", "-o", "stream-json", "-p", "go"];
  const { stdout } = await runQwen(args, { fixture, env: model.env });
  const shown = linesOf(stdout).filter((line) => line.type === "user")
    .map((line) => JSON.stringify(line.message.content[0].content).includes("content-of-a"));
  assertEquals([shown, namesIn(fixture.cwd)], [[false, false, false, true], ["a.txt"]]);
});
