import { assertEquals, assertThrows } from "@std/assert";
import { QwenError } from "../../../../lib/model/problem.ts";
import { attachRequestOf, isOpening, NO_ATTACH } from "../../../../lib/host/sessions/attach_request.ts";

Deno.test("attachRequestOf reads what an opening line asks for", () => {
  const line = {
    type: "auth",
    token: "t",
    dialect: "qwen",
    attach: "S1",
    from_seq: 7,
    role: "observer",
    name: "board",
  };
  const rest = { role: "observer", dialect: "qwen", name: "board", format: null } as const;
  assertEquals(attachRequestOf(line), { attach: "S1", fromSeq: 7, ...rest });
});

Deno.test("attachRequestOf ignores fields of a dialect", () => {
  assertEquals(attachRequestOf({ messages: [], role: "user", name: "x", dialect: "y" }), NO_ATTACH);
});

Deno.test("attachRequestOf refuses fields of the wrong kind", () => {
  const lines = [{ attach: 7 }, { attach: "S", from_seq: -1 }, { attach: "S", from_seq: 1.5 }, {
    type: "auth",
    role: "boss",
  }];
  for (const line of lines) assertThrows(() => attachRequestOf(line), QwenError);
});

Deno.test("isOpening distinguishes a line that only opens from one with content", () => {
  const lines = [{ type: "auth" }, { type: "attach" }, { attach: "S" }, { attach: "S", input: {} }, {
    type: "user_input",
    attach: "S",
  }];
  assertEquals(lines.map(isOpening), [true, true, true, false, false]);
});
