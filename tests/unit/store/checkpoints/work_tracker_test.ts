import { assertEquals } from "@std/assert";
import { GitView } from "../../../../lib/store/checkpoints/git_view.ts";
import { WorkspaceTracker } from "../../../../lib/store/checkpoints/work_tracker.ts";
import { commitAll, git, testWithGit } from "../../../support/git.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

const encoder = new TextEncoder();
const FILES = { "a.txt": "1\n2\n", "b.txt": "b\n", "dir/c.txt": "c\n" };

async function tracked(place: "repository" | "folder"): Promise<{ bench: ToolBench; tracker: WorkspaceTracker }> {
  const bench = await ToolBench.open(FILES);
  if (place === "repository") await commitAll(bench.root, "first");
  const { root: cwd, shell, files } = bench;
  const view = new GitView({ cwd, shell, isAllowed: () => Promise.resolve(true) });
  const tracker = new WorkspaceTracker({ cwd, files, git: view });
  tracker.startPrompt();
  return { bench, tracker };
}

for (const place of ["repository", "folder"] as const) {
  const test = place === "repository" ? testWithGit : Deno.test;
  test(`WorkspaceTracker finds writes of tools and changes by commands in a ${place}`, async () => {
    const { bench, tracker } = await tracked(place);
    await using _ = bench;
    assertEquals(await tracker.changes(), []);
    await tracker.files.write(bench.path("a.txt"), encoder.encode("1\n2\n3\n"));
    await tracker.beforeCommand();
    await bench.put("made by a command.txt", "x\ny\n");
    await bench.put("a.txt", "2\n3\n");
    await Deno.remove(bench.path("b.txt"));
    // A write after a command has its own baseline.
    await tracker.files.write(bench.path("dir/c.txt"), encoder.encode("C\n"));
    assertEquals(await tracker.changes(), [
      { path: "a.txt", status: "modified", added: 1, removed: 1 },
      { path: "b.txt", status: "deleted", added: 0, removed: 1 },
      { path: "dir/c.txt", status: "modified", added: 1, removed: 1 },
      { path: "made by a command.txt", status: "added", added: 2, removed: 0 },
    ]);
  });

  test(`WorkspaceTracker finds files that one change adds, moves and removes in a ${place}`, async () => {
    const { bench, tracker } = await tracked(place);
    await using _ = bench;
    await tracker.files.change([
      { path: bench.path("moved.txt"), content: encoder.encode("b\n") },
      { path: bench.path("b.txt"), content: null },
    ]);
    assertEquals(await tracker.changes(), [
      { path: "b.txt", status: "deleted", added: 0, removed: 1 },
      { path: "moved.txt", status: "added", added: 1, removed: 0 },
    ]);
  });

  test(`WorkspaceTracker leaves out what is as before, and changes before the prompt, in a ${place}`, async () => {
    const { bench, tracker } = await tracked(place);
    await using _ = bench;
    await bench.put("b.txt", "changed before\n");
    await bench.put("untracked.txt", "before\n");
    await tracker.beforeCommand();
    await bench.put("a.txt", "gone for a moment\n");
    await bench.put("a.txt", FILES["a.txt"]);
    assertEquals(await tracker.changes(), []);
    await bench.put("b.txt", "changed again\n");
    assertEquals(await tracker.changes(), [{ path: "b.txt", status: "modified", added: 1, removed: 1 }]);
    tracker.startPrompt();
    assertEquals(await tracker.changes(), []);
  });
}

testWithGit("WorkspaceTracker finds changes that a command has committed", async () => {
  const { bench, tracker } = await tracked("repository");
  await using _ = bench;
  await tracker.beforeCommand();
  await bench.put("a.txt", "1\n");
  await git(bench.root, "commit", "-qam", "second");
  assertEquals(await tracker.changes(), [{ path: "a.txt", status: "modified", added: 0, removed: 1 }]);
});

Deno.test("WorkspaceTracker lists binary and large files without lines, and nothing outside of the folder", async () => {
  const { bench, tracker } = await tracked("folder");
  await using _ = bench;
  await using outside = await ToolBench.open({ "o.txt": "o\n" });
  await tracker.beforeCommand();
  await bench.put("data.bin", new Uint8Array([1, 0, 2]));
  await bench.put("large.txt", "x".repeat(2 * 1024 * 1024));
  const other = new WorkspaceTracker({
    cwd: bench.root,
    files: outside.files,
    git: new GitView({ cwd: bench.root, shell: bench.shell, isAllowed: () => Promise.resolve(false) }),
  });
  await other.files.write(outside.path("o.txt"), encoder.encode("O\n"));
  assertEquals(await other.changes(), []);
  assertEquals(await tracker.changes(), [
    { path: "data.bin", status: "added", added: 0, removed: 0 },
    { path: "large.txt", status: "added", added: 0, removed: 0 },
  ]);
});
