/** `qwen batch` in worktrees, and its progress on a terminal. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { byPrompt, hasToolResult, jobLines, promptOf, runBatch } from "../support/batch.ts";
import { fakeModel } from "../support/fake_model.ts";
import { hasPty, screenOf, startOnPty } from "../support/pty.ts";
import { Fixture, startQwen } from "../support/qwen.ts";

const PLAIN = ["--no-chat-recording", "--yolo", "--keep-going"];

async function git(cwd: string, ...args: string[]): Promise<string> {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  const { stdout, success, stderr } = await new Deno.Command("git", { args: [...identity, ...args], cwd }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

const hasGit = await new Deno.Command("git", { args: ["--version"], stdout: "null" }).output()
  .then(({ success }) => success, () => false);

/** A repository in the workspace with one commit and an uncommitted change. */
async function repository(path = "."): Promise<Fixture> {
  const fixture = await Fixture.open({ [`${path}/a.txt`]: "one\ntwo\n", [`${path}/sub/b.txt`]: "b\n" });
  const root = `${fixture.cwd}/${path}`;
  await git(root, "init", "-q");
  await git(root, "add", ".");
  await git(root, "commit", "-qm", "start");
  await Deno.writeTextFile(`${root}/a.txt`, "one\ntwo\nuncommitted\n");
  return fixture;
}

const shell = (command: string) => (request: Parameters<typeof promptOf>[0]) =>
  hasToolResult(request) ? "done" : [{ call: "run_shell_command", input: { command } }];

const EDITS = byPrompt({
  edit: shell("echo three >> a.txt; echo new > 'new file.txt'; printf '\\377\\376x\\n' > odd.txt; pwd"),
  nothing: shell("cat a.txt"),
  deep: shell("echo deep >> b.txt"),
});

Deno.test({
  name: "--worktree runs each job in a tree of its own and returns what it changed as a patch",
  ignore: !hasGit,
  async fn(): Promise<void> {
    await using fixture = await repository();
    await using model = fakeModel([], { otherwise: EDITS });
    const jobs = [
      { id: "edit", prompt: "edit" },
      { id: "again", prompt: "edit" },
      { id: "nothing", prompt: "nothing" },
      { id: "deep", prompt: "deep", cwd: "sub" },
    ];
    const before = [await git(fixture.cwd, "status", "--porcelain"), await git(fixture.cwd, "branch", "-a")];
    const { code, byId, stderr } = await runBatch(jobs, { fixture, env: model.env, args: [...PLAIN, "--worktree"] });
    assertEquals(code, 0, stderr);
    assertEquals([byId.nothing.patch, byId.again.patch], ["", byId.edit.patch]);
    const after = [await git(fixture.cwd, "status", "--porcelain"), await git(fixture.cwd, "branch", "-a")];
    assertEquals(after, [`${before[0]}?? jobs.ndjson\n`, before[1]]);
    assertEquals((await git(fixture.cwd, "worktree", "list")).trim().split("\n").length, 1);
    // The patches fit the commit.
    await git(fixture.cwd, "checkout", "-q", "a.txt");
    for (const id of ["edit", "deep"]) {
      await Deno.writeTextFile(`${fixture.cwd}/job.patch`, byId[id].patch ?? "");
      await git(fixture.cwd, "apply", "job.patch");
    }
    const read = (name: string): Promise<string> => Deno.readTextFile(`${fixture.cwd}/${name}`);
    assertEquals(await read("a.txt"), "one\ntwo\nthree\n");
    assertEquals([await read("new file.txt"), await read("sub/b.txt")], ["new\n", "b\ndeep\n"]);
    assertEquals([...await Deno.readFile(`${fixture.cwd}/odd.txt`)], [0xff, 0xfe, 0x78, 10]);
  },
});

Deno.test({
  name: "a job with repo runs in a worktree of that repository",
  ignore: !hasGit,
  async fn(): Promise<void> {
    await using fixture = await repository("project");
    await using model = fakeModel([], { otherwise: EDITS });
    const jobs = [{ id: "edit", prompt: "edit", repo: "project" }, { id: "none", prompt: "edit", repo: "." }];
    const { byId } = await runBatch(jobs, { fixture, env: model.env, args: PLAIN });
    assertEquals([byId.edit.status, byId.none.status, byId.none.error?.code], [
      "succeeded",
      "failed",
      "config_invalid",
    ]);
    assertMatch(byId.edit.patch ?? "", /\+three/);
    assertEquals(await Deno.readTextFile(`${fixture.cwd}/project/a.txt`), "one\ntwo\nuncommitted\n");
    assertEquals((await git(`${fixture.cwd}/project`, "worktree", "list")).trim().split("\n").length, 1);
  },
});

Deno.test({
  name: "worktrees of a killed batch are removed by the run that goes on with it",
  ignore: !hasGit,
  async fn(): Promise<void> {
    await using fixture = await repository();
    let isHolding = true;
    await using model = fakeModel([], {
      otherwise: () => isHolding ? { hold: "never", steps: [] } : "done",
    });
    await fixture.write("jobs.ndjson", jobLines([{ id: "a", prompt: "go" }]));
    const args = ["batch", "jobs.ndjson", "--worktree", "-o", "out.ndjson", ...PLAIN];
    const trees = async (): Promise<string[]> =>
      (await git(fixture.cwd, "worktree", "list", "--porcelain")).split("\n").filter((line) =>
        line.startsWith("worktree")
      );
    await using run = startQwen(args, { fixture, env: model.env });
    await model.request(0);
    run.kill("SIGKILL");
    await run.end;
    model.release("never");
    const left = (await trees())[1].slice("worktree ".length);
    isHolding = false;
    await using next = startQwen(args, { fixture, env: model.env });
    assertEquals((await next.end).code, 0);
    assertEquals((await trees()).length, 1);
    assert(!await Deno.stat(left).then(() => true, () => false));
  },
});

Deno.test({
  name: "a batch shows its progress in one line of a terminal and leaves its figures there",
  ignore: !hasPty(),
  async fn(): Promise<void> {
    await using fixture = await Fixture.open();
    await using model = fakeModel([], { otherwise: () => ({ hold: "gate", steps: [{ text: "done" }] }) });
    await fixture.write("jobs.ndjson", jobLines(["a", "b", "c"].map((id) => ({ id, prompt: "go" }))));
    const args = ["batch", "jobs.ndjson", "-j", "1", "-o", "out.ndjson", "--no-chat-recording"];
    await using run = startOnPty(args, { fixture, env: model.env });
    await run.until(/0 of 3 jobs done, 1 running/);
    model.release("gate");
    const { code, stdout } = await run.end;
    assertEquals(code, 0);
    const screen = await screenOf(stdout);
    assertEquals(screen.filter((line) => line.includes("jobs done")).length, 1, screen.join("\n"));
    assertMatch(screen.at(-1) ?? "", /3 of 3 jobs done/);
  },
});
