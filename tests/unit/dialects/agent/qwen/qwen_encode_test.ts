import { assert, assertEquals } from "@std/assert";
import { qwen } from "../../../../../lib/dialects/qwen.ts";
import type { Event } from "../../../../../lib/model/event.ts";
import { problem } from "../../../../../lib/model/problem.ts";
import { NO_USAGE } from "../../../../../lib/model/usage.ts";
import { event, gist, open, reply, say, toolCompleted, turnCompleted, turnStarted } from "../../../../support/say.ts";
import { assistant, encode, INIT, NONE, order, USAGE } from "./expected_records.ts";

Deno.test("qwen writes the records of a plain turn whole", () => {
  assertEquals(
    encode([
      event(turnStarted()),
      ...reply([{ kind: "text", text: "Hello from mock.", pieces: ["Hello ", "from mock."] }]),
      event(turnCompleted({ outcome: { kind: "done", text: "Hello from mock.", stop: { reason: "end", raw: null } } })),
    ]),
    [INIT, assistant("u1", [{ type: "text", text: "Hello from mock." }]), {
      type: "result",
      subtype: "success",
      uuid: "u2",
      session_id: "SID",
      is_error: false,
      duration_ms: 718,
      duration_api_ms: 509,
      num_turns: 2,
      result: "Hello from mock.",
      usage: USAGE,
      permission_denials: [],
    }],
  );
});

Deno.test("qwen keeps one kind of block per line, restarts the index and brackets each round", () => {
  const call = { kind: "tool_call" as const, callId: "call_1", tool: "read_file", input: { file_path: "/ws/a.txt" } };
  const records = encode([
    event(turnStarted()),
    ...reply([{ kind: "thinking", text: "I should read." }, { kind: "text", text: "Reading now. " }, call]),
    toolCompleted("call_1"),
    ...reply([{ kind: "text", text: "Read it.", pieces: ["Read ", "it."] }]),
    event(turnCompleted()),
  ], "partials");
  assertEquals(order(records), [
    "system init",
    "message_start",
    "content_block_start 0",
    "content_block_delta 0",
    "content_block_stop 0",
    "assistant thinking",
    "content_block_start 0",
    "content_block_delta 0",
    "content_block_stop 0",
    "assistant text",
    "content_block_start 0",
    "content_block_delta 0",
    "content_block_stop 0",
    "assistant tool_use",
    "message_stop",
    "user tool_result",
    "message_start",
    "content_block_start 0",
    "content_block_delta 0",
    "content_block_delta 0",
    "content_block_stop 0",
    "assistant text",
    "message_stop",
    "result success",
  ]);
  const usages = gist(records).flatMap((record) => {
    const { type, message } = record as { type: string; message: { usage: unknown } };
    return type === "assistant" ? [message.usage] : [];
  });
  assertEquals(usages, [NONE, NONE, USAGE, USAGE]);
  const started = records.find((record) => JSON.stringify(record).includes("message_start"));
  const first = records.find((record) => typeof record === "object" && "type" in record && record.type === "assistant");
  assertEquals(
    (started as { event: { message: { id: string } } }).event.message.id,
    (first as { uuid: string }).uuid,
  );
});

Deno.test("qwen streams the arguments of parallel calls whole and answers in the order of the request", () => {
  const call = (callId: string): Event => toolCompleted(callId, { output: [{ kind: "text", text: callId }] });
  const records = encode([
    ...reply([
      { kind: "tool_call", callId: "a", tool: "read_file", input: { n: 1 } },
      { kind: "tool_call", callId: "b", tool: "glob", input: { n: 2 } },
    ]),
    call("b"),
    call("a"),
  ], "partials");
  const message_id = "u1";
  assertEquals(
    gist(records).map((record) => {
      const { event, message } = record as { event?: unknown; message?: { content: unknown } };
      return event ?? message?.content;
    }),
    [
      { type: "message_start", message: { id: "u1", role: "assistant", model: "mock-model", content: [] } },
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "a", name: "read_file", input: {} },
        message_id,
      },
      {
        type: "content_block_delta",
        index: 0,
        delta: { type: "input_json_delta", partial_json: '{"n":1}' },
        message_id,
      },
      { type: "content_block_stop", index: 0, message_id },
      {
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "b", name: "glob", input: {} },
        message_id,
      },
      {
        type: "content_block_delta",
        index: 1,
        delta: { type: "input_json_delta", partial_json: '{"n":2}' },
        message_id,
      },
      { type: "content_block_stop", index: 1, message_id },
      [
        { type: "tool_use", id: "a", name: "read_file", input: { n: 1 } },
        { type: "tool_use", id: "b", name: "glob", input: { n: 2 } },
      ],
      { type: "message_stop", message_id },
      [{ type: "tool_result", tool_use_id: "a", is_error: false, content: "a" }],
      [{ type: "tool_result", tool_use_id: "b", is_error: false, content: "b" }],
    ],
  );
});

Deno.test("qwen lets the structured output overtake the calls that were skipped", () => {
  const records = encode([
    ...reply([
      { kind: "tool_call", callId: "call_r", tool: "read_file", input: {} },
      { kind: "tool_call", callId: "call_so", tool: "structured_output", input: { answer: "42" } },
    ]),
    toolCompleted("call_so", { tool: "structured_output" }),
    toolCompleted("call_r"),
    event(turnCompleted({
      outcome: { kind: "done", text: "", stop: { reason: "end", raw: null }, structured: { answer: "42" } },
    })),
  ]);
  const texts = JSON.stringify(records);
  assert(texts.indexOf('"tool_use_id":"call_so"') < texts.indexOf('"tool_use_id":"call_r"'));
  const last = records[records.length - 1] as Record<string, unknown>;
  assertEquals([last.result, last.structured_result], ['{"answer":"42"}', { answer: "42" }]);
});

Deno.test("qwen closes every bracket of a reply that was interrupted", () => {
  const conversation = open(qwen, { includePartials: true });
  const [request] = conversation.decode(
    '{"type":"control_request","request_id":"i1","request":{"subtype":"interrupt"}}',
  );
  const streamed = reply([{ kind: "text", text: "Start " }]).slice(0, 3);
  const result = { kind: "interrupted" as const, wasRunning: true, promptId: "p1", queued: [] };
  const records = say(conversation, [
    ...streamed,
    event({ type: "reply", result }, { cause: request.id }),
    event(turnCompleted({
      outcome: { kind: "interrupted", by: "client", during: "streaming" },
      total: NO_USAGE,
      rounds: 1,
      apiDurationMs: 0,
    })),
  ]);
  assertEquals(order(records), [
    "message_start",
    "content_block_start 0",
    "content_block_delta 0",
    "control_response",
    "content_block_stop 0",
    "assistant text",
    "message_stop",
    "result error_during_execution",
  ]);
  assertEquals(gist(records.slice(3, 4)), [{
    type: "control_response",
    response: { subtype: "success", request_id: "i1", response: { subtype: "interrupt" } },
  }]);
  assertEquals(gist(records.slice(-1)), [{
    type: "result",
    subtype: "error_during_execution",
    is_error: true,
    duration_ms: 718,
    duration_api_ms: 0,
    num_turns: 1,
    usage: { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0 },
    permission_denials: [],
    error: { message: "Operation cancelled.", code: "cancelled" },
  }]);
});

Deno.test("qwen tells of a sub-agent by its prompt, its calls and their results", () => {
  const agent = "call_a";
  const records = encode([
    event({
      type: "message.added",
      origin: "agent_prompt",
      message: { id: "m", role: "user", parts: [{ kind: "text", text: "SUBTASK" }] },
    }, { agent }),
    ...reply(
      [
        { kind: "text", text: "prose stays inside" },
        { kind: "tool_call", callId: "call_sub", tool: "read_file", input: { file_path: "/ws/a.txt" } },
      ],
      { agent },
    ),
    toolCompleted("call_sub", { agent }),
    toolCompleted("call_a", { tool: "agent", output: [{ kind: "text", text: "Sub result." }] }),
  ], "partials");
  assertEquals(order(records), [
    "user text",
    "content_block_start 0",
    "content_block_delta 0",
    "content_block_stop 0",
    "assistant tool_use",
    "user tool_result",
    "user tool_result",
  ]);
  const parents = records.map((record) => (record as { parent_tool_use_id: unknown }).parent_tool_use_id);
  assertEquals(parents, [agent, agent, agent, agent, agent, agent, null]);
  const line = gist(records)[4] as { message: { usage: unknown } };
  assertEquals(line.message.usage, NONE);
});

Deno.test("qwen closes an abandoned attempt before it tells of the retry", () => {
  const streamed = reply([{ kind: "text", text: "Half" }]).slice(0, 3);
  const retry = event({
    type: "retry.scheduled",
    attempt: 1,
    maxAttempts: 3,
    delayMs: 500,
    problem: problem("provider_stream_cut", "cut"),
    discardedCalls: 1,
  });
  const records = encode([...streamed, retry], "partials");
  assertEquals(order(records).slice(3), ["content_block_stop 0", "assistant text", "message_stop", "system retry"]);
  assertEquals((records[6] as { data: unknown }).data, {
    reason: "retry",
    attempt: 1,
    maxRetries: 3,
    delayMs: 500,
    discardedToolCalls: 1,
    preserveText: false,
  });
});
