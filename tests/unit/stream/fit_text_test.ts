import { assert, assertEquals } from "@std/assert";
import { fitText } from "../../../lib/stream/fit_text.ts";

const bytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

Deno.test("fitText keeps what fits to the byte and cuts what does not", () => {
  const exact = "x".repeat(998);
  assertEquals(fitText(exact, 1000), exact);
  const cut = fitText("x".repeat(999), 1000);
  assert(cut !== exact && bytes(cut) <= 1000);
});

Deno.test("fitText counts escapes and never splits a character", () => {
  for (const piece of ["😀", '"', "\u0001", "\n", "é", "\\", "\ud800", "漢"]) {
    const cut = fitText(piece.repeat(2000), 1000);
    assert(bytes(cut) <= 1000, `${piece}: ${bytes(cut)}`);
    const [head, tail] = cut.split("\n[... truncated for Headless transport ...]\n");
    assertEquals(head, piece.repeat(head.length / piece.length));
    assertEquals(tail, piece.repeat(tail.length / piece.length));
    assert(Math.abs(bytes(tail) / bytes(head) - 4) < 0.2);
  }
});
