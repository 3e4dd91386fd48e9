import { assertEquals } from "@std/assert";
import { state } from "../../../lib/dialects/state.ts";
import type { Event, EventBody } from "../../../lib/model/event.ts";
import {
  event,
  hear,
  open,
  type OpenConversation,
  reply,
  say,
  SESSION,
  toolCompleted,
  turnCompleted,
  turnStarted,
} from "../../support/say.ts";

const LIMITS = { max_input_line_bytes: 33554432, max_output_line_bytes: 1000000, max_depth: 200 };

const PERMISSION: EventBody = {
  type: "ask.opened",
  askId: "a1",
  ask: {
    kind: "permission",
    callId: "c1",
    tool: "run_shell_command",
    toolKind: "exec",
    input: { command: "ls" },
    access: [],
    confirmation: { kind: "exec", title: "Run a command", command: "ls", root: "ls" },
    suggestions: [],
    reason: null,
  },
};

/** Numbers events as a session does. */
function numbered(events: (Event | EventBody)[]): Event[] {
  return events.map((one, index) => ({ ...event(one), seq: index + 1, at: 1000 + index }));
}

function told(conversation: OpenConversation, events: (Event | EventBody)[]): (object | string)[] {
  return say(conversation, numbered(events));
}

Deno.test("state opens with init and an idle status", () => {
  assertEquals(told(open(state), [{ type: "session.started", session: SESSION }]), [
    {
      type: "init",
      version: "0.24.4",
      workspaceRoot: "/ws",
      model: "mock-model",
      session_id: "SID",
      protocol: "state",
      limits: LIMITS,
    },
    { type: "status", state: "idle" },
  ]);
});

Deno.test("state tells a turn: the prompt, increments, the whole text once, stats, idle", () => {
  const events = [turnStarted(), ...reply([{ kind: "text", text: "Hello", pieces: ["Hel", "lo"] }]), turnCompleted()];
  assertEquals(told(open(state), events), [
    { type: "conversation", role: "user", content: "go", id: 4, isStreaming: false, timestamp: 1000 },
    { type: "status", state: "responding" },
    { type: "conversation", role: "assistant", content: "Hel", id: 8, isStreaming: true, timestamp: 1003 },
    { type: "conversation", role: "assistant", content: "lo", id: 8, isStreaming: true, timestamp: 1004 },
    { type: "conversation", role: "assistant", content: "Hello", id: 8, isStreaming: false, timestamp: 1006 },
    { type: "completion_stats", duration: "0.7s", prompt_tokens: 100, completion_tokens: 20 },
    { type: "status", state: "idle" },
  ]);
});

Deno.test("state sends a tool group again with the same id at each change of status", () => {
  const call = {
    kind: "tool_call",
    callId: "c1",
    tool: "run_shell_command",
    input: { command: "ls" },
  } as const;
  const records = told(open(state), [
    turnStarted(),
    ...reply([call]),
    PERMISSION,
    { type: "ask.closed", askId: "a1", by: "client" },
    { type: "tool.started", callId: "c1", tool: call.tool, toolKind: "exec", input: call.input, title: "ls" },
    toolCompleted("c1", { tool: call.tool, toolKind: "exec", input: call.input }),
    turnCompleted(),
  ]);
  const tool = { type: "tool_call", tool_id: "c1", tool_name: call.tool, args: { command: "ls" } };
  const asked = { message: "Run a command\nls", requires_approval: true };
  assertEquals(records.slice(2, -2), [
    { type: "tool_group", id: 21, tools: [{ ...tool, status: "pending" }] },
    { type: "tool_group", id: 21, tools: [{ ...tool, status: "confirming", confirmation_details: asked }] },
    { type: "status", state: "waiting_for_confirmation" },
    { type: "status", state: "responding" },
    { type: "tool_group", id: 21, tools: [{ ...tool, status: "executing" }] },
    { type: "tool_group", id: 21, tools: [{ ...tool, status: "success", result: "alpha\nline2\n" }] },
  ]);
});

Deno.test("state cancels the tools of a turn that was interrupted", () => {
  const call = { kind: "tool_call", callId: "c1", tool: "read_file", input: { path: "a" } } as const;
  const outcome = { kind: "interrupted", by: "client", during: "tools" } as const;
  const records = told(open(state), [turnStarted(), ...reply([call]), turnCompleted({ outcome })]);
  assertEquals(records.slice(3), [
    {
      type: "tool_group",
      id: 21,
      tools: [{ type: "tool_call", tool_id: "c1", tool_name: "read_file", args: { path: "a" }, status: "canceled" }],
    },
    { type: "info", message: "The turn was interrupted.", id: 26, code: "interrupted" },
    { type: "completion_stats", duration: "0.7s", prompt_tokens: 100, completion_tokens: 20 },
    { type: "status", state: "idle" },
  ]);
});

Deno.test("state tells a failed turn as an error with its code", () => {
  const problem = { code: "provider_error", message: "No.", retryable: false } as const;
  const records = told(open(state), [turnStarted(), turnCompleted({ outcome: { kind: "failed", problem, text: "" } })]);
  assertEquals(records[2], { type: "error", message: "No.", id: 10, code: "provider_error" });
});

Deno.test("state reads prompts, approvals, interrupts and switches of the model", () => {
  const conversation = open(state);
  told(conversation, [turnStarted(), PERMISSION]);
  const lines = [
    '{"type":"user_input","content":"hello","extra":1}',
    "",
    '{"type":"tool_approval","tool_id":"c1","approved":true}',
    '{"type":"interrupt"}',
    '{"type":"model_switch","model_id":"other"}',
  ];
  assertEquals(lines.flatMap((line) => hear(conversation, line)), [
    {
      id: "u1",
      sessionId: null,
      type: "prompt",
      content: [{ kind: "text", text: "hello" }],
      promptId: null,
      messageId: null,
      options: {},
    },
    { id: "u2", sessionId: "SID", type: "answer", askId: "a1", answer: { kind: "allow" } },
    { id: "u3", sessionId: null, type: "interrupt", promptId: null },
    { id: "u4", sessionId: null, type: "configure", changes: [{ key: "model", value: "other" }] },
  ]);
});

Deno.test("state takes one answer for each question", () => {
  const conversation = open(state);
  told(conversation, [PERMISSION]);
  const line = '{"type":"tool_approval","tool_id":"c1","approved":false}';
  assertEquals([...hear(conversation, line), ...hear(conversation, line)].map((command) => command.type), [
    "answer",
    "invalid",
  ]);
});

Deno.test("state takes no answer to a question that was settled otherwise", () => {
  const conversation = open(state);
  told(conversation, [PERMISSION, { type: "ask.closed", askId: "a1", by: "timeout" }]);
  const [command] = hear(conversation, '{"type":"tool_approval","tool_id":"c1","approved":true}');
  assertEquals(command.type, "invalid");
});

Deno.test("state shows two clients of one session the same ids, also to one that comes later", () => {
  const events = numbered([
    { type: "session.started", session: SESSION },
    turnStarted(),
    ...reply([{ kind: "text", text: "Hello" }]),
  ]);
  const late = say(open(state), events.slice(1));
  assertEquals(say(open(state), events).slice(2), late);
});

Deno.test("state says what it is doing as its sign of life", () => {
  const beat: EventBody = { type: "heartbeat", state: "streaming", sinceMs: 5 };
  assertEquals(told(open(state), [beat, turnStarted(), beat]).filter((record) => "state" in (record as object)), [
    { type: "status", state: "idle" },
    { type: "status", state: "responding" },
    { type: "status", state: "responding" },
  ]);
});

Deno.test("state says nothing of callbacks that only a host can answer", () => {
  const ask = { kind: "mcp", server: "s", message: {} } as const;
  assertEquals(told(open(state), [{ type: "ask.opened", askId: "a1", ask }]), []);
});
