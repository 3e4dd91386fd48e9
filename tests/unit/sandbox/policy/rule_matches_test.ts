import { assertEquals } from "@std/assert";
import { matchesCommand, matchesPath } from "../../../../lib/sandbox/policy/rule_matches.ts";

const FOLDERS = { cwd: "/ws/sub", project: "/ws", home: "/home/me" };

Deno.test("matchesPath anchors specifiers at the file system, the home, the project or the working folder", () => {
  const cases: [specifier: string, path: string, expected: boolean][] = [
    ["//**", "/etc/passwd", true],
    ["//etc", "/etc/passwd", true],
    ["/**", "/ws/a", true],
    ["/**", "/other/a", false],
    ["/docs", "/ws/docs/a.md", true],
    ["/docs", "/ws/sub/docs/a.md", false],
    ["~/.ssh/**", "/home/me/.ssh/id", true],
    ["src/**", "/ws/sub/src", true],
    ["src/**", "/ws/src/a", false],
    ["../src", "/ws/src/a", true],
    ["*.md", "/ws/sub/a/b/c.md", true],
    ["docs/", "/ws/sub/a/docs/b", true],
    ["{src,lib/{a,b}}/**", "/ws/sub/lib/b/x", true],
    ["{src,lib/{a,b}}/**", "/ws/sub/lib/c/x", false],
  ];
  for (const [specifier, path, expected] of cases) {
    assertEquals([specifier, path, matchesPath(specifier, path, FOLDERS)], [specifier, path, expected]);
  }
});

Deno.test("matchesPath loses no alternative of braces with many products", () => {
  const specifier = `${"{a,b,c}".repeat(5)}.key`;
  for (const path of ["/ws/sub/aaaaa.key", "/ws/sub/ccccc.key", "/ws/sub/x/bacab.key"]) {
    assertEquals(matchesPath(specifier, path, FOLDERS), true);
  }
});

Deno.test("matchesPath takes the names of folders literally", () => {
  const folders = { ...FOLDERS, cwd: "/ws/[sub]{a,b}" };
  assertEquals(matchesPath("src/**", "/ws/[sub]{a,b}/src/x", folders), true);
  assertEquals(matchesPath("src/**", "/ws/sa/src/x", folders), false);
});

Deno.test("matchesCommand lets a star stand for words or, at the end, for none", () => {
  const cases: [specifier: string, line: string, expected: boolean][] = [
    ["git *", "git push origin a/b", true],
    ["git *", "git", true],
    ["git *", "gitk", false],
    ["git:*", "git push", true],
    ["npm run", "npm run build", true],
    ["npm run", "npm runx", false],
    ["git * main", "git push origin main", true],
    ["echo [a]", "echo a", false],
  ];
  for (const [specifier, line, expected] of cases) {
    assertEquals([specifier, line, matchesCommand(specifier, line)], [specifier, line, expected]);
  }
});
