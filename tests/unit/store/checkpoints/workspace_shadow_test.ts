import { assertEquals } from "@std/assert";
import { WorkspaceFiles } from "../../../../lib/sandbox/files/workspace_files.ts";
import { WorkspaceShadow } from "../../../../lib/store/checkpoints/workspace_shadow.ts";
import { withStore } from "../../../support/store.ts";

Deno.test("WorkspaceShadow names the files beyond the size of one and of all, and keeps the others", async () => {
  await withStore(async (paths) => {
    const root = await Deno.realPath(await Deno.makeTempDir({ dir: paths.base }));
    const sizes: Record<string, number> = { "1-small": 40, "2-large": 60, "3-small": 40, "4-too-much": 40 };
    for (const [name, size] of Object.entries(sizes)) {
      await Deno.writeTextFile(`${root}/${name}`, name[0].repeat(size));
    }
    const shadow = new WorkspaceShadow({
      ...{ roots: [root], folder: `${paths.base}/shadow`, files: new WorkspaceFiles({ roots: [root] }) },
      ...{ maxFileBytes: 50, maxTotalBytes: 100 },
    });
    const unkept = await shadow.keep();
    // Which of the small files come first depends on the disk.
    assertEquals([unkept.length, unkept.some((name) => name.startsWith(`${root}/2-large (`))], [2, true]);
    for (const name of Object.keys(sizes)) await Deno.writeTextFile(`${root}/${name}`, "changed");
    const kept = shadow.changes().flatMap(({ before }) => before?.hash ?? []);
    assertEquals([shadow.changes().length, kept.length], [4, 2]);
    for (const hash of kept) assertEquals((await Deno.readTextFile(shadow.copyOf(hash))).length, 40);
  });
});
