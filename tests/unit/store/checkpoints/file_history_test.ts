import { assertEquals, assertMatch } from "@std/assert";
import type { Problem } from "../../../../lib/model/problem.ts";
import { WorkspaceFiles } from "../../../../lib/sandbox/files/workspace_files.ts";
import {
  type FileHistory,
  fileHistoryFolder,
  type FileHistoryOptions,
  openFileHistory,
  type RewindResult,
} from "../../../../lib/store/checkpoints/file_history.ts";
import type { StorePaths } from "../../../../lib/store/store_paths.ts";
import { SESSION, withStore } from "../../../support/store.ts";

interface Bench {
  paths: StorePaths;
  root: string;
  failures: Problem[];
  open(options?: Partial<FileHistoryOptions>): Promise<FileHistory>;
}

async function withBench(body: (bench: Bench) => Promise<void>): Promise<void> {
  await withStore(async (paths) => {
    const root = await Deno.realPath(await Deno.makeTempDir({ dir: paths.base }));
    const files = new WorkspaceFiles({ roots: [root] });
    const failures: Problem[] = [];
    const onFailure = (problem: Problem): unknown => failures.push(problem);
    let at = 0;
    const open: Bench["open"] = (options = {}) =>
      openFileHistory({ paths, sessionId: SESSION, onFailure, now: () => ++at, files, ...options });
    await body({ paths, root, failures, open });
  });
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function edit(history: FileHistory, path: string, { text }: { text: string }): Promise<void> {
  await history.files.write(path, bytes(text));
}

const NOTHING: RewindResult = {
  canRewind: true,
  filesChanged: [],
  insertions: 0,
  deletions: 0,
  skippedLinks: 0,
  notKept: [],
};

Deno.test("FileHistory puts files back as they were before a message", async () => {
  await withBench(async ({ root, open, failures }) => {
    const [a, b] = [`${root}/a.txt`, `${root}/new.txt`];
    await Deno.writeTextFile(a, "one\ntwo\n");
    await Deno.chmod(a, 0o755);
    const history = await open();
    history.begin("m1");
    history.begin("m2");
    await edit(history, a, { text: "one\n2\n" });
    await edit(history, a, { text: "one\n2\n3\n" });
    await edit(history, b, { text: "fresh\n" });
    history.begin("m3");
    await edit(history, a, { text: "gone\n" });
    const expected = { ...NOTHING, filesChanged: [a], insertions: 3, deletions: 1 };
    assertEquals(await history.rewind("m3", { dryRun: true }), expected);
    assertEquals(await Deno.readTextFile(a), "gone\n");
    assertEquals(await history.rewind("m3", { dryRun: false }), expected);
    assertEquals(await Deno.readTextFile(a), "one\n2\n3\n");
    // Another process with the same session knows the same.
    const later = await open();
    assertEquals(later.points, [
      { id: "m3", at: 3, label: "Before edits of a.txt" },
      { id: "m2", at: 2, label: "Before edits of a.txt, new.txt" },
    ]);
    assertEquals(await later.rewind("m1", { dryRun: false }), {
      ...NOTHING,
      filesChanged: [a, b],
      insertions: 1,
      deletions: 3,
    });
    assertEquals(await Deno.readTextFile(a), "one\ntwo\n");
    assertEquals(((await Deno.stat(a)).mode ?? 0) & 0o777, 0o755);
    assertEquals([...Deno.readDirSync(root)].map((entry) => entry.name), ["a.txt"]);
    assertEquals(await later.rewind("m1", { dryRun: false }), NOTHING);
    assertEquals(failures, []);
  });
});

Deno.test("FileHistory puts back files that one change has removed and added", async () => {
  await withBench(async ({ root, open, failures }) => {
    const [old, moved] = [`${root}/old.sh`, `${root}/moved.sh`];
    await Deno.writeTextFile(old, "run\n", { mode: 0o755 });
    const history = await open();
    history.begin("m1");
    await history.files.change([{ path: moved, content: bytes("run\n"), like: old }, { path: old, content: null }]);
    assertEquals((await Deno.readTextFile(moved)).length, 4);
    const { filesChanged } = await history.rewind("m1", { dryRun: false });
    assertEquals([filesChanged.toSorted(), failures], [[moved, old], []]);
    assertEquals([...Deno.readDirSync(root)].map(({ name }) => name), ["old.sh"]);
    assertEquals((Deno.statSync(old).mode ?? 0) & 0o777, 0o755);
  });
});

Deno.test("FileHistory refuses a message it does not know", async () => {
  await withBench(async ({ open }) => {
    assertEquals(await (await open()).rewind("m9", { dryRun: true }), {
      ...NOTHING,
      canRewind: false,
      error: "No file checkpoint found for message m9",
    });
  });
});

Deno.test("FileHistory leaves links alone and counts them", async () => {
  await withBench(async ({ root, open }) => {
    const history = await open();
    history.begin("m1");
    await Deno.mkdir(`${root}/folder`);
    await edit(history, `${root}/a`, { text: "a" });
    await edit(history, `${root}/folder/b`, { text: "b" });
    await Deno.remove(`${root}/a`);
    await Deno.writeTextFile(`${root}/outside`, "keep me");
    await Deno.symlink(`${root}/outside`, `${root}/a`);
    await Deno.rename(`${root}/folder`, `${root}/moved`);
    await Deno.symlink(`${root}/moved`, `${root}/folder`);
    assertEquals(await history.rewind("m1", { dryRun: false }), { ...NOTHING, skippedLinks: 2 });
    assertEquals(await Deno.readTextFile(`${root}/outside`), "keep me");
    assertEquals(await Deno.readTextFile(`${root}/moved/b`), "b");
  });
});

Deno.test("FileHistory says which files were too large to keep", async () => {
  await withBench(async ({ root, open }) => {
    await Deno.writeTextFile(`${root}/big`, "0123456789");
    const history = await open({ maxFileBytes: 5 });
    history.begin("m1");
    await edit(history, `${root}/big`, { text: "small" });
    assertEquals(await history.rewind("m1", { dryRun: false }), { ...NOTHING, notKept: [`${root}/big`] });
    assertEquals(await Deno.readTextFile(`${root}/big`), "small");
  });
});

Deno.test("FileHistory tells once that nothing can be kept, and edits go on", async () => {
  await withBench(async ({ paths, root, open, failures }) => {
    await Deno.writeTextFile(`${paths.base}/projects`, "");
    const history = await open();
    history.begin("m1");
    await edit(history, `${root}/a`, { text: "a" });
    await edit(history, `${root}/b`, { text: "b" });
    const before = failures.filter((problem) => problem.message.includes(`${root}/`)).length;
    assertEquals(before, 1);
  });
});

Deno.test("FileHistory keeps its copies private", async () => {
  await withBench(async ({ paths, root, open }) => {
    await Deno.writeTextFile(`${root}/a`, "secret");
    const history = await open();
    history.begin("m1");
    await edit(history, `${root}/a`, { text: "new" });
    const folder = fileHistoryFolder(paths, SESSION);
    const mode = async (path: string): Promise<number> => ((await Deno.stat(path)).mode ?? 0) & 0o777;
    const [blob] = [...Deno.readDirSync(`${folder}/blobs`)];
    assertEquals(
      [await mode(folder), await mode(`${folder}/index.jsonl`), await mode(`${folder}/blobs/${blob.name}`)],
      [0o700, 0o600, 0o600],
    );
  });
});

Deno.test("FileHistory goes on after an index whose last line was cut off at any byte", async () => {
  await withBench(async ({ paths, root, open }) => {
    const path = `${root}/a.txt`;
    const index = `${fileHistoryFolder(paths, SESSION)}/index.jsonl`;
    await Deno.writeTextFile(path, "one\n");
    const first = await open();
    first.begin("m1");
    await edit(first, path, { text: "two\n" });
    const whole = await Deno.readTextFile(index);
    for (let length = 0; length <= whole.length; length++) {
      await Deno.writeTextFile(index, whole.slice(0, length));
      await Deno.writeTextFile(path, "two\n");
      const next = await open();
      next.begin("m2");
      await edit(next, path, { text: "three\n" });
      const { canRewind, filesChanged } = await (await open()).rewind("m2", { dryRun: false });
      assertEquals([canRewind, filesChanged, await Deno.readTextFile(path)], [true, [path], "two\n"]);
    }
  });
});

Deno.test("FileHistory keeps a file before it is written", async () => {
  await withBench(async ({ root, open }) => {
    const path = `${root}/a`;
    await Deno.writeTextFile(path, "old");
    const history = await open({ isNew: true });
    history.begin("m1");
    await history.files.write(path, bytes("new"));
    assertEquals(await Deno.readTextFile(path), "new");
    await history.rewind("m1", { dryRun: false });
    assertEquals(await Deno.readTextFile(path), "old");
  });
});

Deno.test("FileHistory knows turns that began before the first edit, while it was opened and after it", async () => {
  await withBench(async ({ root, open }) => {
    const history = await open({ isNew: true });
    history.begin("m1");
    const writing = history.files.write(`${root}/a`, bytes("a"));
    history.begin("m2");
    await writing;
    await Promise.all(["b", "c"].map((name) => history.files.write(`${root}/${name}`, bytes(name))));
    history.begin("m3");
    await history.files.write(`${root}/a`, bytes("again"));
    assertEquals(history.points, [
      { id: "m3", at: 3, label: "Before edits of a" },
      { id: "m2", at: 2, label: "Before edits of a, b, c" },
    ]);
    assertEquals(
      (await history.rewind("m1", { dryRun: true })).filesChanged,
      ["a", "b", "c"].map((n) => `${root}/${n}`),
    );
  });
});

Deno.test("openFileHistory goes on with what an earlier run has kept, and touches nothing for a new session", async () => {
  await withBench(async ({ paths, root, open, failures }) => {
    const first = await open({ isNew: true });
    first.begin("m1");
    assertEquals(await first.rewind("m0", { dryRun: true }).then(({ canRewind }) => canRewind), false);
    assertEquals([...Deno.readDirSync(root)], []);
    await first.files.write(`${root}/a`, bytes("a"));
    const later = await open({ isNew: false });
    assertEquals(later.points.map(({ id }) => id), ["m1"]);
    await Deno.remove(`${fileHistoryFolder(paths, SESSION)}/index.jsonl`);
    await Deno.mkdir(`${fileHistoryFolder(paths, SESSION)}/index.jsonl`);
    await open({ isNew: false });
    assertEquals(failures.map(({ detail }) => detail), ["checkpoint_not_kept"]);
  });
});

Deno.test("a rewind writes behind the fences of tools, and gives a file its mode back", async () => {
  await withBench(async ({ root, open }) => {
    const files = new WorkspaceFiles({ roots: [`${root}/in`] });
    await Deno.mkdir(`${root}/in/dir`, { recursive: true });
    await Deno.mkdir(`${root}/out`);
    const path = `${root}/in/dir/run.sh`;
    await Deno.writeTextFile(path, "old");
    await Deno.chmod(path, 0o750);
    const history = await open({ files });
    history.begin("m1");
    await history.files.write(path, bytes("new"));
    await Deno.remove(path);
    assertEquals((await history.rewind("m1", { dryRun: false })).filesChanged, [path]);
    assertEquals([await Deno.readTextFile(path), ((await Deno.stat(path)).mode ?? 0) & 0o777], ["old", 0o750]);
    // What is not of the workspace any more is not written.
    files.removeRoot(`${root}/in`);
    await Deno.writeTextFile(path, "newer");
    assertMatch((await history.rewind("m1", { dryRun: false })).error ?? "", /outside the workspace/);
    assertEquals(await Deno.readTextFile(path), "newer");
  });
});
