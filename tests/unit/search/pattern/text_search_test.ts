import { assert, assertEquals, assertThrows } from "@std/assert";
import { seeded } from "../../../support/random.ts";
import { PatternError } from "../../../../lib/search/pattern/syntax.ts";
import { ripgrepPattern } from "../../../../lib/search/pattern/ripgrep_pattern.ts";
import { parseSearchPattern, TextSearch } from "../../../../lib/search/pattern/text_search.ts";

function lines(pattern: string, text: string, options: { ignoreCase?: boolean; multiline?: boolean } = {}): string[] {
  const search = new TextSearch({ pattern, ignoreCase: false, multiline: false, ...options }, () => {});
  const searched = { text, isAscii: false, isLossy: false };
  const found: string[] = [];
  for (let span = search.next(searched, 0); span; span = search.next(searched, span.end + 1)) {
    found.push(text.slice(span.start, span.end));
  }
  return found;
}

Deno.test("TextSearch finds every matching line once", () => {
  assertEquals(lines("foo", "foo foo\nbar\nfoo"), ["foo foo", "foo"]);
  assertEquals(lines("^$", "a\n\nb\n"), [""]);
  assertEquals(lines("\\bcat\\b", "concat\na cat\nüCat\ncat"), ["a cat", "cat"]);
  assertEquals(lines("ÜBER|ſtop", "über\nSTOP\nstop", { ignoreCase: true }), ["über", "STOP", "stop"]);
  assertEquals(lines("interface{}", "x interface{} y"), ["x interface{} y"]);
  assertEquals(lines("a{2,3}b", "ab\naab\naaaab"), ["aab", "aaaab"]);
  assertEquals(lines("(?i)Foo(?-i:Bar)", "fooBar\nfoobar"), ["fooBar"]);
});

Deno.test("TextSearch finds matches that span lines", () => {
  assertEquals(lines("a\\nb", "x\na\nb\na\nc\na\nb", { multiline: true }), ["a\nb", "a\nb"]);
  assertEquals(lines("start[\\s\\S]*?end", "start\nx\nend\nend", { multiline: true }), ["start\nx\nend"]);
});

Deno.test("TextSearch takes linear time for hostile patterns", () => {
  const start = performance.now();
  const text = `${"a".repeat(200_000)}!`;
  for (const pattern of ["(a+)+b", "(a|a)*b", "a*a*a*a*b", "(.*)(.*)(.*)x", "(a|b)*a(a|b){12}c", "^(\\w+\\s?)*$"]) {
    assertEquals(lines(pattern, text), [], pattern);
  }
  assert(performance.now() - start < 10_000);
});

Deno.test("TextSearch can be ended from outside", () => {
  const hostile = { pattern: "(a|b)*a(a|b){30}c", ignoreCase: false, multiline: false };
  let left = 3;
  const search = new TextSearch(hostile, () => {
    if (--left === 0) throw new DOMException("", "AbortError");
  });
  const next = seeded(7);
  const text = Array.from({ length: 100_000 }, () => next(2) === 0 ? "a" : "b").join("");
  assertThrows(() => search.next({ text, isAscii: true, isLossy: false }, 0), DOMException);
});

Deno.test("parseSearchPattern names what it cannot use", () => {
  const cases = [
    ["(?=a)", "look-around"],
    ["(a)\\1", "back-references"],
    ["(", "unclosed group"],
    ["a)", "unmatched )"],
    ["[a", "unclosed character class"],
    ["*a", "nothing to repeat"],
    ["[z-a]", "out of order"],
    ["\\p{Nope}", "unknown Unicode property"],
    ["a\\nb", "needs multiline"],
    ["", "empty"],
    ["(".repeat(500), "nested more than"],
  ];
  for (const [pattern, message] of cases) {
    assertThrows(() => parseSearchPattern({ pattern, ignoreCase: true, multiline: false }), PatternError, message);
  }
});

Deno.test("ripgrepPattern spells a pattern so that ripgrep reads the same", () => {
  const spell = (pattern: string): string =>
    ripgrepPattern(parseSearchPattern({ pattern, ignoreCase: true, multiline: false }), true);
  assertEquals(spell("a{}"), "a[\\x{7b}-\\x{7b}][\\x{7d}-\\x{7d}]");
  assertEquals(spell("^(?-i:x)+\\d$"), "(?m:^)(?:(?-i:x)){1,}[\\d](?m:$)");
});
