/** Files and edits on Windows: spellings of paths, fences and line ends. */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { called, type Check, once, workspace } from "./checks.ts";
import { type Windows, windowsPath } from "./wine.ts";

interface Spelling {
  name: string;
  /** The path in a workspace; each spelling has a file of its own. */
  path: (cwd: string, file: string) => string;
  expected: RegExp;
}

const READS: readonly Spelling[] = [
  { name: "read: backslashes", path: (cwd, file) => windowsPath(`${cwd}/src/${file}`), expected: /content of it/ },
  { name: "read: slashes", path: (cwd, file) => `Z:${cwd}/src/${file}`, expected: /content of it/ },
  { name: "read: a small drive letter", path: (cwd, file) => `z:${cwd}/src/${file}`, expected: /content of it/ },
  { name: "read: from the working folder", path: (_, file) => `src\\${file}`, expected: /content of it/ },
  {
    name: "read: back and forth",
    path: (cwd, file) => windowsPath(`${cwd}/src/../src/./${file}`),
    expected: /content of it/,
  },
  {
    name: "read: the prefix for long paths",
    path: (cwd, file) => `\\\\?\\${windowsPath(`${cwd}/src/${file}`)}`,
    expected: /content of it/,
  },
  { name: "read: another drive is outside", path: () => "C:\\windows\\win.ini", expected: /outside the workspace/ },
  { name: "read: .. leads outside", path: () => "..\\..\\x.txt", expected: /outside the workspace/ },
  { name: "read: a share is outside", path: () => "\\\\server\\share\\x.txt", expected: /outside the workspace/ },
];

const WRITES: readonly Spelling[] = [
  {
    name: "write: a stream of a file",
    path: (cwd) => `${windowsPath(`${cwd}/a.txt`)}:hidden`,
    expected: /names a stream/,
  },
  { name: "write: a device", path: (cwd) => windowsPath(`${cwd}/NUL`), expected: /is a device/ },
  {
    name: "write: a name with a dot at its end",
    path: (cwd) => windowsPath(`${cwd}/.qwen./settings.json`),
    expected: /Windows drops/,
  },
  {
    name: "write: the program's own settings, whatever their case",
    path: (cwd) => windowsPath(`${cwd}/.QWEN/Settings.json`),
    expected: /^(?!Success).*(Fenced off|own configuration|Cannot (write|touch))/s,
  },
];

/** The results of one run that reads every spelling. */
const readings = once(async (windows) => {
  const files = READS.map((_, index) => [`src/${index}.txt`, "content of it\n"] as const);
  const cwd = await workspace(windows, Object.fromEntries(files));
  const calls = READS.map(({ path }, index) => ["read_file", { file_path: path(cwd, `${index}.txt`) }] as const);
  return (await called(windows, { cwd, calls })).results;
});

/** The results of one run that writes every spelling, and the names that it left. */
const writings = once(async (windows) => {
  const cwd = await workspace(windows);
  const calls = WRITES.map(({ path }) => ["write_file", { file_path: path(cwd, ""), content: "x" }] as const);
  const { results } = await called(windows, { cwd, calls });
  return { results, left: [...Deno.readDirSync(cwd)].map(({ name }) => name) };
});

async function edited(
  windows: Windows,
  { before, from, to }: { before: string; from: string; to: string },
): Promise<string> {
  const cwd = await workspace(windows, { "f.txt": before });
  const file_path = windowsPath(`${cwd}/f.txt`);
  const calls = [
    ["read_file", { file_path }],
    ["edit", { file_path, old_string: from, new_string: to }],
  ] as const;
  await called(windows, { cwd, calls });
  return await Deno.readTextFile(`${cwd}/f.txt`);
}

/** Files and edits. */
export const FILE_CHECKS: readonly Check[] = [
  ...READS.map(({ name, expected }, index): Check => [name, async (windows): Promise<void> => {
    assertMatch((await readings(windows))[index], expected);
  }]),
  ...WRITES.map(({ name, expected }, index): Check => [name, async (windows): Promise<void> => {
    const { results, left } = await writings(windows);
    assertMatch(results[index], expected);
    assertEquals(left, []);
  }]),
  ["write: new folders, by backslashes", async (windows): Promise<void> => {
    const cwd = await workspace(windows);
    const calls = [["write_file", { file_path: windowsPath(`${cwd}/new/deep/b.txt`), content: "one\ntwo\n" }]] as const;
    await called(windows, { cwd, calls });
    assertEquals(await Deno.readTextFile(`${cwd}/new/deep/b.txt`), "one\ntwo\n");
  }],
  ["list, glob and search, with an ignore file that has CRLF", async (windows): Promise<void> => {
    const cwd = await workspace(windows, {
      ".git/HEAD": "ref: refs/heads/main\n",
      ".gitignore": "hidden.ts\r\nout/\r\n",
      "src/a.ts": "needle\r\n",
      "src/hidden.ts": "needle\n",
      "out/b.ts": "needle\n",
    });
    const calls = [
      ["list_directory", { path: windowsPath(`${cwd}/src`) }],
      ["glob", { pattern: "**/*.ts" }],
      ["grep_search", { pattern: "needle" }],
    ] as const;
    const { results } = await called(windows, { cwd, calls });
    assertStringIncludes(results[0], "a.ts");
    assertStringIncludes(results[1], `Z:${cwd}/src/a.ts`);
    assertStringIncludes(results[2], "src/a.ts:1:needle");
    for (const found of results.slice(1)) assert(!/hidden\.ts|b\.ts/.test(found), found);
  }],
  ["edit: a file with CRLF keeps it", async (windows): Promise<void> => {
    const text = await edited(windows, { before: "one\r\ntwo\r\nend\r\n", from: "one\ntwo", to: "one\nmore\ntwo" });
    assertEquals(text, "one\r\nmore\r\ntwo\r\nend\r\n");
  }],
  ["edit: a file with LF keeps it", async (windows): Promise<void> => {
    assertEquals(await edited(windows, { before: "one\ntwo\n", from: "one\r\ntwo", to: "1\r\n2" }), "1\n2\n");
  }],
  ["edit: a byte order mark stays", async (windows): Promise<void> => {
    assertEquals(await edited(windows, { before: "\ufeffone\r\n", from: "one", to: "two" }), "\ufefftwo\r\n");
  }],
  ["rules: a rule for a path holds for every spelling", async (windows): Promise<void> => {
    const cwd = await workspace(windows, { "secret/key.txt": "hidden content\n" });
    const args = ["--yolo", "--exclude-tools", "Read(secret/**)"];
    const spellings = [`${cwd}/secret/key.txt`, `${cwd}/SECRET/KEY.TXT`].map((path) => windowsPath(path));
    const calls = spellings.map((file_path) => ["read_file", { file_path }] as const);
    const { results } = await called(windows, { cwd, calls, args });
    for (const result of results) assert(!result.includes("hidden content"), result);
  }],
];
