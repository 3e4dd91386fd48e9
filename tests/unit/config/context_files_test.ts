import { assertEquals } from "@std/assert";
import { type ContextFiles, type ContextOptions, readContextFiles } from "../../../lib/config/context_files.ts";

async function withTree(files: Record<string, string>, use: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    for (const [path, text] of Object.entries(files)) {
      const full = `${root}/${path}`;
      await Deno.mkdir(full.slice(0, full.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(full, text);
    }
    await use(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** The files and warnings of a reading. */
async function read(options: ContextOptions): Promise<Omit<ContextFiles, "leftOut">> {
  const { leftOut: _leftOut, ...found } = await readContextFiles(options);
  return found;
}

Deno.test("readContextFiles reads the user's files, then from the git root down to the working folder", async () => {
  await withTree({
    "home/QWEN.md": "user\n",
    "QWEN.md": "above the repository",
    "repo/.git/HEAD": "",
    "repo/AGENTS.md": "root",
    "repo/a/QWEN.md": "  \n",
    "repo/a/b/QWEN.md": "near",
    "repo/a/b/AGENTS.md": "nearest",
  }, async (root) => {
    assertEquals(await read({ cwd: `${root}/repo/a/b`, home: `${root}/home` }), {
      files: [
        { path: `${root}/home/QWEN.md`, text: "user" },
        { path: `${root}/repo/AGENTS.md`, text: "root" },
        { path: `${root}/repo/a/b/QWEN.md`, text: "near" },
        { path: `${root}/repo/a/b/AGENTS.md`, text: "nearest" },
      ],
      warnings: [],
    });
  });
});

Deno.test("readContextFiles stays in the working folder outside of a repository", async () => {
  await withTree({ "QWEN.md": "above", "a/QWEN.md": "here" }, async (root) => {
    assertEquals(await read({ cwd: `${root}/a`, home: `${root}/none` }), {
      files: [{ path: `${root}/a/QWEN.md`, text: "here" }],
      warnings: [],
    });
  });
});

Deno.test("readContextFiles looks for other names and refuses names that point elsewhere", async () => {
  await withTree({ "a/NOTES.md": "notes", "secret": "key" }, async (root) => {
    const names = ["NOTES.md", "../secret", ".."];
    assertEquals(await read({ cwd: `${root}/a`, home: `${root}/none`, names }), {
      files: [{ path: `${root}/a/NOTES.md`, text: "notes" }],
      warnings: [],
    });
  });
});

Deno.test("readContextFiles leaves out what is too large and says so", async () => {
  await withTree({ "QWEN.md": "x".repeat(11), "AGENTS.md": "small" }, async (root) => {
    assertEquals(await read({ cwd: root, home: `${root}/none`, maxBytes: 10 }), {
      files: [{ path: `${root}/AGENTS.md`, text: "small" }],
      warnings: [`Left out ${root}/QWEN.md: it is larger than 10 bytes`],
    });
  });
});
