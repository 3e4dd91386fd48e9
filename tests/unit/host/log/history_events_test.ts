import { assertEquals, assertMatch } from "@std/assert";
import { HistoryEvents } from "../../../../lib/host/log/history_events.ts";
import type { Message } from "../../../../lib/model/content.ts";
import type { Event } from "../../../../lib/model/event.ts";
import { PlayedSession } from "../../../support/serve_stage.ts";

const { session } = new PlayedSession("S").about();

function added(message: Message): Extract<Event, { type: "message.added" }> {
  const head = { sessionId: "S", seq: 1, at: 5, cause: "c", agent: null };
  return { ...head, type: "message.added", message, origin: "history" };
}

Deno.test("HistoryEvents makes whole turns of saved messages, and marks them", () => {
  const history = new HistoryEvents();
  const call = {
    kind: "tool_call",
    callId: "t1",
    tool: "edit",
    input: { file_path: "/w/a.txt", old_string: "one\ntwo\n", new_string: "three\n" },
  } as const;
  const output = [{ kind: "text", text: "edited" }] as const;
  const events = [
    ...history.of(added({ id: "m1", role: "user", parts: [{ kind: "text", text: "change it" }] }), session),
    ...history.of(added({ id: "m2", role: "assistant", parts: [{ kind: "thinking", text: "hm" }, call] }), session),
    ...history.of(
      added({
        id: "m3",
        role: "tool",
        parts: [{ kind: "tool_result", callId: "t1", tool: "edit", output: [...output], isError: false }],
      }),
      session,
    ),
    ...history.of(added({ id: "m4", role: "assistant", parts: [{ kind: "text", text: "done" }] }), session),
    ...history.of(added({ id: "m5", role: "user", parts: [{ kind: "text", text: "next" }] }), session),
  ];
  assertEquals(events.map(({ type }) => type), [
    "turn.started",
    ...["message.started", "part.completed", "part.completed", "message.completed"],
    "tool.completed",
    ...["message.started", "part.completed", "message.completed"],
    "turn.completed",
    "turn.started",
  ]);
  assertEquals(events.every(({ isHistory, cause }) => isHistory === true && cause === null), true);
  const tool = events.find((event) => event.type === "tool.completed");
  const { display } = tool?.type === "tool.completed" ? tool : { display: null };
  assertMatch(display?.kind === "diff" ? display.diff : "", /^@@ -1,2 \+1,1 @@\n-one\n-two\n\+three\n$/);
  const end = events.find((event) => event.type === "turn.completed");
  assertEquals(end?.type === "turn.completed" ? [end.promptId, end.outcome] : null, [
    "m1",
    { kind: "done", text: "done", stop: { reason: "end", raw: null } },
  ]);
  assertEquals(history.end(events[0]).map(({ type }) => type), ["turn.completed"]);
  assertEquals(history.end(events[0]), []);
});

Deno.test("HistoryEvents shows no change of a file where the call failed", () => {
  const history = new HistoryEvents();
  const call = {
    kind: "tool_call",
    callId: "t1",
    tool: "write_file",
    input: { file_path: "/w/a", content: "x" },
  } as const;
  history.of(added({ id: "m2", role: "assistant", parts: [call] }), session);
  const result = { kind: "tool_result", callId: "t1", tool: "write_file", output: [], isError: true } as const;
  const [event] = history.of(added({ id: "m3", role: "tool", parts: [{ ...result, output: [] }] }), session);
  assertEquals(event.type === "tool.completed" ? event.display : "", null);
});

Deno.test("HistoryEvents shows the change that people saw, who answered, and who wrote the prompt", () => {
  const history = new HistoryEvents();
  const change = {
    file: "a.txt",
    isNew: false,
    diff: "@@ -9,3 +9,3 @@\n same\n-one\n+two\n same\n",
    added: 1,
    removed: 1,
  };
  const answered = { name: "Ann", decision: "approved" };
  const [begun] = history.of(added({ id: "m1", role: "user", parts: [], by: "Ben" }), session);
  assertEquals(begun.type === "turn.started" ? begun.by : "", "Ben");
  const input = { file_path: "/w/a.txt", old_string: "one", new_string: "two" };
  const call = { kind: "tool_call", callId: "t1", tool: "edit", input } as const;
  history.of(added({ id: "m2", role: "assistant", parts: [call] }), session);
  const shown = { change, answered };
  const result = { kind: "tool_result", callId: "t1", tool: "edit", output: [], isError: false, shown } as const;
  const [closed, ran] = history.of(added({ id: "m3", role: "tool", parts: [{ ...result, output: [] }] }), session);
  assertEquals(closed.type === "ask.closed" ? closed.answered : null, answered);
  assertEquals(ran.type === "tool.completed" ? ran.display : null, {
    ...{ kind: "diff", file: "a.txt", diff: change.diff, added: 1, removed: 1, original: "", modified: "" },
  });
});
