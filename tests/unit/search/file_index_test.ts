import { assertEquals, assertRejects } from "@std/assert";
import { FileIndex } from "../../../lib/search/file_index.ts";
import { inFolder, systemClock } from "../../support/command_context.ts";

async function paths(index: FileIndex, query = ""): Promise<string[]> {
  await index.refresh();
  return index.search(query, { limit: 100 }).map(({ path }) => path);
}

Deno.test("FileIndex lists shallow entries first, folders before files, short before long", async () => {
  await inFolder({ "z.ts": "", "longer.ts": "", "src/a.ts": "", "src/deep/b.ts": "" }, async (root) => {
    assertEquals(await paths(new FileIndex({ root, clock: systemClock })), [
      "src/",
      "z.ts",
      "longer.ts",
      "src/deep/",
      "src/a.ts",
      "src/deep/b.ts",
    ]);
  });
});

Deno.test("FileIndex honours ignore files on every level and never lists a repository's own folder", async () => {
  await inFolder({
    ".gitignore": "*.log\n/build\n!keep.log\n",
    ".qwenignore": "secret.txt\n",
    ".git/config": "",
    "a.log": "",
    "keep.log": "",
    "secret.txt": "",
    "build/out.js": "",
    "src/build/in.ts": "",
    "src/.gitignore": "*.tmp\n",
    "src/x.tmp": "",
    "x.tmp": "",
  }, async (root) => {
    assertEquals((await paths(new FileIndex({ root, clock: systemClock }))).sort(), [
      ".gitignore",
      ".qwenignore",
      "keep.log",
      "src/",
      "src/.gitignore",
      "src/build/",
      "src/build/in.ts",
      "x.tmp",
    ]);
  });
});

Deno.test("FileIndex sees what was added, removed and ignored since", async () => {
  await inFolder({ ".git/HEAD": "", "src/a.ts": "", "old/b.ts": "", "notes.md": "" }, async (root) => {
    const index = new FileIndex({ root, clock: systemClock, maxRestMs: 0 });
    assertEquals(await paths(index, ".ts"), ["old/b.ts", "src/a.ts"]);
    await Deno.mkdir(`${root}/src/new/deeper`, { recursive: true });
    await Deno.writeTextFile(`${root}/src/new/deeper/c.ts`, "");
    await Deno.remove(`${root}/old`, { recursive: true });
    assertEquals(await paths(index, ".ts"), ["src/a.ts", "src/new/deeper/c.ts"]);
    await Deno.writeTextFile(`${root}/.gitignore`, "new\n");
    assertEquals(await paths(index, ".ts"), ["src/a.ts"]);
    assertEquals(index.size, 4);
    await Deno.remove(`${root}/.gitignore`);
    assertEquals(await paths(index, ".ts"), ["src/a.ts", "src/new/deeper/c.ts"]);
  });
});

Deno.test("FileIndex ranks the start of the path, then of the name, then what lies within, then scattered letters", async () => {
  const files = { "con.ts": "", "src/con.ts": "", "src/icon.ts": "", "icons/z.ts": "", "docs/guide.md": "" };
  await inFolder(files, async (root) => {
    const index = new FileIndex({ root, clock: systemClock });
    await index.refresh();
    assertEquals(index.search("CON", { limit: 10 }), [
      { path: "con.ts" },
      { path: "src/con.ts", index: 4 },
      { path: "icons/", index: 1 },
      { path: "src/icon.ts", index: 5 },
      { path: "icons/z.ts", index: 1 },
    ]);
    assertEquals(index.search("con", { limit: 2 }), [{ path: "con.ts" }, { path: "src/con.ts", index: 4 }]);
    assertEquals(index.search("dgmd", { limit: 10 }), [{ path: "docs/guide.md" }]);
    assertEquals(index.search("con", { limit: 10, within: "src/" }), [
      { path: "src/con.ts" },
      { path: "src/icon.ts", index: 5 },
    ]);
    assertEquals(index.search("nothing at all", { limit: 10 }), []);
  });
});

Deno.test("FileIndex follows no links", async () => {
  await inFolder({ "outside/secret.txt": "", "inside/a.ts": "" }, async (root) => {
    await Deno.symlink(`${root}/outside`, `${root}/inside/link`);
    assertEquals(await paths(new FileIndex({ root: `${root}/inside`, clock: systemClock })), ["a.ts", "link"]);
  });
});

Deno.test("FileIndex keeps no more entries than it may", async () => {
  const files: Record<string, string> = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`f${i % 5}/file${i}`, ""]),
  );
  await inFolder(files, async (root) => {
    const index = new FileIndex({ root, clock: systemClock, maxEntries: 10 });
    await index.refresh();
    assertEquals(index.isTruncated, true);
    assertEquals(index.size, 10);
  });
});

Deno.test("FileIndex rejects when the root is missing, and close ends a walk", async () => {
  await assertRejects(
    () => new FileIndex({ root: "/nonexistent/root", clock: systemClock }).refresh(),
    Error,
    "it is not there or may not be read",
  );
  await inFolder({ "a/b/c/d.ts": "" }, async (root) => {
    const index = new FileIndex({ root, clock: systemClock });
    const walk = index.refresh();
    await index.close();
    await walk;
    assertEquals(index.isBuilt, false);
  });
});

Deno.test("FileIndex is not held up by a pipe in place of an ignore file or by a hostile pattern", async () => {
  const name = "a".repeat(200);
  await inFolder(
    { ".git/HEAD": "", "sub/.gitignore": `${"*a".repeat(40)}b\n*.log\n`, [`sub/${name}`]: "", "sub/x.log": "" },
    async (root) => {
      await new Deno.Command("mkfifo", { args: [`${root}/.gitignore`] }).output();
      assertEquals(await paths(new FileIndex({ root, clock: systemClock })), [
        "sub/",
        ".gitignore",
        "sub/.gitignore",
        `sub/${name}`,
      ]);
    },
  );
});
