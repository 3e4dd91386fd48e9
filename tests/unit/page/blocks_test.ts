import { assert, assertEquals } from "@std/assert";
import {
  type Block,
  closesFence,
  nextBlock,
  openingFence,
  openingTable,
} from "../../../lib/page/client/markdown/blocks.ts";

function blocks(text: string): Block[] {
  const all: Block[] = [];
  for (let at = 0;;) {
    const found = nextBlock(text, at);
    if (!found) return all;
    all.push(found.block);
    at = found.end;
  }
}

Deno.test("blocks of Markdown are told apart", () => {
  const text = "# Head #\ntext\nmore\n\n---\n> a\n> b\n\n    code\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n```ts\nx\n```\n";
  assertEquals(blocks(text), [
    { kind: "heading", level: 1, text: "Head" },
    { kind: "paragraph", text: "text\nmore" },
    { kind: "rule" },
    { kind: "quote", text: "a\nb" },
    { kind: "code", language: "", text: "code" },
    { kind: "table", head: ["a", "b"], rows: [["1", "2"]] },
    { kind: "code", language: "ts", text: "x" },
  ]);
});

Deno.test("items of a list keep their content, and tasks their boxes", () => {
  assertEquals(blocks("3. one\n   more\n4. two\n\n- [x] done\n- [ ] open\n  - inner\n"), [
    {
      kind: "list",
      isOrdered: true,
      start: 3,
      items: [{ text: "one\nmore", isTicked: null }, { text: "two", isTicked: null }],
    },
    {
      kind: "list",
      isOrdered: false,
      start: 1,
      items: [{ text: "done", isTicked: true }, { text: "open\n- inner", isTicked: false }],
    },
  ]);
});

Deno.test("only the last block of a growing text can still change", () => {
  assertEquals(nextBlock("one\n\ntwo", 0)?.isFinal, true);
  assertEquals(nextBlock("one\ntwo", 0)?.isFinal, false);
  assertEquals(nextBlock("```\nopen", 0)?.isFinal, false);
  assertEquals(openingFence("\n```ts\nx", 0), { mark: "```", language: "ts", start: 7 });
  assertEquals(openingFence("```ts", 0), null);
  assertEquals([closesFence("```", "```"), closesFence("``", "```"), closesFence("```ts", "```")], [
    true,
    false,
    false,
  ]);
});

Deno.test("the head of a table is known when the line below it is complete", () => {
  assertEquals(openingTable("\n| a | b |\n|--|--|\n| 1", 0), { head: ["a", "b"], start: 19 });
  assertEquals(openingTable("| a | b |\n|--|--|", 0), null);
  assertEquals(openingTable("| a | b |\n| c | d |\n", 0), null);
  assertEquals(openingTable("- a | b\n|--|--|\n", 0), null);
});

Deno.test("a long list, quotation, line or paragraph is read in bounded parts, of which nothing is lost", () => {
  const parts = {
    item: `- top\n${"    - inner\n".repeat(2_000)}`,
    line: `- ${"word ".repeat(4_000)}`,
    quote: "> said\n".repeat(2_000),
    code: `${"    indented code\n".repeat(2_000)}`,
  };
  for (const [kind, text] of Object.entries(parts)) {
    let read = 0;
    let words = 0;
    for (let at = 0, base = 0;;) {
      const found = nextBlock(text, at, { base });
      if (!found) break;
      const size = found.end - found.start;
      if (found.block.kind !== "paragraph") assert(size < 12_000, `${kind}: ${size}`);
      words += JSON.stringify(found.block).split(/inner|word|said|indented/).length - 1;
      read += size;
      at = found.end;
      base = found.base;
    }
    assertEquals(words, { item: 2_000, line: 4_000, quote: 2_000, code: 2_000 }[kind], kind);
    assert(read <= text.length);
  }
  const paragraph = "a line\n".repeat(2_000);
  const cut = nextBlock(paragraph, 0, { maxParagraph: 3_000 });
  assertEquals([cut?.block.kind, cut?.isFinal], ["paragraph", false]);
  assert(cut && cut.end < 4_000);
  assertEquals(nextBlock(paragraph, 0)?.end, paragraph.length);
});

Deno.test("what follows a part of a long item is still read as its content, until a line is indented less", () => {
  const text = `1. top\n${"   - inner\n".repeat(1_000)}after\n`;
  const found = nextBlock(text, 0);
  assertEquals(found?.base, 3);
  const next = nextBlock(text, found?.end ?? 0, { base: found?.base ?? 0 });
  assertEquals([next?.block.kind, next?.base], ["list", 3]);
  const last = nextBlock(text, text.indexOf("after"), { base: 3 });
  assertEquals([last?.block, last?.base], [{ kind: "paragraph", text: "after" }, 0]);
});
