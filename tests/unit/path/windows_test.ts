import { assert, assertEquals, assertThrows } from "@std/assert";
import * as windows from "../../../lib/path/windows.ts";

const {
  basename,
  comparable,
  dirname,
  extname,
  fromFileUrl,
  isAbsolute,
  join,
  nameFault,
  normalize,
  resolveFrom,
  slashed,
} = windows;

/** Checks a function of one path against a table. */
function table(act: (path: string) => unknown, rows: readonly (readonly [string, unknown])[]): void {
  assertEquals(rows.map(([path]) => [path, act(path)]), rows.map(([path, expected]) => [path, expected]));
}

Deno.test("slashed: either separator becomes a slash, and a drive letter a capital", () => {
  table(slashed, [
    ["c:\\work\\a.txt", "C:/work/a.txt"],
    ["C:/work\\b", "C:/work/b"],
    ["\\\\server\\share\\x", "//server/share/x"],
    ["\\\\?\\D:\\long", "D:/long"],
    ["\\\\?\\UNC\\server\\share\\x", "//server/share/x"],
    ["src\\main.ts", "src/main.ts"],
  ]);
});

Deno.test("isAbsolute: a drive, a share and the root of the current drive", () => {
  table(isAbsolute, [
    ["C:\\x", true],
    ["c:/", true],
    ["\\\\server\\share", true],
    ["\\x", true],
    ["C:x", false],
    ["x\\y", false],
    ["..", false],
    ["", false],
  ]);
});

Deno.test("normalize and join: no .. leaves a drive or a share", () => {
  table(normalize, [
    ["C:\\a\\..\\..\\b", "C:/b"],
    ["\\\\server\\share\\..\\x", "//server/share/x"],
    ["a\\.\\b\\..\\c", "a/c"],
    ["C:\\", "C:/"],
    ["C:\\a\\", "C:/a/"],
  ]);
  assertEquals(join("C:\\work", "src", "..", "a.ts"), "C:/work/a.ts");
  assertEquals(join("/", "/x"), "/x");
  assertEquals(join("", ""), ".");
});

Deno.test("dirname, basename and extname: a root is its own folder", () => {
  table(dirname, [
    ["C:\\a\\b", "C:/a"],
    ["C:\\a", "C:/"],
    ["C:\\", "C:/"],
    ["\\\\server\\share\\a", "//server/share/"],
    ["\\\\server\\share", "//server/share/"],
    ["a\\b", "a"],
    ["a", "."],
  ]);
  table(basename, [["C:\\a\\b.txt", "b.txt"], ["C:\\", ""], ["b.txt", "b.txt"], ["\\\\server\\share\\x", "x"]]);
  assertEquals(basename("C:\\a\\b.txt", ".txt"), "b");
  table(extname, [["C:\\a.b\\c", ""], ["x.TS", ".TS"]]);
});

Deno.test("resolve: the last absolute part counts, on the drive that is named last", () => {
  const rows: [string[], string][] = [
    [["a", "b"], "C:/work/a/b"],
    [["a\\", "..\\b\\"], "C:/work/b"],
    [["D:\\x", "y"], "D:/x/y"],
    [["D:\\x", "\\y"], "D:/y"],
    [["\\y"], "C:/y"],
    [["D:y"], "D:/y"],
    [["C:y"], "C:/work/y"],
    [["\\\\server\\share", "y"], "//server/share/y"],
    [["C:\\"], "C:/"],
    [[], "C:/work"],
  ];
  assertEquals(rows.map(([parts]) => resolveFrom("c:\\work", parts)), rows.map(([, expected]) => expected));
});

Deno.test("relative: letters do not differ by their case, and drives have no way between them", () => {
  const rows: [string, string, string][] = [
    ["C:\\work", "c:\\Work\\src\\a.ts", "src/a.ts"],
    ["C:\\work\\src", "C:\\work\\docs", "../docs"],
    ["C:\\work", "C:\\work", ""],
    ["C:\\work", "D:\\other", "D:/other"],
    ["\\\\server\\share\\a", "\\\\SERVER\\share\\b", "../b"],
  ];
  assertEquals(rows.map(([from, to]) => windows.relative(from, to)), rows.map(([, , expected]) => expected));
});

Deno.test("fromFileUrl: drives and servers", () => {
  table(fromFileUrl, [
    ["file:///c:/a%20b/c.ts", "C:/a b/c.ts"],
    ["file://server/share/x", "//server/share/x"],
  ]);
  assertThrows(() => fromFileUrl("https://example.com/"), TypeError, "must be a file URL");
});

Deno.test("nameFault: streams, devices and names that Windows changes", () => {
  const faults = [
    "C:\\w\\a.txt:b",
    ".git::$INDEX_ALLOCATION",
    "C:\\w\\.qwen.\\x",
    "x ",
    "C:\\w\\NUL",
    "aux.txt",
    "\\\\s\\t\\con",
  ];
  for (const path of faults) assert(nameFault(path) !== null, path);
  for (const path of ["C:\\w\\a.txt", "..\\a", ".", "C:\\", "nulls.txt", ".gitignore"]) {
    assertEquals(nameFault(path), null);
  }
});

Deno.test("comparable: two spellings of one file are equal", () => {
  assertEquals(comparable("C:\\Work\\A.txt"), comparable("c:/work/a.TXT"));
});
