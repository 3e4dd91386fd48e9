import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel, type ScriptedReply } from "../support/fake_model.ts";
import { commitAll, git, gitTest, testWithGit } from "../support/git.ts";
import { Fixture, runQwen, startQwen } from "../support/qwen.ts";
import { survivors, withProc } from "../support/proc.ts";

async function repository(): Promise<Fixture> {
  const fixture = await Fixture.open({ "score.txt": "0\n" });
  await commitAll(fixture.cwd, "first");
  return fixture;
}

/** A model of which each attempt writes its own number and a file; attempts are told apart by their folders. */
function attempts(numbers: readonly string[]): ScriptedReply {
  return ({ body }) => {
    const number = numbers[Number(/attempt-(\d)/.exec(body.messages[0].content)?.[1]) - 1];
    if (body.messages.at(-1).role === "tool") return `Attempt ${number}.`;
    const command = `echo ${number} > score.txt; echo ${number} > made_${number}.txt`;
    return [{ call: "run_shell_command", input: { command, is_background: false } }];
  };
}

const ARGS = ["--yolo", "-p", "improve the score"];

testWithGit("--best-of applies the accepted attempt with the lowest number, and nothing of the others", async () => {
  await using fixture = await repository();
  await using model = fakeModel([], { otherwise: attempts(["9", "3", "1", "3"]) });
  // The third attempt has the lowest number but is not accepted; of the others the second is the first of the best.
  const select = "cat score.txt; grep -qv 1 score.txt";
  const flags = ["--best-of", "4", "--select", select];
  const { code, stdout, stderr } = await runQwen([...flags, ...ARGS], { fixture, env: model.env });
  assertEquals([code, stdout], [0, "Attempt 3.\n"], stderr);
  assertEquals(
    [...stderr.matchAll(/^qwen: attempt (\d) of 4: exit 0, (.+)\.$/gm)].map(([, number, verdict]) => [number, verdict]),
    [
      ["1", "accepted, score 9"],
      ["2", "accepted, score 3"],
      ["3", "not accepted"],
      ["4", "accepted, score 3"],
    ],
  );
  assertMatch(stderr, /attempt 2 of 4 was applied/);
  assertEquals(stderr.split("\n").every((line) => /^(qwen: attempt \d|attempt \d: |$)/.test(line)), true, stderr);
  assertEquals(await git(fixture.cwd, "status", "--porcelain"), " M score.txt\n?? made_3.txt\n");
  assertEquals(await Deno.readTextFile(`${fixture.cwd}/score.txt`), "3\n");
  assertEquals((await git(fixture.cwd, "worktree", "list")).trim().split("\n").length, 1);
});

testWithGit("--best-of applies nothing when no attempt is accepted, with exit 57", async () => {
  await using fixture = await repository();
  await using model = fakeModel([], { otherwise: attempts(["1", "2"]) });
  const flags = ["-o", "stream-json", "--best-of", "2", "--select", "exit 1"];
  const { code, stdout } = await runQwen([...flags, ...ARGS], { fixture, env: model.env });
  assertEquals([code, JSON.parse(stdout).error.code], [57, "none_accepted"]);
  assertEquals(await git(fixture.cwd, "status", "--porcelain"), "");
  assertEquals((await git(fixture.cwd, "worktree", "list")).trim().split("\n").length, 1);
});

Deno.test(withProc(gitTest("--best-of ends its attempts and removes their worktrees when it is stopped", async () => {
  await using fixture = await repository();
  await using model = fakeModel([], { otherwise: { hold: "never", steps: [] } });
  await using run = startQwen(["--best-of", "6", "--select", "true", ...ARGS], { fixture, env: model.env });
  await Promise.race([model.request(0), run.end]);
  run.kill("SIGTERM");
  assertEquals((await run.end).code, 143);
  // At most four had begun, and they are gone.
  assertEquals([model.requests.length <= 4, await survivors(fixture.home)], [true, []]);
  assertEquals(await git(fixture.cwd, "status", "--porcelain"), "");
  assertEquals((await git(fixture.cwd, "worktree", "list")).trim().split("\n").length, 1);
})));

testWithGit("--best-of refuses a dirty tree, a folder without a repository, and a missing --select", async () => {
  await using fixture = await repository();
  await using model = fakeModel([]);
  const flags = ["--best-of", "2", "--select", "true"];
  const alone = await runQwen(["--best-of", "2", ...ARGS], { fixture, env: model.env });
  assertEquals(alone.code, 1);
  assertMatch(alone.stderr, /--best-of needs --select/);
  await fixture.write("score.txt", "7\n");
  const dirty = await runQwen([...flags, ...ARGS], { fixture, env: model.env });
  assertEquals(dirty.code, 52);
  assertMatch(dirty.stderr, /needs a clean tree/);
  await using plain = await Fixture.open();
  assertEquals((await runQwen([...flags, ...ARGS], { fixture: plain, env: model.env })).code, 52);
  assertEquals(model.requests.length, 0);
});
