import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { textOf } from "../../../../lib/model/content.ts";
import type { JsonObject } from "../../../../lib/model/json.ts";
import type { Tool } from "../../../../lib/model/ports.ts";
import { QwenError } from "../../../../lib/model/problem.ts";
import { WorkspaceFiles } from "../../../../lib/sandbox/files/workspace_files.ts";
import { glob } from "../../../../lib/tools/files/glob.ts";
import { grepSearch } from "../../../../lib/tools/files/grep_search.ts";
import { readManyFiles } from "../../../../lib/tools/files/read_many_files.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

const TREE = {
  ".git/HEAD": "",
  ".gitignore": "*.log\n/build/\n",
  ".qwenignore": "secret.txt\n",
  "a.ts": "const Foo = 1;\nfoo();\n",
  "b.log": "foo",
  "secret.txt": "foo",
  "build/x.ts": "foo",
  "src/c.ts": "foo(bar)\r\n",
  "src/.gitignore": "*.tmp\n!keep.log\n",
  "src/keep.log": "nothing",
  "src/d.tmp": "foo",
  "src/e.bin": new Uint8Array([0, 102, 111, 111]),
};

Deno.test("grepSearch returns lines with file and number and skips binary and ignored files", async () => {
  await using bench = await ToolBench.open(TREE);
  const { outcome, text } = await bench.call(grepSearch, { pattern: "foo" });
  assertEquals(
    text,
    'Found 3 matches for pattern "foo" in path ".":\n---\na.ts:1:const Foo = 1;\na.ts:2:foo();\nsrc/c.ts:1:foo(bar)\n' +
      "[Ignore rules applied: name an ignored path to search it.]",
  );
  assertEquals(outcome.display, { kind: "text", text: "Found 3 matches" });
  assertEquals(outcome.data, { mode: "content", numMatches: 3, numFiles: 2, truncated: false });
  assertStringIncludes(await bench.text(grepSearch, { pattern: "fo+\\(", glob: "src/*.ts" }), "Found 1 match for");
  assertEquals((await bench.call(grepSearch, { pattern: "zzz" })).outcome.display, {
    kind: "text",
    text: "No matches found",
  });
  assertStringIncludes(await bench.text(grepSearch, { pattern: "foo", limit: 1 }), "Showing 1 of 3 matches in 2 files");
  assertStringIncludes(await bench.text(grepSearch, { pattern: "foo", path: "secret.txt" }), "secret.txt:1:foo");
});

Deno.test("grepSearch takes linear time and names a pattern that it cannot use", async () => {
  await using bench = await ToolBench.open({ "a.txt": `${"a".repeat(5000)}!` });
  assertStringIncludes(await bench.text(grepSearch, { pattern: "^(a+)+b$" }), "No matches found");
  await assertRejects(() => bench.call(grepSearch, { pattern: "(?=a)" }), QwenError, "Invalid regular expression");
  await assertRejects(() => bench.call(grepSearch, { pattern: "(" }), QwenError, "Invalid regular expression");
  await assertRejects(() => bench.call(grepSearch, { pattern: "a".repeat(2000) }), QwenError, "at most 1000");
});

Deno.test("grepSearch, glob and readManyFiles go on without what may not be touched", async () => {
  await using bench = await ToolBench.open({ "a.txt": "foo", "b/c.txt": "foo", "d/e.txt": "foo", "f.txt": "foo" });
  const root = bench.root;
  const denied = [`${root}/b`, `${root}/f.txt`];
  const files = new WorkspaceFiles({ roots: [root], denyRead: denied });
  const text = async (tool: Tool, input: JsonObject): Promise<string> => {
    const step = await tool.run(input, { ...bench.context(), files }).next();
    assert(step.done);
    return textOf(step.value.output);
  };
  assertEquals(
    await text(grepSearch, { pattern: "foo" }),
    'Found 2 matches for pattern "foo" in path ".":\n---\na.txt:1:foo\nd/e.txt:1:foo\n' +
      "[Left out: 1 file that may not be read, 1 folder that may not be read.]",
  );
  assertStringIncludes(await text(glob, { pattern: "**/*.txt" }), "Found 3 file(s)");
  assertStringIncludes(await text(readManyFiles, { paths: ["."] }), "Left out:\n- f.txt (may not be read)");
  await assertRejects(() => text(grepSearch, { pattern: "foo", path: "b" }), QwenError, "denied");
  assertEquals(readManyFiles.needs({ paths: ["a.txt"], include: ["b/*.txt", "/etc/x"] }, bench.context()), [
    { kind: "read", path: `${root}/a.txt` },
    { kind: "read", path: `${root}/b` },
    { kind: "read", path: "/etc/x" },
  ]);
});
