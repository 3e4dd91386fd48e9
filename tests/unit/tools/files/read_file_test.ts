import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { readFile } from "../../../../lib/tools/files/read_file.ts";
import { writeFile } from "../../../../lib/tools/files/write_file.ts";
import { pdfOf } from "../../../support/pdf.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

Deno.test("readFile returns the text, then says that it is unchanged, then the new text", async () => {
  await using bench = await ToolBench.open({ "a.txt": "alpha\nline2\n" });
  const input = { file_path: bench.path("a.txt") };
  assertEquals((await bench.call(readFile, input)).outcome, {
    output: [{ kind: "text", text: "1\talpha\n2\tline2" }],
    display: { kind: "text", text: "alpha\nline2\n" },
    data: { filePath: bench.path("a.txt"), startLine: 0, numLines: 2, totalLines: 2 },
  });
  assertEquals((await bench.call(readFile, input)).outcome.display, { kind: "text", text: "Unchanged: a.txt" });
  await bench.put("a.txt", "changed a lot\n");
  assertEquals(await bench.text(readFile, input), "1\tchanged a lot");
});

Deno.test("readFile returns a range and tells where to go on", async () => {
  await using bench = await ToolBench.open({ "a.txt": "0\n1\n2\n3\n4\n" });
  const { outcome, text } = await bench.call(readFile, { file_path: "a.txt", offset: 2, limit: 2 });
  assertEquals(text, "Showing lines 2-3 of 5 total lines. Use offset 4 to read on.\n\n---\n\n2\t1\n3\t2");
  assertEquals(outcome.display, { kind: "text", text: "Read lines 2-3 of 5 from a.txt" });
  await assertRejects(() => bench.call(readFile, { file_path: "a.txt", offset: 9 }), QwenError, "beyond the end");
});

Deno.test("readFile bounds long files and counts parts that make a whole", async () => {
  const long = Array.from({ length: 2500 }, (_, index) => `line ${index}`).join("\n");
  await using bench = await ToolBench.open({ "long.txt": long, "wide.txt": "x".repeat(150_000) });
  assertStringIncludes(await bench.text(readFile, { file_path: "long.txt" }), "Showing lines 1-2000 of 2500");
  const rewrite = { file_path: "long.txt", content: "short" };
  await assertRejects(() => bench.call(writeFile, rewrite), QwenError, "only in part");
  await bench.call(readFile, { file_path: "long.txt", offset: 2001 });
  await bench.call(writeFile, rewrite);
  assertEquals(await bench.get("long.txt"), "short");
  const wide = await bench.text(readFile, { file_path: "wide.txt" });
  assertEquals(wide, `1\t${"x".repeat(2000)} [... line cut: it has 150000 characters]`);
  await assertRejects(() => bench.call(writeFile, { file_path: "wide.txt", content: "" }), QwenError, "only in part");
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
  assertStringIncludes(error.problem.hint ?? "", "--include-directories=/etc");
  await assertRejects(() => bench.call(readFile, {}), QwenError, "params must have required property 'file_path'");
});

Deno.test("readFile counts lines from 1 and reads 0 as 1", async () => {
  await using bench = await ToolBench.open({ "a.txt": "a\r\nb\r\n", "empty.txt": "" });
  const first = await bench.text(readFile, { file_path: "a.txt", offset: 0, limit: 1 });
  assertEquals(first, "Showing lines 1-1 of 2 total lines. Use offset 2 to read on.\n\n---\n\n1\ta");
  assertEquals(await bench.text(readFile, { file_path: "a.txt", offset: 1 }), "1\ta\n2\tb");
  assertEquals(await bench.text(readFile, { file_path: "empty.txt" }), "(empty file)");
});

Deno.test("readFile shows notebooks as cells without pictures and colours", async () => {
  const cells = [
    { cell_type: "markdown", source: ["# Title\n", "text"] },
    {
      cell_type: "code",
      source: "print(1)",
      outputs: [
        { output_type: "stream", name: "stdout", text: ["1\n"] },
        { output_type: "display_data", data: { "image/png": "A".repeat(5000), "text/plain": "<Figure>" } },
        { output_type: "error", ename: "ValueError", evalue: "no", traceback: ["\x1b[31mred\x1b[0m"] },
      ],
    },
  ];
  await using bench = await ToolBench.open({ "n.ipynb": JSON.stringify({ cells }), "broken.ipynb": "{" });
  assertEquals(
    await bench.text(readFile, { file_path: "n.ipynb" }),
    "[cell 1: markdown, id cell-0]\n# Title\ntext\n\n[cell 2: code, id cell-1]\nprint(1)\n[output]\n1\n" +
      "[output]\n(image/png, 5000 characters, not shown)\n<Figure>\n[output]\nValueError: no\nred",
  );
  assertEquals(await bench.text(readFile, { file_path: "broken.ipynb" }), "1\t{");
});

Deno.test("readFile returns the text of a PDF by pages", async () => {
  await using bench = await ToolBench.open({ "a.pdf": pdfOf(["Hello page one", "Second page"]), "b.pdf": "no pdf" });
  assertEquals(
    await bench.text(readFile, { file_path: "a.pdf" }),
    "Text of pages 1-2 of 2.\n\n[page 1]\nHello page one\n\n[page 2]\nSecond page",
  );
  assertEquals(
    await bench.text(readFile, { file_path: "a.pdf", pages: "1" }),
    'Text of pages 1-1 of 2. Use pages "2-2" to read on.\n\n[page 1]\nHello page one',
  );
  await assertRejects(() => bench.call(readFile, { file_path: "a.pdf", pages: "9" }), QwenError, "beyond the end");
  await assertRejects(() => bench.call(readFile, { file_path: "a.pdf", pages: "all" }), QwenError, "params/pages");
  await assertRejects(() => bench.call(readFile, { file_path: "b.pdf" }), QwenError, "is not a PDF");
});
