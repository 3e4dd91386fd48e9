import { assertEquals, assertMatch } from "@std/assert";
import type { Problem } from "../../../lib/model/problem.ts";
import { WorkspaceFiles } from "../../../lib/sandbox/workspace_files.ts";
import { checkpointFolder } from "../../../lib/store/checkpoints.ts";
import { type FileHistory, openFileHistory } from "../../../lib/store/file_history.ts";
import type { Place } from "../../../lib/store/places.ts";
import { SESSION, withPlace } from "../../support/store.ts";

interface Bench {
  place: Place;
  root: string;
  failures: Problem[];
  open(options: { isNew: boolean }): Promise<FileHistory>;
}

async function withBench(body: (bench: Bench) => Promise<void>): Promise<void> {
  await withPlace(async (place) => {
    const root = await Deno.realPath(await Deno.makeTempDir({ dir: place.base }));
    const files = new WorkspaceFiles({ roots: [root] });
    const failures: Problem[] = [];
    const onFailure = (problem: Problem): unknown => failures.push(problem);
    let at = 0;
    const open: Bench["open"] = ({ isNew }) =>
      openFileHistory({ place, sessionId: SESSION, isNew, onFailure, now: () => ++at, files });
    await body({ place, root, failures, open });
  });
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

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
    assertEquals(await history.points(), [
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
  await withBench(async ({ place, root, open, failures }) => {
    const first = await open({ isNew: true });
    first.begin("m1");
    assertEquals(await first.rewind("m0", { dryRun: true }).then(({ canRewind }) => canRewind), false);
    assertEquals([...Deno.readDirSync(root)], []);
    await first.files.write(`${root}/a`, bytes("a"));
    const later = await open({ isNew: false });
    assertEquals((await later.points()).map(({ id }) => id), ["m1"]);
    await Deno.remove(`${checkpointFolder(place, SESSION)}/index.jsonl`);
    await Deno.mkdir(`${checkpointFolder(place, SESSION)}/index.jsonl`);
    await open({ isNew: false });
    assertEquals(failures.map(({ detail }) => detail), ["checkpoint_not_kept"]);
  });
});

Deno.test("a rewind writes behind the fences of tools, and gives a file its mode back", async () => {
  await withBench(async ({ place, root }) => {
    const files = new WorkspaceFiles({ roots: [`${root}/in`] });
    await Deno.mkdir(`${root}/in/dir`, { recursive: true });
    await Deno.mkdir(`${root}/out`);
    const path = `${root}/in/dir/run.sh`;
    await Deno.writeTextFile(path, "old");
    await Deno.chmod(path, 0o750);
    const history = await openFileHistory({ place, sessionId: SESSION, onFailure: () => {}, files });
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
