import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import { glob } from "../../../lib/tools/glob.ts";
import { GlobPattern } from "../../../lib/tools/glob_pattern.ts";
import { grepSearch } from "../../../lib/tools/grep_search.ts";
import { listDirectory } from "../../../lib/tools/list_directory.ts";
import { ToolBench } from "../../support/tool_bench.ts";

const TREE = {
  ".gitignore": "*.log\n/build/\n",
  ".qwenignore": "secret.txt\n",
  "a.ts": "const Foo = 1;\nfoo();\n",
  "b.log": "foo",
  "secret.txt": "foo",
  "build/x.ts": "foo",
  "node_modules/m/index.js": "foo",
  "src/c.ts": "foo(bar)\r\n",
  "src/.gitignore": "*.tmp\n!keep.log\n",
  "src/keep.log": "nothing",
  "src/d.tmp": "foo",
  "src/e.bin": new Uint8Array([0, 102, 111, 111]),
};

Deno.test("GlobPattern matches stars, classes, braces and folders of any depth", () => {
  const cases: [string, string, boolean][] = [
    ["*.ts", "a.ts", true],
    ["*.ts", "src/a.ts", false],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "x/y/a.ts", true],
    ["src/**", "src/a/b", true],
    ["src/**/t/*.{ts,js}", "src/a/b/t/x.js", true],
    ["src/**/t/*.{ts,js}", "src/a/b/t/x.py", false],
    ["?[a-c][!x].txt", "zby.txt", true],
    ["?[a-c][!x].txt", "zbx.txt", false],
    ["./a.ts", "a.ts", true],
    [".*", ".env", true],
    ["a\\*b", "a*b", true],
    [`${"*a".repeat(30)}b`, "a".repeat(200), false],
    [`${"**/".repeat(30)}b`, `${"a/".repeat(200)}a`, false],
  ];
  for (const [pattern, path, expected] of cases) {
    assertEquals([pattern, path, new GlobPattern(pattern).matches(path)], [pattern, path, expected]);
  }
});

Deno.test("glob finds files, the newest first, and honours ignore files of every folder", async () => {
  await using bench = await ToolBench.open(TREE);
  await Deno.utime(bench.path("a.ts"), 1000, 1000);
  await Deno.utime(bench.path("src/c.ts"), 2000, 2000);
  const { outcome, text } = await bench.call(glob, { pattern: "**/*.ts" });
  assertEquals(
    text,
    `Found 2 file(s) matching "**/*.ts" within ${bench.root}, newest first:\n---\n${bench.path("src/c.ts")}\n${
      bench.path("a.ts")
    }`,
  );
  assertEquals(outcome.display, { kind: "text", text: "Found 2 matching file(s)" });
  const inside = await bench.call(glob, { pattern: "*", path: bench.path("src") });
  assertEquals((inside.outcome.data?.filenames as string[]).sort(), [
    bench.path("src/.gitignore"),
    bench.path("src/c.ts"),
    bench.path("src/e.bin"),
    bench.path("src/keep.log"),
  ]);
  assertEquals((await bench.call(glob, { pattern: "*.py" })).outcome.display, { kind: "text", text: "No files found" });
  await assertRejects(() => bench.call(glob, { pattern: "*", path: "/etc" }), QwenError, "outside the workspace");
});

Deno.test("grepSearch returns lines with file and number and skips binary and ignored files", async () => {
  await using bench = await ToolBench.open(TREE);
  const { outcome, text } = await bench.call(grepSearch, { pattern: "foo" });
  assertEquals(
    text,
    'Found 3 matches for pattern "foo" in path ".":\n---\na.ts:1:const Foo = 1;\na.ts:2:foo();\nsrc/c.ts:1:foo(bar)',
  );
  assertEquals(outcome.display, { kind: "text", text: "Found 3 matches" });
  assertEquals(outcome.data, { numMatches: 3, numFiles: 2, truncated: false });
  assertStringIncludes(await bench.text(grepSearch, { pattern: "fo+\\(", glob: "src/*.ts" }), "Found 1 match for");
  assertEquals((await bench.call(grepSearch, { pattern: "zzz" })).outcome.display, {
    kind: "text",
    text: "No matches found",
  });
  assertStringIncludes(await bench.text(grepSearch, { pattern: "foo", limit: 1 }), "more matches were left out");
  assertStringIncludes(await bench.text(grepSearch, { pattern: "foo", path: "secret.txt" }), "secret.txt:1:foo");
});

Deno.test("grepSearch takes linear time and names a pattern that it cannot use", async () => {
  await using bench = await ToolBench.open({ "a.txt": `${"a".repeat(5000)}!` });
  assertStringIncludes(await bench.text(grepSearch, { pattern: "^(a+)+b$" }), "No matches found");
  await assertRejects(() => bench.call(grepSearch, { pattern: "(?=a)" }), QwenError, "Invalid regular expression");
  await assertRejects(() => bench.call(grepSearch, { pattern: "(" }), QwenError, "Invalid regular expression");
  await assertRejects(() => bench.call(grepSearch, { pattern: "a".repeat(2000) }), QwenError, "at most 1000");
});

Deno.test("listDirectory lists folders first and says how much was left out", async () => {
  await using bench = await ToolBench.open(TREE);
  assertEquals(
    await bench.text(listDirectory, { path: bench.root, ignore: [".*"] }),
    `Directory listing for ${bench.root}:\n[DIR] node_modules\n[DIR] src\na.ts\n\n(5 left out by ignore rules)`,
  );
  const open = { respect_git_ignore: false, respect_qwen_ignore: false };
  assertStringIncludes(await bench.text(listDirectory, { path: bench.root, file_filtering_options: open }), "b.log");
  await assertRejects(() => bench.call(listDirectory, { path: "a.ts" }), QwenError, "is a file");
});
