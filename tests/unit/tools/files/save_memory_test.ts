import { assertEquals } from "@std/assert";
import { WorkspaceFiles } from "../../../../lib/sandbox/files/workspace_files.ts";
import { saveMemory } from "../../../../lib/tools/files/save_memory.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

Deno.test("saveMemory appends to its section and keeps the rest of the file", async () => {
  await using bench = await ToolBench.open();
  const files = new WorkspaceFiles({ roots: [bench.root] });
  const tool = saveMemory({ path: bench.path(".qwen/QWEN.md"), open: () => Promise.resolve(files) });
  assertEquals(await bench.text(tool, { fact: "- I like\ntea" }), `Okay, I've remembered that: "I like tea"`);
  assertEquals(await bench.get(".qwen/QWEN.md"), "## Qwen Added Memories\n- I like tea\n");
  await bench.put(".qwen/QWEN.md", "# Mine\n\n## Qwen Added Memories\n- one\n\n## Other\ntext\n");
  await bench.call(tool, { fact: "two" });
  assertEquals(
    await bench.get(".qwen/QWEN.md"),
    "# Mine\n\n## Qwen Added Memories\n- one\n- two\n\n## Other\ntext\n",
  );
});
