import { assertEquals } from "@std/assert";
import { oneLine, onlyStyles, plain, PlainStream } from "../../../lib/terminal/plain_text.ts";

const HOSTILE = [
  ["\x1b[31mred\x1b[0m", "red"],
  ["\x1b]0;title\x07after", "after"],
  ["\x1b]52;c;ZXZpbA==\x1b\\after", "after"],
  ["\x9b31mred", "red"],
  ["\x1bPq#0\x1b\\picture", "picture"],
  ["over\rwritten", "overwritten"],
  ["a\x08b\x07c\x00d", "abcd"],
  ["windows\r\nline\tend", "windows\nline\tend"],
  ["user\u202egnp.exe", "usergnp.exe"],
  ["never ended \x1b]0;title", "never ended 0;title"],
  ["\x1bc reset", " reset"],
  ["äöü 漢字 👍", "äöü 漢字 👍"],
];

for (const [text, shown] of HOSTILE) {
  Deno.test(`plain shows ${JSON.stringify(text)} as ${JSON.stringify(shown)}`, () => assertEquals(plain(text), shown));

  Deno.test(`PlainStream shows ${JSON.stringify(text)} the same, wherever it is cut`, () => {
    for (let at = 0; at <= text.length; at++) {
      const stream = new PlainStream();
      assertEquals(stream.push(text.slice(0, at)) + stream.push(text.slice(at)) + stream.end(), shown);
    }
    const stream = new PlainStream();
    assertEquals([...text].map((letter) => stream.push(letter)).join("") + stream.end(), shown);
  });
}

Deno.test("PlainStream does not hold back for ever", () => {
  const stream = new PlainStream();
  const shown = stream.push("\x1b]") + stream.push("x".repeat(10_000)) + stream.push("\nnext");
  assertEquals([shown.length, shown.slice(0, 2), shown.slice(-6)], [10_005, "xx", "x\nnext"]);
});

Deno.test("plain takes time in proportion to a hostile text", () => {
  const text = "\x9d\x1b]\x1b[0;".repeat(200_000);
  const start = performance.now();
  plain(text);
  new PlainStream().push(text);
  assertEquals(performance.now() - start < 2_000, true);
});

Deno.test("oneLine folds white space and cuts by letters", () => {
  assertEquals(oneLine("  a\n\tb  ", 10), "a b");
  assertEquals(oneLine("👍👍👍👍", 3), "👍👍…");
  assertEquals(oneLine("\x1b[2Ja", 5), "a");
});

Deno.test("onlyStyles keeps styles and nothing else that a terminal obeys", () => {
  assertEquals(onlyStyles("\x1b[1;31ma\x1b[0m\x1b[2Jb\r\x07\u009b1m\u202ec"), "\x1b[1;31ma\x1b[0m[2Jb1mc");
});
