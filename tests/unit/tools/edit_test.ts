import { assertEquals, assertRejects } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import { edit } from "../../../lib/tools/edit.ts";
import { readFile } from "../../../lib/tools/read_file.ts";
import { ToolBench } from "../../support/tool_bench.ts";

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

Deno.test("edit makes no file that could not be read again", async () => {
  await using bench = await ToolBench.open({ "a.txt": "a".repeat(100_000) });
  await bench.call(readFile, { file_path: bench.path("a.txt") });
  const input = { file_path: bench.path("a.txt"), old_string: "a", new_string: "b".repeat(1_000), replace_all: true };
  await assertRejects(() => bench.call(edit, input), QwenError, "characters long");
  assertEquals(await bench.get("a.txt"), "a".repeat(100_000));
});
