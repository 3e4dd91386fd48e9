import { assertEquals } from "@std/assert";
import { chat } from "../../../../lib/dialects/chat.ts";
import type { Denial } from "../../../../lib/model/access.ts";
import type { Conversation } from "../../../../lib/model/dialect.ts";
import type { Event } from "../../../../lib/model/event.ts";
import { problem } from "../../../../lib/model/problem.ts";
import {
  event,
  open,
  reply,
  say,
  SESSION,
  TOKENS,
  toolCompleted,
  turnCompleted,
  turnStarted,
} from "../../../support/say.ts";

const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 30 },
  completion_tokens_details: { reasoning_tokens: 5 },
};
const FRAME = { object: "chat.completion", id: "chatcmpl-SID", created: 0, model: "mock-model" };
const STAMP = { prompt_id: "p1", timestamp: 0 };
const STARTED = event({ type: "session.started", session: SESSION });

function encode(events: Event[], extras: Record<string, string> = {}): (object | string)[] {
  return say(open(chat, { extras }), events, "chat/out");
}

function speak(conversation: Conversation, ...events: Event[]): (object | string)[] {
  return say(conversation, events, "chat/out");
}

function metadata(seq: number, extra: object = {}): object {
  return { session_id: "SID", prompt_id: "p1", seq, ...extra };
}

function display(status: string, extra: object = {}): object {
  return {
    type: "x-qwen-tool-display",
    tool_call_id: "c1",
    tool_name: "read_file",
    session_id: "SID",
    status,
    confirmation: null,
    pending: status === "Pending",
    log_scope: "tool",
    ...STAMP,
    ...extra,
  };
}

function sessionEvent(name: string, message: string, metrics?: object): object {
  const extra = metrics ? { metrics } : {};
  return { type: "x-qwen-session-event", event: name, message, ...extra, log_scope: "system", ...STAMP };
}

const FINISHED = sessionEvent("Finished", "The turn is finished.");
const SUMMARY = {
  event: "summary",
  subtype: "success",
  duration_ms: 718,
  duration_api_ms: 509,
  num_turns: 2,
  permission_denials: [],
};

const RECEIPT = {
  ...FRAME,
  choices: [{ index: 0, message: { role: "assistant", content: "" }, finish_reason: "stop" }],
  system_fingerprint: "qwen-0.24.4-p1",
  metadata: {
    session_id: "SID",
    prompt_id: null,
    seq: 1,
    event: "init",
    protocol_version: 1,
    input_format: "stream-json",
    output_format: "stream-json",
    capabilities: {
      chunks: true,
      annotations: true,
      control_channel: true,
      command_hints: true,
      commands: true,
      references: true,
      heartbeat: true,
      cancel: true,
      client_tools: true,
      tool_requests: true,
      parallel_sessions: true,
      messages: true,
      json_schema: true,
    },
    cwd: "/ws",
    tools: ["read_file", "write_file"],
    commands: ["clear", "bug"],
    approval_mode: "default",
    sandbox: { backend: "off", filesystem: false, network: false, processes: false, verified: false },
    limits: { max_input_line_bytes: 33_554_432, max_output_line_bytes: 1_000_000, max_depth: 200 },
    version: "0.24.4",
  },
};

Deno.test("chat writes receipt, assistant, tool and summary lines of a turn, with a dense seq", () => {
  const lines = encode([
    STARTED,
    event(turnStarted()),
    ...reply([
      { kind: "thinking", text: "**Analyzing repo** Listing tsconfig patterns..." },
      { kind: "text", text: "Looking." },
      { kind: "tool_call", callId: "c1", tool: "read_file", input: { path: "a.txt" } },
    ]),
    event({ type: "tool.started", callId: "c1", tool: "read_file", toolKind: "read", input: {}, title: "Read" }),
    toolCompleted("c1"),
    ...reply([{ kind: "text", text: "Wrote." }]),
    event(turnCompleted()),
  ]);
  assertEquals(lines, [
    RECEIPT,
    {
      ...FRAME,
      choices: [{
        index: 0,
        message: {
          role: "assistant",
          content: "Looking.",
          tool_calls: [{ id: "c1", type: "function", function: { name: "read_file", arguments: '{"path":"a.txt"}' } }],
          annotations: [
            {
              type: "x-qwen-thought",
              subject: "Analyzing repo",
              description: "Listing tsconfig patterns...",
              ...STAMP,
            },
            display("Pending"),
          ],
        },
        finish_reason: "tool_calls",
      }],
      usage: USAGE,
      metadata: metadata(2),
    },
    {
      ...FRAME,
      choices: [{
        index: 0,
        message: {
          role: "tool",
          tool_call_id: "c1",
          content: "alpha\nline2\n",
          annotations: [
            display("Success", {
              result_display: { kind: "string", text: "alpha\nline2\n", log_scope: "tool" },
            }),
          ],
        },
        finish_reason: "tool_calls",
      }],
      metadata: metadata(3),
    },
    {
      ...FRAME,
      choices: [{
        index: 0,
        message: { role: "assistant", content: "Wrote.", tool_calls: null },
        finish_reason: "stop",
      }],
      usage: USAGE,
      metadata: metadata(4),
    },
    {
      ...FRAME,
      choices: [{
        index: 0,
        message: { role: "assistant", content: "Wrote.", annotations: [FINISHED] },
        finish_reason: "stop",
      }],
      usage: USAGE,
      metadata: metadata(5, SUMMARY),
    },
  ]);
});

Deno.test("chat writes the receipt once, also when a session speaks first with a turn", () => {
  const lines = encode([event(turnStarted()), event(turnCompleted()), event(turnStarted()), event(turnCompleted())]);
  assertEquals(
    lines.map((line) => (line as { metadata: { event: string; seq: number } }).metadata).map((
      { event, seq },
    ) => [event, seq]),
    [["init", 1], ["summary", 2], ["summary", 3]],
  );
});

/** The summary line of a turn that ended in a certain way. */
function summaryOf(outcome: Parameters<typeof turnCompleted>[0], extras: Record<string, string> = {}): unknown {
  return encode([event(turnStarted()), event(turnCompleted(outcome))], extras).at(-1);
}

Deno.test("chat tells a failed turn as its summary and stays healthy", () => {
  const failure = problem("provider_error", "The model said no", { status: 400, hint: "Check the model." });
  assertEquals(summaryOf({ outcome: { kind: "failed", problem: failure, text: "" } }), {
    ...FRAME,
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content: "The model said no",
        annotations: [sessionEvent("Error", "The model said no")],
      },
      finish_reason: "stop",
    }],
    usage: USAGE,
    metadata: metadata(2, {
      ...SUMMARY,
      subtype: "error",
      error: {
        code: "provider_error",
        message: "The model said no",
        retryable: false,
        hint: "Check the model.",
        status: 400,
      },
    }),
  });
});

Deno.test("chat names the limit that ended a turn", () => {
  const cases = [
    ["turn_limit", "MaxSessionTurns"],
    ["budget.tokens", "SessionTokenLimitExceeded"],
    ["loop_detected", "LoopDetected"],
    ["budget.wall_time", "Error"],
  ] as const;
  for (const [code, name] of cases) {
    const line = summaryOf({ outcome: { kind: "limit", problem: problem(code, "Enough"), text: "so far" } }) as {
      choices: { message: { content: string; annotations: { event: string }[] } }[];
      metadata: { subtype: string };
    };
    assertEquals(
      [line.choices[0].message.annotations[0].event, line.choices[0].message.content, line.metadata.subtype],
      [name, "so far", "limit"],
    );
  }
});

Deno.test("chat says when an answer was cut by the token limit", () => {
  const line = summaryOf({ outcome: { kind: "done", text: "Once", stop: { reason: "length", raw: "length" } } });
  assertEquals((line as { choices: unknown[] }).choices, [{
    index: 0,
    message: {
      role: "assistant",
      content: "Once",
      annotations: [sessionEvent("MAX_TOKENS", "Response truncated due to token limits.")],
    },
    finish_reason: "length",
  }]);
});

Deno.test("chat announces a cancelled turn with a line of its own before the summary", () => {
  const lines = encode([
    event(turnStarted()),
    ...reply([{ kind: "text", text: "Half" }]),
    event(turnCompleted({ outcome: { kind: "interrupted", by: "client", during: "streaming" } })),
  ]);
  assertEquals(lines.slice(2), [
    {
      type: "x-qwen-session-event",
      session_id: "SID",
      prompt_id: "p1",
      event: "USER_CANCELLED",
      message: "User cancelled the request.",
    },
    {
      ...FRAME,
      choices: [{ index: 0, message: { role: "assistant", content: "Half" }, finish_reason: "stop" }],
      usage: USAGE,
      metadata: metadata(3, { ...SUMMARY, subtype: "cancelled" }),
    },
  ]);
});

Deno.test("chat marks the pause for tools that the client runs", () => {
  const call = { kind: "tool_call" as const, callId: "c9", tool: "get_weather", input: { city: "Oslo" } };
  const lines = encode([
    event(turnStarted()),
    event({ type: "turn.paused", turnId: "t1", calls: [call], usage: TOKENS }),
  ]);
  assertEquals(lines[1], {
    ...FRAME,
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c9", type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } }],
      },
      finish_reason: "tool_calls",
    }],
    usage: USAGE,
    metadata: metadata(2, { event: "pause" }),
  });
});

Deno.test("chat annotates shell output with its escape sequences and what undoes them", () => {
  const output = "\u001b[31mred\u001b[?25l";
  const [, line] = encode([
    event(turnStarted()),
    toolCompleted("c1", { tool: "run_shell_command", toolKind: "exec", output: [{ kind: "text", text: output }] }),
  ]) as { choices: { message: { annotations: object[] } }[] }[];
  assertEquals(line.choices[0].message.annotations, [
    display("Success", {
      tool_name: "run_shell_command",
      result_display: { kind: "string", text: output, log_scope: "tool" },
    }),
    {
      type: "x-qwen-terminal",
      channel: "stdout",
      source: "tool",
      text: "red",
      spans: [{ start_index: 0, end_index: 3, style: { theme_token: "AccentRed", bold: false } }],
      ansi: [{ offset: 0, sequence: "\u001b[31m" }, { offset: 3, sequence: "\u001b[?25l" }],
      tool_call_id: "c1",
      log_scope: "tool",
      ...STAMP,
    },
    { type: "x-qwen-ansi", value: "\u001b[?25h\u001b[0m", log_scope: "tool", ...STAMP },
  ]);
});

Deno.test("chat says nothing of a session that nobody spoke to, and introduces it with its first answer", () => {
  const beat = event({ type: "heartbeat", state: "idle", sinceMs: 1 });
  const refusal = event({ type: "rejected", problem: problem("protocol_error", "Bad") });
  const ended = event({ type: "session.ended", reason: "input_closed", problem: null });
  assertEquals(encode([STARTED, ended]), []);
  assertEquals(encode([STARTED, refusal, beat, beat]).map((line) => Object.keys(line)[0]), [
    "error",
    "object",
    "type",
    "type",
  ]);
});

Deno.test("chat marks calls that ended because the turn was cancelled", () => {
  const lines = encode([
    event(turnStarted()),
    event({ type: "reply", result: { kind: "interrupted", wasRunning: true, promptId: "p1", queued: [] } }),
    toolCompleted("c1", { isError: true }),
  ]) as { choices: { message: { annotations: { status: string }[] } }[] }[];
  assertEquals(lines.at(-1)?.choices[0].message.annotations[0].status, "Canceled");
});

Deno.test("chat tells refused and cancelled calls apart", () => {
  const denial: Denial = {
    callId: "c1",
    tool: "read_file",
    input: {},
    source: "rule",
    message: "Denied by a rule",
    hint: "Allow it.",
  };
  const statuses = (["rule", "cancel"] as const).map((source) => {
    const [, line] = encode([
      event(turnStarted()),
      toolCompleted("c1", { isError: true, denial: { ...denial, source } }),
    ]) as { choices: { message: { annotations: { status: string }[] } }[] }[];
    return line.choices[0].message.annotations[0].status;
  });
  assertEquals(statuses, ["Error", "Canceled"]);
});

Deno.test("chat carries notices, retries and compactions on the next line", () => {
  const lines = encode([
    event(turnStarted()),
    event({ type: "notice", level: "warning", code: "tool_slow", text: "Slow tool" }),
    event({
      type: "retry.scheduled",
      attempt: 1,
      maxAttempts: 5,
      delayMs: 200,
      problem: problem("provider_overloaded", "Busy"),
      discardedCalls: 0,
    }),
    event({ type: "history.compacted", trigger: "auto", tokensBefore: 12_000, tokensAfter: 8_000, durationMs: 9 }),
    event(turnCompleted()),
  ]);
  const last = lines.at(-1) as { choices: { message: { annotations: object[] } }[] };
  assertEquals(last.choices[0].message.annotations, [
    {
      type: "x-qwen-terminal",
      channel: "stderr",
      source: "console",
      text: "Slow tool",
      spans: [],
      ansi: [],
      console_level: "warn",
      log_scope: "tool",
      ...STAMP,
    },
    sessionEvent("Retry", "Trying again: Busy", { attempt: 1, max_attempts: 5, delay_ms: 200, discarded_calls: 0 }),
    sessionEvent("ChatCompressed", "The conversation was compressed to fit the model's context.", {
      original_tokens: 12_000,
      compressed_tokens: 8_000,
      duration_ms: 9,
    }),
    FINISHED,
  ]);
});

Deno.test("chat trims annotations to tools or to none", () => {
  const events = [
    event(turnStarted()),
    ...reply([{ kind: "thinking", text: "Hm." }, { kind: "text", text: "Hi." }]),
    toolCompleted("c1"),
    event(turnCompleted()),
  ];
  const counts = (["all", "tools", "none"] as const).map((annotations) =>
    encode(events, { annotations }).flatMap((line) => {
      const { message } = (line as { choices: { message: { annotations?: { type: string }[] } }[] }).choices[0];
      return message.annotations?.map(({ type }) => type) ?? [];
    })
  );
  assertEquals(counts, [
    ["x-qwen-thought", "x-qwen-tool-display", "x-qwen-session-event"],
    ["x-qwen-tool-display"],
    [],
  ]);
});

Deno.test("chat names the call of a sub-agent on its lines", () => {
  const lines = encode([event(turnStarted()), ...reply([{ kind: "text", text: "Sub" }], TOKENS, "call_a")]);
  assertEquals((lines[1] as { metadata: object }).metadata, metadata(2, { parent_tool_call_id: "call_a" }));
});

Deno.test("chat writes a fatal error as an error object, once", () => {
  const conversation = open(chat);
  const fatal = problem("no_auth", "No key is configured", { hint: "Set OPENAI_API_KEY." });
  const ended = event({ type: "session.ended", reason: "fatal", problem: fatal });
  assertEquals(speak(conversation, ended, ended), [{
    error: {
      message: "No key is configured. Set OPENAI_API_KEY.",
      type: "authentication_error",
      param: null,
      code: "QWEN_NO_AUTH",
    },
  }]);
});

Deno.test("chat keeps the seq of each session apart", () => {
  const lines = ["A", "B", "A", "B"].flatMap((sessionId) => [event(turnStarted(), { sessionId })]);
  const ended = ["B", "A"].map((sessionId) => event(turnCompleted(), { sessionId }));
  const seqs = encode([...lines, ...ended]).map((line) => (line as { id: string; metadata: { seq: number } }))
    .map(({ id, metadata }) => `${id} ${metadata.seq}`);
  assertEquals(seqs, ["chatcmpl-A 1", "chatcmpl-B 1", "chatcmpl-B 2", "chatcmpl-A 2"]);
});
