import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { listDirectory } from "../../../../lib/tools/files/list_directory.ts";
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

Deno.test("listDirectory lists folders first and says how much was left out", async () => {
  await using bench = await ToolBench.open(TREE);
  assertEquals(
    await bench.text(listDirectory, { path: bench.root, ignore: [".*"] }),
    `Directory listing for ${bench.root}:\n[DIR] src\na.ts\n\n(6 left out by ignore rules)`,
  );
  const open = { respect_git_ignore: false, respect_qwen_ignore: false };
  assertStringIncludes(await bench.text(listDirectory, { path: bench.root, file_filtering_options: open }), "b.log");
  await assertRejects(() => bench.call(listDirectory, { path: "a.ts" }), QwenError, "is a file");
});
