import { assertEquals } from "@std/assert";
import { lineChanges } from "../../../../lib/store/checkpoints/line_changes.ts";

Deno.test("lineChanges counts the shortest edit", () => {
  const cases: [string, string, number, number][] = [
    ["", "", 0, 0],
    ["a\nb\n", "a\nb\n", 0, 0],
    ["", "a\nb", 2, 0],
    ["a\nb\nc\n", "a\nx\nc\n", 1, 1],
    ["a\nb\nc\nd\n", "b\nd\ne\n", 1, 2],
    ["x\na\nb\n", "a\nb\ny\n", 1, 1],
  ];
  for (const [from, to, insertions, deletions] of cases) {
    assertEquals(lineChanges(from, to), { insertions, deletions });
  }
  const many = Array.from({ length: 3000 }, (_, index) => `a${index}`).join("\n");
  assertEquals(lineChanges(many, many.replaceAll("a", "b")), { insertions: 3000, deletions: 3000 });
});
