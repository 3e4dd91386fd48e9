import { assertEquals, assertMatch } from "@std/assert";
import { fakeModel, type ScriptedReply } from "../support/fake_model.ts";
import { commitAll, testWithGit } from "../support/git.ts";
import { Fixture, linesOf, runQwen } from "../support/qwen.ts";

const ARGS = ["-o", "stream-json", "-p", "go"];

/** Runs in which the model edits one file itself and changes others by commands. */
function steps(fixture: Fixture): ScriptedReply[] {
  const edit = { file_path: `${fixture.cwd}/edited.txt`, old_string: "two", new_string: "2\n2" };
  const command = "printf 'x\\ny\\n' > made.txt && echo more >> grown.txt && rm gone.txt";
  return [
    [{ call: "read_file", input: { file_path: `${fixture.cwd}/edited.txt` } }],
    [{ call: "edit", input: edit }],
    [{ call: "run_shell_command", input: { command, is_background: false } }],
    [{ call: "run_shell_command", input: { command: "exit 7", is_background: false } }],
    "Done.",
  ];
}

const FILES = { "edited.txt": "one\ntwo\n", "grown.txt": "a\n", "gone.txt": "1\n2\n3\n", "kept.txt": "k\n" };
const WANTED = [
  { path: "edited.txt", status: "modified", added: 2, removed: 1 },
  { path: "gone.txt", status: "deleted", added: 0, removed: 3 },
  { path: "grown.txt", status: "modified", added: 1, removed: 0 },
  { path: "made.txt", status: "added", added: 2, removed: 0 },
];

for (const place of ["a repository", "a dirty repository", "a plain folder"]) {
  const test = place === "a plain folder" ? Deno.test : testWithGit;
  test(`the result lists changed files and commands in ${place}`, async () => {
    await using fixture = await Fixture.open(FILES);
    if (place !== "a plain folder") {
      await commitAll(fixture.cwd, "first");
      if (place === "a dirty repository") {
        await fixture.write("gone.txt", "1\n2\n3\n");
        await fixture.write("grown.txt", "a\n");
        await fixture.write("kept.txt", "changed before\n");
        await fixture.write("untracked.txt", "before\n");
      }
    }
    await using model = fakeModel(steps(fixture));
    const { stdout } = await runQwen(["--yolo", ...ARGS], { fixture, env: model.env });
    const { work } = linesOf(stdout).at(-1);
    assertEquals(work.files, WANTED);
    assertEquals(work.commands.map((run: { exit_code: number }) => run.exit_code), [0, 7]);
    assertEquals(work.commands[1].command, "exit 7");
  });
}

testWithGit("the result lists changes that a command has committed", async () => {
  await using fixture = await Fixture.open({ "a.txt": "1\n" });
  await commitAll(fixture.cwd, "first");
  const command = "echo 2 >> a.txt && git -c user.name=T -c user.email=t@example.com commit -qam second";
  await using model = fakeModel([[{ call: "run_shell_command", input: { command, is_background: false } }], "Done."]);
  const { stdout } = await runQwen(["--yolo", "--sandbox=off", ...ARGS], { fixture, env: model.env });
  const { work } = linesOf(stdout).at(-1);
  assertEquals(work.commands[0].exit_code, 0);
  assertEquals(work.files, [{ path: "a.txt", status: "modified", added: 1, removed: 0 }]);
});

Deno.test("--fail-on-denied ends with exit 58 when a denied call was not made up for", async () => {
  await using fixture = await Fixture.open();
  const write = (name: string): { call: string; input: object } => ({
    call: "write_file",
    input: { file_path: `${fixture.cwd}/${name}`, content: "x\n" },
  });
  await using model = fakeModel([[write("a.txt")], "I could not.", [write("a.txt")], "I could not.", "Hello."]);
  const flags = ["--approval-mode", "default"];
  const failed = await runQwen(["--fail-on-denied", ...flags, ...ARGS], { fixture, env: model.env });
  const result = linesOf(failed.stdout).at(-1);
  assertEquals([failed.code, result.subtype, result.error.code], [58, "error_during_execution", "permission_denied"]);
  assertMatch(result.error.message, /write_file .*a\.txt/);
  const without = await runQwen([...flags, ...ARGS], { fixture, env: model.env });
  assertEquals(without.code, 0);
  const clean = await runQwen(["--fail-on-denied", ...flags, ...ARGS], { fixture, env: model.env });
  assertEquals(clean.code, 0);
});
