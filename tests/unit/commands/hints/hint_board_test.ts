import { assertEquals } from "@std/assert";
import { HintBoard } from "../../../../lib/commands/hints/hint_board.ts";

Deno.test("HintBoard replaces only hints of the same session and prompt", () => {
  const board = new HintBoard();
  const first = board.open("s1", "p");
  const otherPrompt = board.open("s1", "q");
  const otherSession = board.open("s2", "p");
  const second = board.open("s1", "p");
  first.close();
  assertEquals([first, otherPrompt, otherSession, second].map(({ signal }) => signal.aborted), [
    true,
    false,
    false,
    false,
  ]);
  assertEquals(board.cancel("s1", null), true);
  assertEquals([otherPrompt, otherSession, second].map(({ signal }) => signal.aborted), [true, false, true]);
  assertEquals(board.cancel("s1", "p"), false);
  otherSession.close();
  assertEquals(board.cancel("s2", null), false);
});
