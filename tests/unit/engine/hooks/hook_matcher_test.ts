import { assertEquals } from "@std/assert";
import { readMatcher } from "../../../../lib/engine/hooks/hook_matcher.ts";

Deno.test("readMatcher takes nothing and a star for everything", () => {
  for (const matcher of [null, "", " ", "*"]) assertEquals(readMatcher(matcher).matches(["edit"]), true);
});

Deno.test("readMatcher takes a list for whole names", () => {
  const matcher = readMatcher("Edit|Write, glob");
  assertEquals(
    [["Edit"], ["Write"], ["glob"], ["NotebookEdit"], ["x", "Edit"]].map((names) => matcher.matches(names)),
    [true, true, true, false, true],
  );
});

Deno.test("readMatcher looks for a pattern in the name", () => {
  assertEquals(readMatcher("^run_shell_command$").matches(["run_shell_command"]), true);
  assertEquals(readMatcher("^mcp__").matches(["mcp__files__read"]), true);
  assertEquals(readMatcher("mcp__.*__write.*").matches(["mcp__files__read"]), false);
  assertEquals(readMatcher("(Edit|Write)").matches(["Write"]), true);
});

Deno.test("readMatcher lets a pattern that is broken or could hang match everything, and says so", () => {
  const names = ["a".repeat(200) + "!"];
  for (const source of ["(", "(a+)+$", "(?:a|a)*$", "a*a*a*a*a*$", "(a)\\1", `^${"a".repeat(300)}$`]) {
    const matcher = readMatcher(source);
    assertEquals([source, typeof matcher.problem, matcher.matches(names)], [source, "string", true]);
  }
});
