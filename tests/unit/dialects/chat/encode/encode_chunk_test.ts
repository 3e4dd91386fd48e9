import { assertEquals } from "@std/assert";
import { chat } from "../../../../../lib/dialects/chat.ts";
import type { Annotation } from "../../../../../schemas/chat/out.gen.ts";
import { rebuildAnsi } from "../../../../support/ansi.ts";
import type { Event } from "../../../../../lib/model/event.ts";
import { problem } from "../../../../../lib/model/problem.ts";
import { event, open, reply, say, TOKENS, toolCompleted, turnCompleted, turnStarted } from "../../../../support/say.ts";

interface Chunk {
  choices: { index?: number; delta: Record<string, unknown>; finish_reason: string | null }[];
  usage?: object;
  metadata: Record<string, unknown>;
  [key: string]: unknown;
}

function encode(events: Event[], extras: Record<string, string> = {}): Chunk[] {
  return say(open(chat, { format: "stream-chunk-json", extras }), events).map((record) => record as Chunk);
}

/** What each chunk adds, without its frame. */
function deltas(chunks: Chunk[]): unknown[] {
  return chunks.map((chunk) =>
    !chunk.choices
      ? chunk.type
      : chunk.choices.length === 0
      ? { usage: true, event: chunk.metadata.event, subtype: chunk.metadata.subtype }
      : chunk.choices[0].finish_reason === null
      ? chunk.choices[0].delta
      : { ...chunk.choices[0].delta, finish: chunk.choices[0].finish_reason }
  );
}

const QUIET = { annotations: "none" };

Deno.test("chat chunks begin with the role and the receipt, and end with a reason and the usage", () => {
  const chunks = encode(
    [event(turnStarted()), ...reply([{ kind: "text", text: "Hi" }]), event(turnCompleted())],
    QUIET,
  );
  assertEquals(deltas(chunks), [
    { role: "assistant" },
    { content: "Hi" },
    { finish: "stop" },
    { usage: true, event: "summary", subtype: "success" },
  ]);
  assertEquals(chunks.map(({ metadata }) => metadata.seq), [1, 2, 3, 4]);
  assertEquals([chunks[0].metadata.event, chunks[0].metadata.output_format], ["init", "stream-chunk-json"]);
  assertEquals(chunks[1], {
    object: "chat.completion.chunk",
    id: "chatcmpl-SID",
    created: 0,
    model: "mock-model",
    choices: [{ index: 0, delta: { content: "Hi" }, finish_reason: null }],
    metadata: { session_id: "SID", prompt_id: "p1", seq: 2 },
  });
});

Deno.test("chat chunks count tool calls through the whole turn", () => {
  const call = (callId: string): { kind: "tool_call"; callId: string; tool: string; input: object } => ({
    kind: "tool_call",
    callId,
    tool: "read_file",
    input: {},
  });
  const chunks = encode([
    event(turnStarted()),
    ...reply([call("c1") as never, call("c2") as never]),
    ...reply([call("c3") as never]),
    event(turnCompleted()),
  ], QUIET);
  assertEquals(deltas(chunks).slice(1, -2), [
    { tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "read_file", arguments: "" } }] },
    { tool_calls: [{ index: 0, function: { arguments: "{}" } }] },
    { tool_calls: [{ index: 1, id: "c2", type: "function", function: { name: "read_file", arguments: "" } }] },
    { tool_calls: [{ index: 1, function: { arguments: "{}" } }] },
    { tool_calls: [{ index: 2, id: "c3", type: "function", function: { name: "read_file", arguments: "" } }] },
    { tool_calls: [{ index: 2, function: { arguments: "{}" } }] },
  ]);
});

Deno.test("chat chunks stream the arguments of a call as they come", () => {
  const part = { kind: "tool_call" as const, callId: "c1", tool: "edit", input: { a: 1 } };
  const chunks = encode([
    event(turnStarted()),
    event({ type: "message.started", messageId: "m1", model: "mock-model" }),
    event({ type: "part.started", messageId: "m1", index: 0, part: { ...part, input: "" } }),
    event({ type: "part.delta", messageId: "m1", index: 0, kind: "tool_call", delta: '{"a"' }),
    event({ type: "part.delta", messageId: "m1", index: 0, kind: "tool_call", delta: ":1}" }),
    event({ type: "part.completed", messageId: "m1", index: 0, part }),
  ], QUIET);
  assertEquals(deltas(chunks).slice(1), [
    { tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "edit", arguments: "" } }] },
    { tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] },
    { tool_calls: [{ index: 0, function: { arguments: ":1}" } }] },
  ]);
});

Deno.test("chat chunks send a message that came without increments", () => {
  const chunks = encode([
    event(turnStarted()),
    event({
      type: "message.completed",
      messageId: "m7",
      model: "mock-model",
      parts: [{ kind: "thinking", text: "Hm" }, { kind: "text", text: "Whole" }],
      usage: TOKENS,
      stop: { reason: "end", raw: null },
      interrupted: false,
    }),
  ], QUIET);
  assertEquals(deltas(chunks).slice(1), [{ reasoning_content: "Hm" }, { content: "Whole" }]);
});

Deno.test("chat chunks keep everything but the model's words out of the content", () => {
  const chunks = encode([
    event(turnStarted()),
    ...reply([{ kind: "thinking", text: "**Look** around" }, { kind: "text", text: "Hi" }]),
    event({ type: "tool.started", callId: "c1", tool: "run_shell_command", toolKind: "exec", input: {}, title: "ls" }),
    event({
      type: "tool.progress",
      callId: "c1",
      tool: "run_shell_command",
      progress: { kind: "output", text: "\u001b[32mok\u001b[0m", channel: "stdout" },
    }),
    toolCompleted("c1", { tool: "run_shell_command", toolKind: "exec" }),
    ...reply([{ kind: "text", text: "from a sub-agent" }], { agent: "c1" }),
    event({ type: "notice", level: "info", code: "x", text: "By the way" }),
    event(turnCompleted()),
  ]);
  assertEquals(chunks.map((chunk) => chunk.choices[0]?.delta.content).filter((text) => text !== undefined), ["Hi"]);
  const said = chunks.flatMap((chunk) => (chunk.choices[0]?.delta.annotations ?? []) as Record<string, unknown>[]);
  assertEquals(said.map(({ type, status, source, event }) => [type, status ?? source ?? event]), [
    ["x-qwen-thought", undefined],
    ["x-qwen-tool-display", "Executing"],
    ["x-qwen-tool-display", "Executing"],
    ["x-qwen-terminal", "tool"],
    ["x-qwen-tool-display", "Success"],
    ["x-qwen-terminal", "console"],
    ["x-qwen-session-event", "Finished"],
  ]);
});

Deno.test("chat chunks hand over terminal output from which a terminal rebuilds the bytes", () => {
  const pieces = ["\u001b[3", "2mgreen\u001b[", "0m plain", "\u001b[1mbold\u001b["];
  const chunks = encode([
    event(turnStarted()),
    ...pieces.map((text) =>
      event({
        type: "tool.progress",
        callId: "c1",
        tool: "run_shell_command",
        progress: { kind: "output", text, channel: "stdout" as const },
      })
    ),
    toolCompleted("c1", { tool: "run_shell_command", toolKind: "exec" }),
  ]);
  const terminals = chunks.flatMap((chunk) => (chunk.choices[0]?.delta.annotations ?? []) as Annotation[])
    .filter((annotation) => annotation.type === "x-qwen-terminal");
  assertEquals(terminals.map(rebuildAnsi).join(""), pieces.join(""));
});

Deno.test("chat chunks show a question as a call that waits, before the question itself", () => {
  const chunks = encode([
    event(turnStarted()),
    event({
      type: "ask.opened",
      askId: "a1",
      ask: {
        kind: "permission",
        callId: "c1",
        tool: "run_shell_command",
        toolKind: "exec",
        input: { command: "rm x" },
        access: [],
        confirmation: { kind: "exec", title: "Run rm", command: "rm x", root: "rm" },
        suggestions: [],
        reason: null,
      },
    }),
  ]);
  assertEquals(chunks[1].choices[0].delta.annotations, [{
    type: "x-qwen-tool-display",
    tool_call_id: "c1",
    tool_name: "run_shell_command",
    session_id: "SID",
    status: "Confirming",
    confirmation: { type: "exec", title: "Run rm", command: "rm x", root_command: "rm" },
    pending: false,
    log_scope: "tool",
    prompt_id: "p1",
    timestamp: 0,
  }]);
  assertEquals(chunks[2].type, "control_request");
});

Deno.test("chat chunks pause for the client's tools and name the role again afterwards", () => {
  const call = { kind: "tool_call" as const, callId: "c1", tool: "get_weather", input: {} };
  const chunks = encode([
    event(turnStarted()),
    ...reply([call]),
    event({ type: "turn.paused", turnId: "t1", calls: [call], usage: TOKENS }),
    ...reply([{ ...call, callId: "c2" }]),
    event(turnCompleted()),
  ], QUIET);
  assertEquals(deltas(chunks), [
    { role: "assistant" },
    { tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "get_weather", arguments: "" } }] },
    { tool_calls: [{ index: 0, function: { arguments: "{}" } }] },
    { finish: "tool_calls" },
    { usage: true, event: "pause", subtype: undefined },
    { role: "assistant" },
    { tool_calls: [{ index: 1, id: "c2", type: "function", function: { name: "get_weather", arguments: "" } }] },
    { tool_calls: [{ index: 1, function: { arguments: "{}" } }] },
    { finish: "stop" },
    { usage: true, event: "summary", subtype: "success" },
  ]);
});

Deno.test("chat chunks end a turn with the reason that fits its outcome", () => {
  const found = problem("provider_error", "No");
  const outcomes = [
    [{ kind: "done", text: "", stop: { reason: "length", raw: null } }, "length", "success"],
    [{ kind: "done", text: "", stop: { reason: "refusal", raw: null } }, "content_filter", "success"],
    [{ kind: "done", text: "", stop: { reason: "tool_calls", raw: null } }, "stop", "success"],
    [{ kind: "failed", problem: found, text: "" }, "stop", "error"],
    [{ kind: "limit", problem: found, text: "" }, "stop", "limit"],
    [{ kind: "interrupted", by: "client", during: "tools" }, "stop", "cancelled"],
  ] as const;
  for (const [outcome, finish, subtype] of outcomes) {
    const ends = deltas(encode([event(turnStarted()), event(turnCompleted({ outcome }))], QUIET)).slice(-2);
    const content = outcome.kind === "failed" ? { content: "No" } : {};
    assertEquals(ends, [{ ...content, finish }, { usage: true, event: "summary", subtype }]);
  }
});

Deno.test("chat chunks tell a fatal error as red text and as an error object", () => {
  const fatal = problem("config_invalid", "Configuration missing");
  const chunks = encode([event({ type: "session.ended", reason: "fatal", problem: fatal })]);
  assertEquals(chunks.map((chunk) => chunk.choices ? chunk.choices[0] : chunk), [
    {
      index: 0,
      delta: {
        content: "Configuration missing",
        annotations: [{
          type: "x-qwen-terminal",
          channel: "stderr",
          source: "system",
          text: "Configuration missing",
          spans: [{ start_index: 0, end_index: 21, style: { theme_token: "AccentRed", bold: false } }],
          ansi: [{ offset: 0, sequence: "\u001b[31m" }, { offset: 21, sequence: "\u001b[0m" }],
          exit_code: 52,
          log_scope: "system",
          timestamp: 0,
        }],
      },
      finish_reason: "error",
    },
    {
      error: {
        message: "Configuration missing",
        type: "invalid_request_error",
        param: null,
        code: "QWEN_CONFIG_INVALID",
      },
    },
  ] as never);
});
