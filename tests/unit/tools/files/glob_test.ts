import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { glob } from "../../../../lib/tools/files/glob.ts";
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

Deno.test("glob finds files, the newest first, and honours ignore files of every folder", async () => {
  await using bench = await ToolBench.open(TREE);
  await Deno.utime(bench.path("a.ts"), 1000, 1000);
  await Deno.utime(bench.path("src/c.ts"), 2000, 2000);
  const { outcome, text } = await bench.call(glob, { pattern: "**/*.ts" });
  assertEquals(
    text,
    `Found 2 file(s) matching "**/*.ts" within ${bench.root}, newest first:\n---\n${bench.path("src/c.ts")}\n${
      bench.path("a.ts")
    }\n[Ignore rules applied: name an ignored path to search it.]`,
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
