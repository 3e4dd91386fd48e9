import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { readManyFiles } from "../../../../lib/tools/files/read_many_files.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

Deno.test("readManyFiles reads files, folders and patterns without what is ignored or binary", async () => {
  await using bench = await ToolBench.open({
    ".git/HEAD": "",
    ".gitignore": "dist/\n",
    "a.md": "A",
    "src/b.ts": "B",
    "src/deep/c.ts": "C",
    "src/x.bin": new Uint8Array([0]),
    "dist/d.ts": "D",
  });
  assertEquals(
    await bench.text(readManyFiles, { paths: ["a.md", "src"], exclude: ["c.ts"] }),
    `--- ${bench.path("a.md")} ---\n\nA\n\n--- ${bench.path("src/b.ts")} ---\n\nB\n\n` +
      "Left out:\n- src/x.bin (not text)\n--- End of content ---",
  );
  const { outcome } = await bench.call(readManyFiles, { paths: ["**/*.ts"] });
  assertEquals(outcome.data?.filenames, [bench.path("src/b.ts"), bench.path("src/deep/c.ts")]);
  await assertRejects(() => bench.call(readManyFiles, { paths: ["none"] }), QwenError, "No files");
});
