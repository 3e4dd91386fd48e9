import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import { readFile } from "../../../lib/tools/read_file.ts";
import { writeFile } from "../../../lib/tools/write_file.ts";
import { ToolBench } from "../../support/tool_bench.ts";

Deno.test("readFile returns the text, then says that it is unchanged, then the new text", async () => {
  await using bench = await ToolBench.open({ "a.txt": "alpha\nline2\n" });
  const input = { file_path: bench.path("a.txt") };
  assertEquals((await bench.call(readFile, input)).outcome, {
    output: [{ kind: "text", text: "alpha\nline2\n" }],
    data: { filePath: bench.path("a.txt"), startLine: 0, numLines: 2, totalLines: 2 },
  });
  assertEquals((await bench.call(readFile, input)).outcome.display, { kind: "text", text: "Unchanged: a.txt" });
  await bench.put("a.txt", "changed a lot\n");
  assertEquals(await bench.text(readFile, input), "changed a lot\n");
});

Deno.test("readFile returns a range and tells where to go on", async () => {
  await using bench = await ToolBench.open({ "a.txt": "0\n1\n2\n3\n4\n" });
  const { outcome, text } = await bench.call(readFile, { file_path: "a.txt", offset: 1, limit: 2 });
  assertEquals(text, "Showing lines 2-3 of 5 total lines. Use offset 3 to read on.\n\n---\n\n1\n2");
  assertEquals(outcome.display, { kind: "text", text: "Read lines 2-3 of 5 from a.txt" });
  await assertRejects(() => bench.call(readFile, { file_path: "a.txt", offset: 9 }), QwenError, "beyond the end");
});

Deno.test("readFile bounds long files and counts parts that make a whole", async () => {
  const long = Array.from({ length: 2500 }, (_, index) => `line ${index}`).join("\n");
  await using bench = await ToolBench.open({ "long.txt": long, "wide.txt": "x".repeat(150_000) });
  assertStringIncludes(await bench.text(readFile, { file_path: "long.txt" }), "Showing lines 1-2000 of 2500");
  const rewrite = { file_path: "long.txt", content: "short" };
  await assertRejects(() => bench.call(writeFile, rewrite), QwenError, "only in part");
  await bench.call(readFile, { file_path: "long.txt", offset: 2000 });
  await bench.call(writeFile, rewrite);
  assertEquals(await bench.get("long.txt"), "short");
  assertStringIncludes(
    await bench.text(readFile, { file_path: "wide.txt" }),
    "[... line cut after 100000 characters ...]",
  );
});

Deno.test("readFile shows images as media and does not show other binary files", async () => {
  await using bench = await ToolBench.open({ "a.png": new Uint8Array([1, 2, 3]), "a.bin": new Uint8Array([1, 0, 2]) });
  assertEquals((await bench.call(readFile, { file_path: "a.png" })).outcome.output, [
    { kind: "media", mediaType: "image/png", base64: "AQID", name: bench.path("a.png") },
  ]);
  assertStringIncludes(await bench.text(readFile, { file_path: "a.bin" }), "Cannot display content of binary file");
});

Deno.test("readFile refuses what is absent, a folder or outside", async () => {
  await using bench = await ToolBench.open({ "d/a": "" });
  await assertRejects(() => bench.call(readFile, { file_path: "none" }), QwenError, "File not found");
  await assertRejects(() => bench.call(readFile, { file_path: "d" }), QwenError, "is a folder");
  const error = await assertRejects(() => bench.call(readFile, { file_path: "/etc/passwd" }), QwenError, "outside");
  assertStringIncludes(error.problem.hint ?? "", "--include-directories /etc");
  await assertRejects(() => bench.call(readFile, {}), QwenError, "params must have required property 'file_path'");
});
