import { assertEquals } from "@std/assert";
import { Glance } from "../../../lib/sandbox/glance.ts";

const ignore = Deno.build.os !== "linux";

async function folderWith(names: readonly string[]): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir();
  for (const name of names) await Deno.mkdir(`${path}/${name}`);
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

Deno.test({
  name: "Glance knows what is absent below its folders, and of nothing else",
  ignore,
  async fn(): Promise<void> {
    await using folder = await folderWith([".qwen"]);
    const { path } = folder;
    await Deno.symlink("nowhere", `${path}/link`);
    const glance = new Glance([path]);
    assertEquals(glance.isAbsent(`${path}/.git`), true);
    assertEquals(glance.isAbsent(`${path}/.claude/settings.json`), true);
    assertEquals(glance.isAbsent(`${path}/.qwen`), false);
    assertEquals(glance.isAbsent(`${path}/link`), false);
    assertEquals(glance.isAbsent(`${path}/.qwen/agents`), false, "only a look into .qwen could tell");
    assertEquals(glance.isAbsent(`${path}-other/.git`), false);
    assertEquals(["/", "name", "", "./name"].map((other) => glance.isAbsent(other)), [false, false, false, false]);
  },
});

Deno.test({
  name: "Glance leaves it to a look whether a name in other cases is the same one",
  ignore,
  async fn(): Promise<void> {
    await using folder = await folderWith(["AGENTS.MD", ".qwen"]);
    const glance = new Glance([folder.path]);
    const names = ["agents.md", "Agents.md", ".QWEN/settings.json", "agents"];
    assertEquals(names.map((name) => glance.isAbsent(`${folder.path}/${name}`)), [false, false, false, true]);
  },
});

Deno.test({
  name: "Glance knows that nothing is in a folder that is not there, and nothing of one that it cannot read",
  ignore,
  async fn(): Promise<void> {
    await using folder = await folderWith([]);
    const { path } = folder;
    await Deno.writeTextFile(`${path}/file`, "");
    assertEquals(new Glance([`${path}/none`]).isAbsent(`${path}/none/settings.json`), true);
    assertEquals(new Glance([`${path}/file`]).isAbsent(`${path}/file/settings.json`), false);
  },
});

Deno.test({
  name: "Glance does not read a folder with very many names",
  ignore,
  async fn(): Promise<void> {
    const names = Array.from({ length: 100 }, (_, index) => `${index}${"x".repeat(240)}`);
    await using folder = await folderWith(names);
    if ((await Deno.stat(folder.path)).size <= 8 * 1024) return;
    assertEquals(new Glance([folder.path]).isAbsent(`${folder.path}/.git`), false);
  },
});
