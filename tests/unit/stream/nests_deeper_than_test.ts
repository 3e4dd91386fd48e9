import { assertEquals } from "@std/assert";
import { nestsDeeperThan } from "../../../lib/stream/nests_deeper_than.ts";

Deno.test("nestsDeeperThan counts brackets outside strings only", () => {
  assertEquals(nestsDeeperThan("[".repeat(200) + "]".repeat(200), 200), false);
  assertEquals(nestsDeeperThan("[".repeat(201) + "]".repeat(201), 200), true);
  assertEquals(nestsDeeperThan(JSON.stringify({ text: '"\\' + "[".repeat(500) }), 200), false);
  assertEquals(nestsDeeperThan("[[]],".repeat(500), 200), false);
  assertEquals(nestsDeeperThan('"' + "[".repeat(500), 200), false);
});
