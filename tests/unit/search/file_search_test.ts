import { assertEquals } from "@std/assert";
import { type FileMatch, searchFolders } from "../../../lib/search/file_search.ts";
import { type IndexedFolder, indexFolder } from "../../../lib/search/indexed_folder.ts";
import { seeded } from "../../support/random.ts";

/** The ranking in its plainest form: every path on its own, then a sort of all of them. */
function plainSearch(
  folders: readonly IndexedFolder[],
  query: string,
  options: { limit: number; within: string },
): FileMatch[] {
  const wanted = query.toLowerCase();
  const entries = folders.filter(({ path }) => path.startsWith(options.within)).flatMap((folder) =>
    folder.names.map((name) => ({ path: folder.path + name, folder: folder.path.length, depth: folder.depth }))
  );
  const skip = options.within.length;
  const ranked = (kindOf: (path: string, folder: number) => [kind: number, index: number] | null): FileMatch[] =>
    entries.flatMap(({ path, folder, depth }) => {
      const found = kindOf(path.toLowerCase(), folder);
      return found ? [{ path, keys: [found[0], depth, path.endsWith("/") ? 0 : 1, path.length], index: found[1] }] : [];
    }).sort((a, b) => {
      const at = a.keys.findIndex((key, i) => key !== b.keys[i]);
      return at >= 0 ? a.keys[at] - b.keys[at] : a.path < b.path ? -1 : 1;
    }).slice(0, options.limit).map(({ path, index }): FileMatch => index ? { path, index } : { path });
  const plain = ranked((path, folder) => {
    const index = path.indexOf(wanted, skip);
    if (index < 0) return null;
    if (index === skip) return [0, 0];
    const inName = path.indexOf(wanted, folder);
    if (inName === folder) return [1, inName];
    return inName >= 0 ? [2, inName] : [3, index];
  });
  if (plain.length > 0 || wanted === "") return plain;
  return ranked((path) => {
    const first = path.indexOf(wanted[0], skip);
    let at = first;
    for (const letter of wanted.slice(1)) at = at < 0 ? at : path.indexOf(letter, at + 1);
    return at < 0 ? null : [at - first, first];
  });
}

function randomFolders(random: (below: number) => number): IndexedFolder[] {
  const word = (): string => Array.from({ length: 1 + random(4) }, () => "abAB._"[random(6)]).join("");
  const paths = new Set([""]);
  for (const path of paths) {
    if (paths.size < 30) { for (let i = random(4); i > 0; i--) paths.add(`${path}${word()}/`); }
  }
  return [...paths].map((path) => {
    const names = new Set(Array.from({ length: random(8) }, word));
    for (const other of paths) {
      const name = other.slice(path.length);
      if (other.startsWith(path) && /^[^/]+\/$/.test(name)) names.add(name);
    }
    return indexFolder(path, [...names]);
  });
}

Deno.test("searchFolders finds what a plain search of every path finds, in the same order", () => {
  const random = seeded(7);
  let found = 0;
  for (let round = 0; round < 300; round++) {
    const folders = randomFolders(random);
    for (let i = 0; i < 10; i++) {
      const query = Array.from({ length: random(6) }, () => "abAB._//"[random(8)]).join("");
      const options = { limit: 1 + random(12), within: random(3) === 0 ? folders[random(folders.length)].path : "" };
      const matches = searchFolders(folders, query, options);
      assertEquals(matches, plainSearch(folders, query, options), JSON.stringify({ query, options }));
      found += matches.length;
    }
  }
  assertEquals(found > 5_000, true);
});

Deno.test("searchFolders never matches across two names", () => {
  const folders = [indexFolder("", ["one", "two"])];
  assertEquals(searchFolders(folders, "e\0t", { limit: 5 }), []);
  assertEquals(searchFolders(folders, "eo", { limit: 5 }), []);
});

Deno.test("searchFolders takes a moment for scattered letters in a folder of very many files", () => {
  const names = Array.from({ length: 100_000 }, (_, i) => `a_file_with_a_name_${i}`);
  assertEquals(searchFolders([indexFolder("", names)], "az", { limit: 5 }), []);
});
