import { assertEquals } from "@std/assert";
import { MarkdownStream } from "../../../../lib/terminal/draw/markdown.ts";
import { NO_STYLES, paletteOf } from "../../../../lib/terminal/draw/palette.ts";

function rowsOf(text: string, columns = 40): string[] {
  const stream = new MarkdownStream({ palette: () => NO_STYLES, columns: () => columns, isUnicode: true });
  return [...stream.push(text), ...stream.end()];
}

const CASES: Record<string, { text: string; rows: string[]; columns?: number }> = {
  "headings and paragraphs": {
    text: "# Title\n\nSome **bold** and `code`.",
    rows: ["Title", "", "Some bold and code."],
  },
  "lists with a hanging indent": {
    text: "- one two three four\n  1. deep",
    rows: ["• one two", "  three", "  four", "  1. deep"],
    columns: 10,
  },
  "code without Markdown in it": {
    text: "```ts\nconst *x* = 1;\n```\nafter",
    rows: ["  ts", "  const *x* = 1;", "after"],
  },
  "tables": {
    text: "| a | long |\n|---|---|\n| 1 | 2 |\n\nafter",
    rows: ["a │ long", "────────", "1 │ 2", "", "after"],
  },
  "quotes, rules and links": {
    text: "> said\n\n---\n[docs](https://x.test)",
    rows: ["│ said", "", "─".repeat(40), "docs (https://x.test)"],
  },
  "a word that is too long": { text: "abcdefghijkl", rows: ["abcdefgh", "ijkl"], columns: 8 },
  "wide characters": { text: "你好世界", rows: ["你好", "世界"], columns: 5 },
};

for (const [what, { text, rows, columns }] of Object.entries(CASES)) {
  Deno.test(`MarkdownStream renders ${what}`, () => assertEquals(rowsOf(text, columns), rows));
}

Deno.test("MarkdownStream renders the same in pieces as at once", () => {
  const text = "# A\n\n- **b**\n\n| x | y |\n|--|--|\n| 1 | 2 |\n\n```sh\nls # all\n```\nend";
  const stream = new MarkdownStream({ palette: () => paletteOf("dark"), columns: () => 40, isUnicode: true });
  const whole = new MarkdownStream({ palette: () => paletteOf("dark"), columns: () => 40, isUnicode: true });
  const rows = [...text].flatMap((letter) => stream.push(letter));
  assertEquals([...rows, ...stream.end()], [...whole.push(text), ...whole.end()]);
});

Deno.test("MarkdownStream shows what is not finished, and finishes it once", () => {
  const stream = new MarkdownStream({ palette: () => NO_STYLES, columns: () => 40, isUnicode: true });
  assertEquals([stream.push("par"), stream.tail()], [[], ["par"]]);
  assertEquals([stream.push("t\n| a |"), stream.tail()], [["part"], ["| a |"]]);
  assertEquals([stream.push("\n"), stream.tail()], [[], ["a"]]);
  assertEquals([stream.end(), stream.tail()], [["a"], []]);
});
