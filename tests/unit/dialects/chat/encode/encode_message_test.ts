import { assertEquals } from "@std/assert";
import { chat } from "../../../../../lib/dialects/chat.ts";
import { problem } from "../../../../../lib/model/problem.ts";
import { event, open, reply, TOKENS, toolCompleted, turnCompleted, turnStarted } from "../../../../support/say.ts";
import {
  display,
  encode,
  encodeAll,
  FINISHED,
  FRAME,
  metadata,
  RECEIPT,
  sessionEvent,
  STAMP,
  STARTED,
  SUMMARY,
  summaryOf,
  USAGE,
} from "../expected_lines.ts";

const TURN_LINES = [
  { ...RECEIPT, metadata: { ...RECEIPT.metadata, prompt_id: "p1" } },
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
          display("Executing"),
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
];

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
  assertEquals(lines, TURN_LINES);
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

Deno.test("chat writes a fatal error as an error object with the exit code, once", () => {
  const conversation = open(chat);
  const fatal = problem("no_auth", "No key is configured", { hint: "Set OPENAI_API_KEY." });
  const ended = event({ type: "session.ended", reason: "fatal", problem: fatal });
  const [{ annotations, ...line }, ...others] = encodeAll(conversation, ended, ended) as Record<string, unknown>[];
  assertEquals([line, others], [{
    error: {
      message: "No key is configured. Set OPENAI_API_KEY.",
      type: "authentication_error",
      param: null,
      code: "QWEN_NO_AUTH",
    },
  }, []]);
  const notes = annotations as Record<string, unknown>[];
  assertEquals(notes.map(({ type, source, exit_code }) => [type, source, exit_code]), [[
    "x-qwen-terminal",
    "system",
    1,
  ]]);
});

Deno.test("chat tells the exit code of a signal once, also where another session was opened in advance", () => {
  const ends = ["A", "SPARE"].map((sessionId) =>
    event({ type: "session.ended", reason: "signal", problem: problem("terminated", "SIGTERM") }, {
      sessionId,
    })
  );
  const used = [event(turnStarted(), { sessionId: "A" }), event(turnCompleted(), { sessionId: "A" })];
  const exits = (events: Parameters<typeof encode>[0]): number =>
    encode(events).filter((line) => JSON.stringify(line).includes('"exit_code":')).length;
  assertEquals([exits([...used, ...ends]), exits([...used, ...ends.toReversed()]), exits(ends)], [1, 1, 1]);
});

Deno.test("chat keeps the seq of each session apart", () => {
  const lines = ["A", "B", "A", "B"].flatMap((sessionId) => [event(turnStarted(), { sessionId })]);
  const ended = ["B", "A"].map((sessionId) => event(turnCompleted(), { sessionId }));
  const seqs = encode([...lines, ...ended]).map((line) => (line as { id: string; metadata: { seq: number } }))
    .map(({ id, metadata }) => `${id} ${metadata.seq}`);
  assertEquals(seqs, ["chatcmpl-A 1", "chatcmpl-B 1", "chatcmpl-B 2", "chatcmpl-A 2"]);
});
