import { assertEquals } from "@std/assert";
import { serialize } from "../../../lib/stream/serialize.ts";

// Where Python's str.splitlines, C# and old JavaScript see the end of a line.
const BREAKS = ["\n", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\u0085", "\u2028", "\u2029"];

Deno.test("serialize leaves no character raw at which a reader could split the line", () => {
  const record = { text: BREAKS.join("a"), ["key\u2028"]: "\u007f" };
  const line = serialize(record);
  for (const char of [...BREAKS, "\u007f"]) assertEquals(line.includes(char), false, JSON.stringify(char));
  assertEquals(JSON.parse(line), record);
});

Deno.test("serialize escapes lone surrogates and keeps pairs", () => {
  const line = serialize({ text: "\ud800 👋 \udc00" });
  assertEquals(line, '{"text":"\\ud800 👋 \\udc00"}');
  assertEquals(new TextDecoder("utf-8", { fatal: true }).decode(new TextEncoder().encode(line)), line);
});
