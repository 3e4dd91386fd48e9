import { assert, assertEquals } from "@std/assert";
import { cutToWidth, displayWidth, wrapText } from "../../../../lib/terminal/draw/text_width.ts";
import { seeded } from "../../../support/random.ts";

Deno.test("wrapText breaks plain and styled text at the same places, and no row is too wide", () => {
  const pick = seeded(7);
  const letters = "ab cd ef,g  hijkl mnopqrstuvwxyz";
  for (let round = 0; round < 500; round++) {
    const text = Array.from({ length: pick(120) }, () => letters[pick(letters.length)]).join("");
    const columns = 5 + pick(30);
    const indent = " ".repeat(pick(4));
    const rows = wrapText(text, { columns, indent });
    assert(rows.every((row) => displayWidth(row) <= columns), JSON.stringify({ text, columns, rows }));
    // A character of two bytes takes the general way.
    const general = wrapText(`${text} é`, { columns, indent });
    const common = Math.max(0, rows.length - 1);
    assertEquals(general.slice(0, common), rows.slice(0, common), JSON.stringify({ text, columns }));
    const bare = (shown: readonly string[]): string => shown.join("").replaceAll(" ", "");
    assertEquals(bare(rows), text.replaceAll(" ", ""));
  }
});

Deno.test("wrapText carries a style over the end of a row", () => {
  const rows = wrapText("\x1b[1mone two three\x1b[0m four", { columns: 8, indent: "  " });
  assertEquals(rows, ["\x1b[1mone two\x1b[0m", "  \x1b[1mthree\x1b[0m", "  four"]);
});

Deno.test("cutToWidth counts columns, not characters", () => {
  assertEquals(cutToWidth("abcdef", 4), "abc…");
  assertEquals(cutToWidth("你好你好", 5), "你好…");
});
