import { assertEquals } from "@std/assert";
import { GitView } from "../../../../lib/store/checkpoints/git_view.ts";
import { commitAll, git, testWithGit } from "../../../support/git.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

/** A repository with one commit of `a.txt` and `dir/b.txt`, and a view of one of its folders. */
async function repository(folder = ""): Promise<{ bench: ToolBench; view: GitView; asked: string[] }> {
  const bench = await ToolBench.open({ "a.txt": "one\n", "dir/b.txt": "two\n" });
  await commitAll(bench.root, "lay the foundation");
  const asked: string[] = [];
  const view = new GitView({
    cwd: bench.path(folder),
    shell: bench.shell,
    isAllowed: (command) => {
      asked.push(command);
      return Promise.resolve(true);
    },
  });
  return { bench, view, asked };
}

testWithGit("GitView.status names the commit and everything that differs from it", async () => {
  const { bench, view, asked } = await repository();
  await using _ = bench;
  const head = (await git(bench.root, "rev-parse", "HEAD")).trim();
  assertEquals(await view.status(), { commit: head, dirty: [] });
  await bench.put("a.txt", "changed\n");
  await bench.put("new/ä b.txt", "x\n");
  await Deno.remove(bench.path("dir/b.txt"));
  assertEquals((await view.status())?.dirty.toSorted(), ["a.txt", "dir/b.txt", "new/ä b.txt"]);
  assertEquals(asked.every((command) => command === "git status"), true);
});

testWithGit("GitView sees a folder of a repository by paths relative to it", async () => {
  const { bench, view } = await repository("dir");
  await using _ = bench;
  await bench.put("a.txt", "outside of the folder\n");
  await bench.put("dir/b.txt", "changed\n");
  const status = await view.status();
  assertEquals(status?.dirty, ["b.txt"]);
  assertEquals([...await view.contentsAt(status?.commit ?? "", ["b.txt", "none.txt"])], [["b.txt", "two\n"]]);
});

testWithGit("GitView.touchedSince includes what later commits have changed", async () => {
  const { bench, view } = await repository();
  await using _ = bench;
  const first = (await view.status())?.commit ?? null;
  await bench.put("a.txt", "committed\n");
  await git(bench.root, "commit", "-qam", "second");
  await bench.put("dir/b.txt", "dirty\n");
  assertEquals((await view.touchedSince(first)).toSorted(), ["a.txt", "dir/b.txt"]);
});

testWithGit("GitView.contentsAt reads many files, empty ones and those without a last newline", async () => {
  const { bench, view } = await repository();
  await using _ = bench;
  const names = Array.from({ length: 250 }, (_, n) => `many/${n}.txt`);
  for (const [n, name] of names.entries()) await bench.put(name, n === 0 ? "" : `text ${n}`);
  await git(bench.root, "add", ".");
  await git(bench.root, "commit", "-qm", "many");
  const contents = await view.contentsAt((await view.status())?.commit ?? "", names);
  assertEquals([...contents], names.map((name, n) => [name, n === 0 ? "" : `text ${n}`]));
});

testWithGit("GitView.facts has branch, changed files and last commits", async () => {
  const { bench, view } = await repository();
  await using _ = bench;
  await bench.put("a.txt", "changed\n");
  const facts = await view.facts();
  assertEquals([facts?.branch, facts?.dirty], ["trunk", [" M a.txt"]]);
  assertEquals(facts?.commits.map((line) => line.replace(/^[0-9a-f]+ /, "")), ["lay the foundation"]);
});

testWithGit(
  "GitView is silent outside of a repository, before it is allowed, and about a new repository's commits",
  async () => {
    await using bench = await ToolBench.open({ "a.txt": "one\n" });
    const view = (isAllowed: boolean): GitView =>
      new GitView({ cwd: bench.root, shell: bench.shell, isAllowed: () => Promise.resolve(isAllowed) });
    assertEquals([await view(true).status(), await view(true).facts(), await view(true).touchedSince(null)], [
      null,
      null,
      [],
    ]);
    await git(bench.root, "init", "-q", "-b", "trunk");
    assertEquals([await view(false).status(), await view(false).facts()], [null, null]);
    assertEquals(await view(true).status(), { commit: null, dirty: ["a.txt"] });
    assertEquals(await view(true).facts(), { branch: "trunk", dirty: ["?? a.txt"], commits: [] });
  },
);
