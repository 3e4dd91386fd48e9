import { assertEquals } from "@std/assert";
import { TASKS } from "../../lib/cli/eval/tasks.ts";
import { EDIT_PLAYS } from "./edit_plays.ts";
import { SEARCH_PLAYS } from "./search_plays.ts";
import { SHELL_PLAYS } from "./shell_plays.ts";

Deno.test("there are at least 30 tasks, and every one is played", () => {
  const plays = { ...EDIT_PLAYS, ...SEARCH_PLAYS, ...SHELL_PLAYS };
  assertEquals(TASKS.length >= 30, true);
  assertEquals(TASKS.map(({ name }) => name).toSorted(), Object.keys(plays).toSorted());
});
