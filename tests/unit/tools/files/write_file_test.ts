import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { readFile } from "../../../../lib/tools/files/read_file.ts";
import { writeFile } from "../../../../lib/tools/files/write_file.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

Deno.test("writeFile makes new files with their folders", async () => {
  await using bench = await ToolBench.open();
  const { outcome, text } = await bench.call(writeFile, {
    file_path: bench.path("d/e/new.txt"),
    content: "one\ntwo\n",
  });
  assertEquals(text, `Successfully created and wrote to new file: ${bench.path("d/e/new.txt")}.`);
  assertEquals(await bench.get("d/e/new.txt"), "one\ntwo\n");
  assertEquals(outcome.linesAdded, 2);
  assertEquals(outcome.data, {
    type: "create",
    filePath: bench.path("d/e/new.txt"),
    content: "one\ntwo\n",
    structuredPatch: [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 2, lines: ["+one", "+two"] }],
    originalFile: null,
  });
});

Deno.test("writeFile replaces only what was read and has not changed since", async () => {
  await using bench = await ToolBench.open({ "a.txt": "old" });
  const input = { file_path: bench.path("a.txt"), content: "new" };
  await assertRejects(
    () => bench.call(writeFile, input),
    QwenError,
    `File ${bench.path("a.txt")} has not been read in this session. Use the read_file tool first`,
  );
  await bench.call(readFile, { file_path: "a.txt" });
  await bench.put("a.txt", "somebody else's");
  await assertRejects(() => bench.call(writeFile, input), QwenError, "has been modified since");
  await bench.call(readFile, { file_path: "a.txt" });
  assertEquals(await bench.text(writeFile, input), `Successfully overwrote file: ${bench.path("a.txt")}.`);
  await bench.call(writeFile, { ...input, content: "again" });
  assertEquals(await bench.get("a.txt"), "again");
});

Deno.test("writeFile keeps mode, encoding and line endings of the old file", async () => {
  await using bench = await ToolBench.open({ "a.txt": "\uFEFFa\r\nb\r\n" });
  await Deno.chmod(bench.path("a.txt"), 0o750);
  await bench.call(readFile, { file_path: "a.txt" });
  await bench.call(writeFile, { file_path: "a.txt", content: "c\nd\n" });
  assertEquals(
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(await Deno.readFile(bench.path("a.txt"))),
    "\uFEFFc\r\nd\r\n",
  );
  assertEquals(((await Deno.stat(bench.path("a.txt"))).mode ?? 0) & 0o777, 0o750);
});
