import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import { edit } from "../../../lib/tools/edit.ts";
import { readFile } from "../../../lib/tools/read_file.ts";
import { readManyFiles } from "../../../lib/tools/read_many_files.ts";
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

Deno.test("edit replaces the only occurrence and shows the place", async () => {
  await using bench = await ToolBench.open({ "a.txt": "one\ntwo\nthree\n" });
  await bench.call(readFile, { file_path: "a.txt" });
  const { outcome, text } = await bench.call(edit, { file_path: "a.txt", old_string: "two", new_string: "2" });
  assertEquals(
    text,
    `The file: ${
      bench.path("a.txt")
    } has been updated. Showing lines 1-3 of 3 from the edited file:\n\n---\n\none\n2\nthree`,
  );
  assertEquals(outcome.display, {
    kind: "diff",
    file: bench.path("a.txt"),
    diff: `Index: ${bench.path("a.txt")}\n${"=".repeat(67)}\n--- ${bench.path("a.txt")}\tCurrent\n+++ ${
      bench.path("a.txt")
    }\tProposed\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n`,
    original: "one\ntwo\nthree\n",
    modified: "one\n2\nthree\n",
    added: 1,
    removed: 1,
  });
  assertEquals(outcome.data?.replaceAll, false);
});

Deno.test("edit refuses text that is absent, ambiguous or the same, and says how often it occurs", async () => {
  await using bench = await ToolBench.open({ "a.txt": "x x x" });
  const call = (old_string: string, new_string: string): Promise<string> =>
    bench.text(edit, { file_path: "a.txt", old_string, new_string });
  await assertRejects(() => call("x", "y"), QwenError, "has not been read");
  await bench.call(readFile, { file_path: "a.txt" });
  await assertRejects(() => call("z", "y"), QwenError, "0 occurrences found");
  await assertRejects(() => call("x", "y"), QwenError, "occurs 3 times");
  await assertRejects(() => call("x", "x"), QwenError, "identical");
  await assertRejects(() => call("", "y"), QwenError, "already exists");
  await bench.call(edit, { file_path: "a.txt", old_string: "x", new_string: "$&", replace_all: true });
  assertEquals(await bench.get("a.txt"), "$& $& $&");
});

Deno.test("edit keeps encodings and line endings, also of mixed files", async () => {
  const utf16 = new Uint8Array([0xff, 0xfe, ...[..."a\r\nb\r\n"].flatMap((char) => [char.charCodeAt(0), 0])]);
  await using bench = await ToolBench.open({
    "crlf.txt": "a\r\nb\r\nc\r\n",
    "mixed.txt": "a\r\nb\nc\r\nd\r\n",
    "utf16.txt": utf16,
    "latin1.txt": new Uint8Array([0xe9, 0x0a, 0x61]),
  });
  for (const name of ["crlf.txt", "mixed.txt", "utf16.txt", "latin1.txt"]) {
    await bench.call(readFile, { file_path: name });
  }
  await bench.call(edit, { file_path: "crlf.txt", old_string: "a\nb", new_string: "x\ny\nz" });
  assertEquals(await bench.get("crlf.txt"), "x\r\ny\r\nz\r\nc\r\n");
  await bench.call(edit, { file_path: "mixed.txt", old_string: "d", new_string: "e\nf" });
  assertEquals(await bench.get("mixed.txt"), "a\r\nb\nc\r\ne\r\nf\r\n");
  await bench.call(edit, { file_path: "utf16.txt", old_string: "a\nb", new_string: "é" });
  assertEquals([...await Deno.readFile(bench.path("utf16.txt"))], [0xff, 0xfe, 0xe9, 0, 0x0d, 0, 0x0a, 0]);
  await bench.call(edit, { file_path: "latin1.txt", old_string: "a", new_string: "b" });
  assertEquals([...await Deno.readFile(bench.path("latin1.txt"))], [0xe9, 0x0a, 0x62]);
  const beyond = { file_path: "latin1.txt", old_string: "b", new_string: "世" };
  await assertRejects(() => bench.call(edit, beyond), QwenError, "is not UTF-8");
});

Deno.test("edit makes a new file of an empty old_string and confirms with a diff", async () => {
  await using bench = await ToolBench.open();
  const input = { file_path: bench.path("n.txt"), old_string: "", new_string: "n\n" };
  assertEquals(await edit.confirm?.(input, bench.context()), {
    kind: "edit",
    title: "Edit n.txt",
    file: "n.txt",
    diff: `Index: ${bench.path("n.txt")}\n${"=".repeat(67)}\n--- ${bench.path("n.txt")}\tCurrent\n+++ ${
      bench.path("n.txt")
    }\tProposed\n@@ -0,0 +1,1 @@\n+n\n`,
    original: null,
    modified: "n\n",
  });
  await bench.call(edit, input);
  assertEquals(await bench.get("n.txt"), "n\n");
});

Deno.test("readManyFiles reads files, folders and patterns without what is ignored or binary", async () => {
  await using bench = await ToolBench.open({
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
