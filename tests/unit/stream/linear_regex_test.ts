import { assert, assertEquals, assertThrows } from "@std/assert";
import { loadLinearRegex } from "../../../lib/stream/linear_regex.ts";

Deno.test("loadLinearRegex compiles patterns that match in linear time", async () => {
  const compile = await loadLinearRegex();
  assertEquals(compile("b+c").test("abbc"), true);
  assertEquals(compile("B").test("b"), false);
  assertEquals(compile("B", { ignoreCase: true }).test("b"), true);
  assertEquals(compile("^(a+)+$").test(`${"a".repeat(50_000)}!`), false);
  assert(compile("a{50}").size > compile("a").size);
});

Deno.test("loadLinearRegex refuses patterns that need backtracking", async () => {
  const compile = await loadLinearRegex();
  for (const pattern of ["(?=a)", "(a)\\1", "("]) assertThrows(() => compile(pattern), Error);
});
