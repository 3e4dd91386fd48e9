import { assert, assertEquals, assertThrows } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import { GlobPattern } from "../../../lib/tools/glob_pattern.ts";

Deno.test("GlobPattern matches stars, classes, braces and folders of any depth", () => {
  const cases: [string, string, boolean][] = [
    ["*.ts", "a.ts", true],
    ["*.ts", "src/a.ts", false],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "x/y/a.ts", true],
    ["src/**", "src/a/b", true],
    ["src/**/t/*.{ts,js}", "src/a/b/t/x.js", true],
    ["src/**/t/*.{ts,js}", "src/a/b/t/x.py", false],
    ["?[a-c][!x].txt", "zby.txt", true],
    ["?[a-c][!x].txt", "zbx.txt", false],
    ["./a.ts", "a.ts", true],
    [".*", ".env", true],
    ["a\\*b", "a*b", true],
    [`${"*a".repeat(30)}b`, "a".repeat(200), false],
    [`${"**/".repeat(30)}b`, `${"a/".repeat(200)}a`, false],
  ];
  for (const [pattern, path, expected] of cases) {
    assertEquals([pattern, path, new GlobPattern(pattern).matches(path)], [pattern, path, expected]);
  }
});

Deno.test("GlobPattern does not look at a pattern that would take long to read", () => {
  for (const pattern of ["{".padEnd(100_000, ","), "{a,".repeat(50_000), "*".repeat(1_001)]) {
    assertThrows(() => new GlobPattern(pattern), QwenError, "at most 1000");
  }
  const start = performance.now();
  for (const pattern of ["{".padEnd(1_000, ","), "{a,".repeat(333), "{a,b}".repeat(200), "*{,".repeat(333)]) {
    new GlobPattern(pattern).matches("a/b/c".repeat(200));
  }
  assert(performance.now() - start < 5_000);
});
