import { assertEquals } from "@std/assert";
import { mayObserve } from "../../../../lib/host/sessions/observer_commands.ts";
import type { CommandBody } from "../../../../lib/model/command.ts";

const reads = (body: CommandBody): boolean => mayObserve({ id: "c", sessionId: "S", ...body });

Deno.test("mayObserve lets an observer read and nothing else", () => {
  assertEquals(reads({ type: "list_sessions", cwd: null, cursor: null }), true);
  assertEquals(reads({ type: "join", fromSeq: null, logId: null }), true);
  assertEquals(reads({ type: "query", query: { subject: "export", format: "json" } }), true);
  assertEquals(reads({ type: "query", query: { subject: "rewind_prompt", promptId: "p" } }), false);
  assertEquals(reads({ type: "query", query: { subject: "rename", title: "t", sessionId: null } }), false);
  assertEquals(reads({ type: "interrupt", promptId: null }), false);
  assertEquals(reads({ type: "answer", askId: "a", answer: { kind: "allow" } }), false);
  assertEquals(reads({ type: "configure", changes: [] }), false);
});
