import { assertEquals } from "@std/assert";
import { copyOf, serialize } from "../../../lib/stream/serialize.ts";

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

Deno.test("copyOf leaves out what is nested too deeply, and nothing else", () => {
  const nested = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
  const fine = { a: [1, null, { b: "c" }], deep: nested(400) };
  assertEquals(copyOf(fine), fine);
  const text = JSON.stringify(copyOf({ type: "result", input: nested(20_000), text: "kept" }));
  assertEquals(
    text,
    `{"type":"result","input":${"[".repeat(499)}"[nested too deeply]"${"]".repeat(499)},"text":"kept"}`,
  );
});
