import { assertEquals, assertThrows } from "@std/assert";
import { SseParser } from "../../../lib/stream/sse.ts";

function parse(text: string, size = text.length): string[] {
  const parser = new SseParser();
  const events: string[] = [];
  for (let at = 0; at < text.length; at += size) events.push(...parser.push(text.slice(at, at + size)));
  return [...events, ...parser.end()];
}

const CASES: [name: string, text: string, events: string[]][] = [
  ["plain events", "data: a\n\ndata: b\n\n", ["a", "b"]],
  ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]],
  ["lone CR", "data: a\r\rdata: b\r\r", ["a", "b"]],
  ["mixed line ends", "data: a\r\n\ndata: b\n\r\n", ["a", "b"]],
  ["comments and keep-alives", ": ping\n\n:\n\ndata: a\n: more\n\n", ["a"]],
  ["several data lines", "data: a\ndata: b\ndata:\ndata: c\n\n", ["a\nb\n\nc"]],
  ["event names, ids and retries", "event: x\nid: 7\nretry: 10\ndata: a\n\nevent: y\n\n", ["a"]],
  ["no space after the colon", "data:a\n\ndata:  b\n\n", ["a", " b"]],
  ["a field that only begins like data", "database: a\n\ndata: b\n\n", ["b"]],
  ["data without a colon", "data\n\n", [""]],
  ["a byte order mark", "\ufeffdata: a\n\n", ["a"]],
  ["an end without its empty line", "data: a\n\ndata: b", ["a", "b"]],
  ["blank lines", "\n\n\ndata: a\n\n\n\n", ["a"]],
  ["astral and separator characters", "data: 👋\u2028\u0085\n\n", ["👋\u2028\u0085"]],
];

for (const [name, text, events] of CASES) {
  Deno.test(`SseParser reads ${name}, however the text is cut`, () => {
    for (let size = 1; size <= text.length; size++) assertEquals(parse(text, size), events, `pieces of ${size}`);
  });
}

Deno.test("SseParser returns an event as soon as it is complete", () => {
  const parser = new SseParser();
  assertEquals(parser.push("data: a\n"), []);
  assertEquals(parser.push("\ndata"), ["a"]);
  assertEquals(parser.push(": b\n\n"), ["b"]);
});

Deno.test("SseParser refuses an event without end", () => {
  const parser = new SseParser({ maxEventChars: 1000 });
  assertEquals(parser.push(`data: ${"x".repeat(900)}`), []);
  assertThrows(() => parser.push("x".repeat(200)), RangeError);
  const lines = new SseParser({ maxEventChars: 1000 });
  assertThrows(() => {
    for (let i = 0; i < 20; i++) lines.push(`data: ${"x".repeat(100)}\n`);
  }, RangeError);
});
