import { assert, assertEquals } from "@std/assert";
import { cachedGlob, escapeGlob, Glob, type GlobSyntax } from "../../../lib/search/glob.ts";

function check(syntax: GlobSyntax, cases: readonly [pattern: string, path: string, expected: boolean][]): void {
  for (const [pattern, path, expected] of cases) {
    assertEquals([pattern, path, new Glob(pattern, syntax).matches(path)], [pattern, path, expected]);
  }
}

Deno.test("Glob matches stars, classes, braces and folders of any depth", () => {
  check("glob", [
    ["*.ts", "a.ts", true],
    ["*.ts", "src/a.ts", false],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "x/y/a.ts", true],
    ["src/**", "src/a/b", true],
    ["src/**", "src", true],
    ["src/**", "srcs", false],
    ["**", "a/b", true],
    ["a**b", "axxb", true],
    ["a**b", "a/b", false],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/x/y/b", true],
    ["a/**/b", "axb", false],
    ["x**/b", "x/a/b", false],
    ["x**/b", "xyz/b", true],
    ["src/**/t/*.{ts,js}", "src/a/b/t/x.js", true],
    ["src/**/t/*.{ts,js}", "src/a/b/t/x.py", false],
    ["?[a-c][!x].txt", "zby.txt", true],
    ["?[a-c][!x].txt", "zbx.txt", false],
    ["[[:upper:]][^/]", "Ab", true],
    ["[[:upper:]][^/]", "A/", false],
    ["[]a]", "]", true],
    ["[a-]", "-", true],
    ["[\\]x]", "]", true],
    ["a?c", "a😀c", true],
    ["[😀-😂]", "😁", true],
    ["./a.ts", "a.ts", true],
    [".*", ".env", true],
    ["a\\*b", "a*b", true],
    ["a\\*b", "axb", false],
    ["[a", "[a", true],
    ["a\\", "a\\", true],
  ]);
});

Deno.test("Glob takes braces as branches, nested, with folders and empty ones", () => {
  check("glob", [
    ["{a,b}", "b", true],
    ["{a,b}", "{a,b}", false],
    ["{a}", "{a}", true],
    ["{a,b", "{a,b", true],
    ["a,b}", "a,b}", true],
    ["x{,y}z", "xz", true],
    ["x{,y}z", "xyz", true],
    ["{a,{b,c{d,e}}}f", "cef", true],
    ["{a,{b,c{d,e}}}f", "cf", false],
    ["{src/{a,b},lib}/*.ts", "src/b/x.ts", true],
    ["{src/{a,b},lib}/*.ts", "lib/x.ts", true],
    ["{src/{a,b},lib}/*.ts", "src/x.ts", false],
    ["{a/**,b}/c", "a/x/y/c", true],
    ["{a/**,b}/c", "a/c", true],
    ["{a/**,b}c", "a/x/yc", false],
    ["{**,b}/c", "c", true],
    ["{**,b}/c", "x/y/c", true],
    ["x{**,b}/c", "xc", false],
    ["{{**,a},b}/c", "c", true],
    ["{**/a,b}.ts", "x/y/a.ts", true],
    ["{a\\,b,c}", "a,b", true],
    ["{a,b}[{,}]", "a,", true],
  ]);
});

Deno.test("Glob loses no alternative of a large product and stays fast", () => {
  const start = performance.now();
  const glob = new Glob("{a,b,c,d}".repeat(20));
  assert(glob.matches("abcd".repeat(5)));
  assert(!glob.matches("abcd".repeat(4) + "abce"));
  assert(new Glob(`{${Array.from({ length: 5_000 }, (_, i) => `name${i}`).join()}}`).matches("name4999"));
  const hostile = [
    ...[`${"*a".repeat(30)}b`, `${"**/".repeat(30)}b`, "{a,a}".repeat(200), "*{,".repeat(333), "[".repeat(100_000)],
    ..."{[,".split("").map((char) => char.repeat(100_000)),
    `${"{a,".repeat(20_000)}${"}".repeat(20_000)}`,
  ];
  for (const pattern of hostile) assert(!new Glob(pattern).matches(`${"a/".repeat(200)}${"a".repeat(200)}`));
  assert(performance.now() - start < 5_000);
});

Deno.test("Glob agrees with expanded braces on random patterns", () => {
  let seed = 7;
  const random = (max: number): number => (seed = (seed * 48271) % 2147483647) % max;
  const pick = (of: readonly string[]): string => of[random(of.length)];
  const piece = (depth: number): string => {
    if (depth === 0 || random(3) > 0) return pick(["a", "b", "/", "*", "?", "[ab]", "c"]);
    const choices = Array.from({ length: 2 + random(2) }, () => pieces(depth - 1));
    return `{${choices.join()}}`;
  };
  const pieces = (depth: number): string => Array.from({ length: random(4) }, () => piece(depth)).join("");
  let matched = 0;
  for (let round = 0; round < 2_000; round++) {
    const pattern = pieces(2);
    const alternatives = expand(pattern);
    // Two stars that only meet by expansion would change their meaning.
    if (alternatives.some((one) => one.includes("**"))) continue;
    const expanded = alternatives.map((one) => new Glob(one));
    const glob = new Glob(pattern);
    for (let tries = 0; tries < 5; tries++) {
      const path = Array.from({ length: random(6) }, () => pick(["a", "b", "c", "/"])).join("");
      const expected = expanded.some((one) => one.matches(path));
      if (expected) matched++;
      assertEquals([pattern, path, glob.matches(path)], [pattern, path, expected]);
    }
  }
  assert(matched > 500, `${matched} matches`);
});

/** All alternatives of a pattern, innermost braces first. */
function expand(pattern: string): string[] {
  const found = /^(.*)\{([^{}]*)\}(.*)$/.exec(pattern);
  if (!found) return [pattern];
  return found[2].split(",").flatMap((choice) => expand(`${found[1]}${choice}${found[3]}`));
}

Deno.test("Glob covers what lies in a folder that it matches", () => {
  const glob = new Glob("/ws/{a,b}/*");
  assertEquals(["/ws/a", "/ws/a/x", "/ws/b/x/y/z", "/ws/c/x"].map((path) => glob.covers(path)), [
    ...[false, true, true, false],
  ]);
  assert(new Glob("/**").covers("/etc/passwd"));
});

Deno.test("Glob knows only stars in wildcards, and they match slashes", () => {
  check("wildcard", [
    ["git *", "git push a/b", true],
    ["git *", "git", false],
    ["mcp__db__*", "mcp__db__query", true],
    ["a?[b]{c,d}\\", "a?[b]{c,d}\\", true],
    ["a?", "ab", false],
    [`${"*a".repeat(500)}b`, "a".repeat(5_000), false],
  ]);
});

Deno.test("escapeGlob makes a pattern of a text that matches nothing else", () => {
  for (const text of ["/home/[me]/a*b", "{a,b}", "a\\b?", "!x"]) {
    assert(new Glob(escapeGlob(text)).matches(text));
    assert(!new Glob(escapeGlob(text)).matches(`${text}x`));
  }
});

Deno.test("cachedGlob compiles a pattern once for each syntax", () => {
  const first = cachedGlob("*.ts");
  assert(first === cachedGlob("*.ts"));
  assert(first !== cachedGlob("*.ts", "wildcard"));
});
