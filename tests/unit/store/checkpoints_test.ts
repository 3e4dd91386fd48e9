import { assertEquals } from "@std/assert";
import type { Problem } from "../../../lib/model/problem.ts";
import {
  checkpointFolder,
  type Checkpoints,
  openCheckpoints,
  type RewindResult,
} from "../../../lib/store/checkpoints.ts";
import { WorkspaceFiles } from "../../../lib/sandbox/workspace_files.ts";
import { lineChanges } from "../../../lib/store/line_changes.ts";
import type { Place } from "../../../lib/store/places.ts";
import { SESSION, withPlace } from "../../support/store.ts";

interface Bench {
  place: Place;
  root: string;
  failures: Problem[];
  open(limits?: { maxFileBytes?: number }): Promise<Checkpoints>;
}

async function withBench(body: (bench: Bench) => Promise<void>): Promise<void> {
  await withPlace(async (place) => {
    const root = await Deno.realPath(await Deno.makeTempDir({ dir: place.base }));
    const failures: Problem[] = [];
    const open = (limits: { maxFileBytes?: number } = {}): Promise<Checkpoints> =>
      openCheckpoints({
        place,
        sessionId: SESSION,
        onFailure: (problem) => failures.push(problem),
        files: new WorkspaceFiles({ roots: [root] }),
        ...limits,
      });
    await body({ place, root, failures, open });
  });
}

async function edit(checkpoints: Checkpoints, path: string, text: string): Promise<void> {
  await checkpoints.keep(path);
  await Deno.writeTextFile(path, text);
}

const NOTHING: RewindResult = {
  canRewind: true,
  filesChanged: [],
  insertions: 0,
  deletions: 0,
  skippedLinks: 0,
  notKept: [],
};

Deno.test("Checkpoints puts files back as they were before a message", async () => {
  await withBench(async ({ root, open, failures }) => {
    const [a, b] = [`${root}/a.txt`, `${root}/new.txt`];
    await Deno.writeTextFile(a, "one\ntwo\n");
    await Deno.chmod(a, 0o755);
    const checkpoints = await open();
    checkpoints.begin("m1", 5);
    checkpoints.begin("m2", 5);
    await edit(checkpoints, a, "one\n2\n");
    await edit(checkpoints, a, "one\n2\n3\n");
    await edit(checkpoints, b, "fresh\n");
    checkpoints.begin("m3", 5);
    await edit(checkpoints, a, "gone\n");
    const expected = { ...NOTHING, filesChanged: [a], insertions: 3, deletions: 1 };
    assertEquals(await checkpoints.rewind("m3", { dryRun: true }), expected);
    assertEquals(await Deno.readTextFile(a), "gone\n");
    assertEquals(await checkpoints.rewind("m3", { dryRun: false }), expected);
    assertEquals(await Deno.readTextFile(a), "one\n2\n3\n");
    // Another process with the same session knows the same.
    const later = await open();
    assertEquals(later.points, [
      { id: "m3", at: 5, label: "Before edits of a.txt" },
      { id: "m2", at: 5, label: "Before edits of a.txt, new.txt" },
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

Deno.test("Checkpoints refuses a message it does not know", async () => {
  await withBench(async ({ open }) => {
    assertEquals(await (await open()).rewind("m9", { dryRun: true }), {
      ...NOTHING,
      canRewind: false,
      error: "No file checkpoint found for message m9",
    });
  });
});

Deno.test("Checkpoints leaves links alone and counts them", async () => {
  await withBench(async ({ root, open }) => {
    const checkpoints = await open();
    checkpoints.begin("m1", 5);
    await Deno.mkdir(`${root}/folder`);
    await edit(checkpoints, `${root}/a`, "a");
    await edit(checkpoints, `${root}/folder/b`, "b");
    await Deno.remove(`${root}/a`);
    await Deno.writeTextFile(`${root}/outside`, "keep me");
    await Deno.symlink(`${root}/outside`, `${root}/a`);
    await Deno.rename(`${root}/folder`, `${root}/moved`);
    await Deno.symlink(`${root}/moved`, `${root}/folder`);
    assertEquals(await checkpoints.rewind("m1", { dryRun: false }), { ...NOTHING, skippedLinks: 2 });
    assertEquals(await Deno.readTextFile(`${root}/outside`), "keep me");
    assertEquals(await Deno.readTextFile(`${root}/moved/b`), "b");
  });
});

Deno.test("Checkpoints says which files were too large to keep", async () => {
  await withBench(async ({ root, open }) => {
    await Deno.writeTextFile(`${root}/big`, "0123456789");
    const checkpoints = await open({ maxFileBytes: 5 });
    checkpoints.begin("m1", 5);
    await edit(checkpoints, `${root}/big`, "small");
    assertEquals(await checkpoints.rewind("m1", { dryRun: false }), { ...NOTHING, notKept: [`${root}/big`] });
    assertEquals(await Deno.readTextFile(`${root}/big`), "small");
  });
});

Deno.test("Checkpoints tells once that nothing can be kept, and edits go on", async () => {
  await withBench(async ({ place, root, open, failures }) => {
    await Deno.writeTextFile(`${place.base}/projects`, "");
    const checkpoints = await open();
    checkpoints.begin("m1", 5);
    await edit(checkpoints, `${root}/a`, "a");
    await edit(checkpoints, `${root}/b`, "b");
    const before = failures.filter((problem) => problem.message.includes(`${root}/`)).length;
    assertEquals(before, 1);
  });
});

Deno.test("Checkpoints keeps its copies private", async () => {
  await withBench(async ({ place, root, open }) => {
    await Deno.writeTextFile(`${root}/a`, "secret");
    const checkpoints = await open();
    checkpoints.begin("m1", 5);
    await checkpoints.keep(`${root}/a`);
    const folder = checkpointFolder(place, SESSION);
    const mode = async (path: string): Promise<number> => ((await Deno.stat(path)).mode ?? 0) & 0o777;
    const [blob] = [...Deno.readDirSync(`${folder}/blobs`)];
    assertEquals(
      [await mode(folder), await mode(`${folder}/index.jsonl`), await mode(`${folder}/blobs/${blob.name}`)],
      [0o700, 0o600, 0o600],
    );
  });
});

Deno.test("lineChanges counts the shortest edit", () => {
  const cases: [string, string, number, number][] = [
    ["", "", 0, 0],
    ["a\nb\n", "a\nb\n", 0, 0],
    ["", "a\nb", 2, 0],
    ["a\nb\nc\n", "a\nx\nc\n", 1, 1],
    ["a\nb\nc\nd\n", "b\nd\ne\n", 1, 2],
    ["x\na\nb\n", "a\nb\ny\n", 1, 1],
  ];
  for (const [from, to, insertions, deletions] of cases) {
    assertEquals(lineChanges(from, to), { insertions, deletions });
  }
  const many = Array.from({ length: 3000 }, (_, index) => `a${index}`).join("\n");
  assertEquals(lineChanges(many, many.replaceAll("a", "b")), { insertions: 3000, deletions: 3000 });
});

Deno.test("Checkpoints goes on after an index whose last line was cut off at any byte", async () => {
  await withBench(async ({ place, root, open }) => {
    const path = `${root}/a.txt`;
    const index = `${checkpointFolder(place, SESSION)}/index.jsonl`;
    await Deno.writeTextFile(path, "one\n");
    const first = await open();
    first.begin("m1", 5);
    await edit(first, path, "two\n");
    const whole = await Deno.readTextFile(index);
    for (let length = 0; length <= whole.length; length++) {
      await Deno.writeTextFile(index, whole.slice(0, length));
      await Deno.writeTextFile(path, "two\n");
      const next = await open();
      next.begin("m2", 5);
      await edit(next, path, "three\n");
      const { canRewind, filesChanged } = await (await open()).rewind("m2", { dryRun: false });
      assertEquals([canRewind, filesChanged, await Deno.readTextFile(path)], [true, [path], "two\n"]);
    }
  });
});
