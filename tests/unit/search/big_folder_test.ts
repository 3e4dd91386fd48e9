import { assertEquals, assertRejects } from "@std/assert";
import { BigListing, isBigFolder } from "../../../lib/search/big_folder.ts";
import { DENO_FILES, type FileAccess } from "../../../lib/search/file_access.ts";
import { searchEntries } from "../../../lib/search/run_search.ts";

async function* entriesOf(names: readonly string[]): AsyncGenerator<Deno.DirEntry> {
  for (const name of names) {
    const isDirectory = name.endsWith("/");
    yield {
      name: name.replace("/", ""),
      isDirectory,
      isFile: !isDirectory && name !== "link",
      isSymlink: name === "link",
    };
  }
}

Deno.test("BigListing has the files and folders of a folder in the order of their names", async () => {
  const names = Array.from(
    { length: 50_000 },
    (_, i) => `n${(i * 2_654_435_761) % 1_000_003}${i % 7 === 0 ? "/" : ""}`,
  );
  names.push("link", "a.b", "a/", "é", "Z");
  const listing = await BigListing.read(entriesOf(names), () => {});
  const expected = names.filter((name) => name !== "link").map((name) => name.replace("/", "")).sort();
  assertEquals(Array.from(listing, ({ name }) => name), expected);
  const folders = Array.from(listing).filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
  assertEquals(folders, names.filter((name) => name.endsWith("/")).map((name) => name.slice(0, -1)).sort());
  assertEquals(Array.from(await BigListing.read(entriesOf([]), () => {})), []);
});

Deno.test("BigListing stops reading when its check throws", async () => {
  let checks = 0;
  const check = (): void => {
    if (++checks === 3) throw new DOMException("cancelled", "AbortError");
  };
  const names = Array.from({ length: 100_000 }, (_, i) => `n${i}`);
  await assertRejects(() => BigListing.read(entriesOf(names), check), DOMException);
  assertEquals(checks, 3);
});

Deno.test("a folder is searched the same way at once and piece by piece", async () => {
  const root = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${root}/sub`);
    await Deno.writeTextFile(`${root}/.ignore`, "c*\n");
    for (const name of ["b.txt", "a.txt", "c.txt", "sub/d.txt", "sub.x"]) {
      await Deno.writeTextFile(`${root}/${name}`, "");
    }
    const big: FileAccess = {
      ...DENO_FILES,
      lstatSync: (path) => ({ ...DENO_FILES.lstatSync(path), size: 1e9 }),
      readDirSync: () => {
        throw new Error("read at once");
      },
    };
    const search = async (access: FileAccess): Promise<unknown> => {
      const scope = { path: root, root, above: [], globs: [], ignores: { git: true, own: true } };
      const run = searchEntries(scope, { order: "path", limit: 100, folders: true }, { access });
      for (let step = run.next();; step = run.next()) {
        if (step.done) return step.value;
        await step.value;
      }
    };
    assertEquals(await search(big), await search(DENO_FILES));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
  assertEquals([isBigFolder({ size: 4096 }), isBigFolder({ size: 20_000_000 })], [false, true]);
});
