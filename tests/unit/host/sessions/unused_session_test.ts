import { assertEquals } from "@std/assert";
import { replyOfUnused } from "../../../../lib/host/sessions/unused_session.ts";
import type { Command } from "../../../../lib/model/command.ts";

const HEAD = { id: "c1", sessionId: null };

Deno.test("a session that does not exist yet is idle, and nothing runs in it that could be interrupted", () => {
  assertEquals(replyOfUnused({ ...HEAD, type: "heartbeat", promptId: "p1" }), {
    kind: "heartbeat",
    promptId: "p1",
    state: "idle",
    sinceMs: 0,
  });
  assertEquals(replyOfUnused({ ...HEAD, type: "interrupt", promptId: "p1" }), {
    kind: "interrupted",
    wasRunning: false,
    promptId: null,
    queued: [],
  });
});

Deno.test("every other command needs a session", () => {
  const options = {};
  const others: Command[] = [
    { ...HEAD, type: "prompt", content: [], promptId: null, messageId: null, options },
    { ...HEAD, type: "answer", askId: "a1", answer: { kind: "allow" } },
    { ...HEAD, type: "withdraw", commandId: null },
    { ...HEAD, type: "configure", changes: [] },
  ];
  for (const command of others) assertEquals([command.type, replyOfUnused(command)], [command.type, null]);
});
