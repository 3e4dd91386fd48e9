import { assertEquals, assertThrows } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import { isOpening, NO_WISH, wishOf } from "../../../lib/serve/wish.ts";

Deno.test("wishOf reads what an opening line asks for", () => {
  const line = {
    type: "auth",
    token: "t",
    dialect: "qwen",
    attach: "S1",
    from_seq: 7,
    role: "observer",
    name: "board",
  };
  assertEquals(wishOf(line), { attach: "S1", fromSeq: 7, role: "observer", dialect: "qwen", name: "board" });
});

Deno.test("wishOf takes nothing from the words of a dialect", () => {
  assertEquals(wishOf({ messages: [], role: "user", name: "x", dialect: "y" }), NO_WISH);
});

Deno.test("wishOf refuses what makes no sense", () => {
  const lines = [{ attach: 7 }, { attach: "S", from_seq: -1 }, { attach: "S", from_seq: 1.5 }, {
    type: "auth",
    role: "boss",
  }];
  for (const line of lines) assertThrows(() => wishOf(line), QwenError);
});

Deno.test("isOpening tells a line that only opens from one that says something", () => {
  const lines = [{ type: "auth" }, { type: "attach" }, { attach: "S" }, { attach: "S", input: {} }, {
    type: "user_input",
    attach: "S",
  }];
  assertEquals(lines.map(isOpening), [true, true, true, false, false]);
});
