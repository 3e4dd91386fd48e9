import { assertEquals } from "@std/assert";
import { type Block, closesFence, nextBlock, openingFence } from "../../../lib/page/client/markdown/blocks.ts";

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
