import { assert, assertEquals } from "@std/assert";
import { boundedText } from "../../../lib/dialects/agent/bounded_text.ts";

const bytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

Deno.test("boundedText keeps what fits to the byte and cuts what does not", () => {
  const exact = "x".repeat(998);
  assertEquals(boundedText(exact, 1000), exact);
  const cut = boundedText("x".repeat(999), 1000);
  assert(cut !== exact && bytes(cut) <= 1000);
});

Deno.test("boundedText counts escapes and never splits a character", () => {
  for (const piece of ["😀", '"', "\u0001", "\n", "é", "\\", "\ud800", "漢"]) {
    const cut = boundedText(piece.repeat(2000), 1000);
    assert(bytes(cut) <= 1000, `${piece}: ${bytes(cut)}`);
    const [head, tail] = cut.split("\n[... truncated for Headless transport ...]\n");
    assertEquals(head, piece.repeat(head.length / piece.length));
    assertEquals(tail, piece.repeat(tail.length / piece.length));
    assert(Math.abs(bytes(tail) / bytes(head) - 4) < 0.2);
  }
});
