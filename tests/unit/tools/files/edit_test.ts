import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { JsonObject } from "../../../../lib/model/json.ts";
import { QwenError } from "../../../../lib/model/problem.ts";
import { edit } from "../../../../lib/tools/files/edit.ts";
import { readFile } from "../../../../lib/tools/files/read_file.ts";
import { ToolBench } from "../../../support/tool_bench.ts";

Deno.test("edit replaces the only occurrence and shows the place", async () => {
  await using bench = await ToolBench.open({ "a.txt": "one\ntwo\nthree\n" });
  await bench.call(readFile, { file_path: "a.txt" });
  const { outcome, text } = await bench.call(edit, { file_path: "a.txt", old_string: "two", new_string: "2" });
  assertEquals(
    text,
    `The file: ${
      bench.path("a.txt")
    } has been updated. Showing lines 1-3 of 3 from the edited file:\n\n---\n\n1\tone\n2\t2\n3\tthree`,
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

/** Edits a file that was read before, and returns what the model sees and the file. */
async function edited(file: string, input: JsonObject): Promise<{ text: string; after: string }> {
  await using bench = await ToolBench.open({ "a.txt": file });
  await bench.call(readFile, { file_path: "a.txt" });
  const text = await bench.text(edit, { file_path: "a.txt", ...input })
    .catch((error) => error instanceof QwenError ? `refused: ${error.problem.message}` : Promise.reject(error));
  return { text, after: await bench.get("a.txt") };
}

Deno.test("edit finds text with other blanks at line ends", async () => {
  const { text, after } = await edited("a  \nb\t\nc\n", { old_string: "a\nb", new_string: "x" });
  assertEquals(after, "x\nc\n");
  assertStringIncludes(text, "other blanks at line ends");
  const crlf = await edited("a  \r\nb\r\nc\r\n", { old_string: "a\nb", new_string: "x\ny" });
  assertEquals(crlf.after, "x\r\ny\r\nc\r\n");
});

Deno.test("edit finds text with another indentation and indents the new text like the file", async () => {
  const cases: [file: string, old_string: string, new_string: string, after: string][] = [
    ["if a:\n    b()\n", "b()\nc", "x", ""],
    [
      "class A:\n    def f():\n        pass\n",
      "def f():\n    pass",
      "def f():\n    if x:\n        return",
      [
        "class A:\n    def f():\n        if x:\n            return\n",
      ].join(""),
    ],
    [
      "\tif (a) {\n\t\tb();\n\t}\n",
      "    if (a) {\n        b();\n    }",
      "    if (a) {\n        c();\n        d();\n    }",
      [
        "\tif (a) {\n\t\tc();\n\t\td();\n\t}\n",
      ].join(""),
    ],
    ["  one\n  two\n", "    one\n    two", "    one\n    2", "  one\n  2\n"],
  ];
  for (const [file, old_string, new_string, wanted] of cases) {
    const { text, after } = await edited(file, { old_string, new_string });
    if (wanted === "") assertStringIncludes(text, "refused");
    else {
      assertEquals(after, wanted);
      assertStringIncludes(text, "another indentation");
    }
  }
});

Deno.test("edit finds text with other quotes and dashes", async () => {
  const file = "say \u201chello\u201d \u2013 it\u2019s\n";
  const { text, after } = await edited(file, { old_string: `say "hello" - it's`, new_string: "bye" });
  assertEquals(after, "bye\n");
  assertStringIncludes(text, "other quotes, dashes or blanks");
});

Deno.test("edit takes a forgiving match only where exactly one place fits", async () => {
  const file = "  a()\n    a()\n";
  const { text, after } = await edited(file, { old_string: "\ta()\n", new_string: "b()\n", replace_all: true });
  assertEquals(after, file);
  assertStringIncludes(text, "occurs 2 times");
  assertStringIncludes(text, "at lines 1, 2");
});

Deno.test("edit names the lines of duplicates", async () => {
  const { text } = await edited("x\ny\nx\n", { old_string: "x", new_string: "z" });
  assertStringIncludes(text, "occurs 2 times");
  assertStringIncludes(text, "at lines 1, 3");
});

Deno.test("edit shows the nearest place and what differs", async () => {
  const file = "import a\n\ndef total(items):\n    return sum(items)\n";
  const { text, after } = await edited(file, {
    old_string: "def total(items):\n    return sum(item)",
    new_string: "x",
  });
  assertEquals(after, file);
  assertStringIncludes(text, "3\tdef total(items):\n4\t    return sum(items)");
  assertStringIncludes(text, 'line 4 is "    return sum(items)", old_string has "    return sum(item)"');
});

Deno.test("edit explains pasted line numbers, entities and escapes", async () => {
  const file = 'if (a < b) {\n\tc("d");\n}\n';
  const numbers = await edited(file, { old_string: '1\tif (a < b) {\n2\t\tc("d");', new_string: "x" });
  assertStringIncludes(numbers.text, "line numbers of read_file");
  const entities = await edited(file, { old_string: "if (a &lt; b) {", new_string: "x" });
  assertStringIncludes(entities.text, "HTML entities");
  const escapes = await edited(file, { old_string: 'if (a < b) {\\n\\tc("d");', new_string: "x" });
  assertStringIncludes(escapes.text, "escape them only once");
  assertEquals([numbers.after, entities.after, escapes.after], [file, file, file]);
});

Deno.test("edit makes several changes of one file, all or none", async () => {
  const file = "one\ntwo\nthree\n";
  const all = await edited(file, {
    edits: [{ old_string: "one", new_string: "1" }, { old_string: "three", new_string: "3" }, {
      old_string: "1\ntwo",
      new_string: "1\n2",
    }],
  });
  assertEquals(all.after, "1\n2\n3\n");
  const none = await edited(file, {
    edits: [{ old_string: "one", new_string: "1" }, { old_string: "four", new_string: "4" }],
  });
  assertEquals(none.after, file);
  assertStringIncludes(none.text, "edits[1].old_string");
  const both = await edited(file, {
    old_string: "one",
    new_string: "1",
    edits: [{ old_string: "a", new_string: "b" }],
  });
  assertStringIncludes(both.text, "either edits, or old_string");
  const neither = await edited(file, { old_string: "one" });
  assertStringIncludes(neither.text, "must have required property 'new_string'");
});
