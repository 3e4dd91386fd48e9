import { assertEquals } from "@std/assert";
import { parseAnsi } from "../../../lib/dialects/chat/encode/ansi.ts";
import { terminalBytes } from "../../../lib/page/client/wire/lines.ts";

Deno.test("the bytes of a terminal annotation are those that the program has parsed", () => {
  for (
    const text of ["plain", "a\u001b[31mred\u001b[0m\rb\n", "\u001b]0;title\u0007x", "end\u001b[", "😀\u001b[1m😀"]
  ) {
    const annotation = { type: "x-qwen-terminal", channel: "stdout", source: "tool", ...parseAnsi(text) } as const;
    assertEquals(terminalBytes(annotation), text);
  }
});
