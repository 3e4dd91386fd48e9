import { assert, assertEquals } from "@std/assert";
import { qwen } from "../../../lib/dialects/qwen.ts";
import type { Denial } from "../../../lib/model/access.ts";
import type { Event } from "../../../lib/model/event.ts";
import { problem } from "../../../lib/model/problem.ts";
import { NO_USAGE } from "../../../lib/model/usage.ts";
import { event, gist, hear, open, reply, say, toolCompleted, turnCompleted, turnStarted } from "../../support/say.ts";

const USAGE = { input_tokens: 100, output_tokens: 20, cache_read_input_tokens: 30, total_tokens: 120 };
const NONE = { input_tokens: 0, output_tokens: 0 };

function encode(events: Event[], partials: "partials" | "whole" = "whole"): (object | string)[] {
  return say(open(qwen, { includePartials: partials === "partials" }), events, "qwen/out");
}

/** A short name for each record, to see the order. */
function order(records: (object | string)[]): string[] {
  return gist(records).map((record) => {
    const { type, subtype, event, message } = record as Record<string, Record<string, unknown>>;
    if (event) return [event.type, event.index].filter((part) => part !== undefined).join(" ");
    const blocks = Array.isArray(message?.content) ? message.content.map((block) => block.type).join(",") : "";
    return [type, subtype, blocks].filter(Boolean).join(" ");
  });
}

const INIT = {
  type: "system",
  subtype: "init",
  uuid: "SID",
  session_id: "SID",
  cwd: "/ws",
  tools: ["read_file", "write_file"],
  mcp_servers: [],
  model: "mock-model",
  permission_mode: "default",
  slash_commands: ["bug", "clear"],
  qwen_code_version: "0.24.4",
  agents: ["general-purpose"],
};

function assistant(id: string, content: object[], usage: object = USAGE, parent: string | null = null): object {
  const isCalls = content.every((block) => "type" in block && block.type === "tool_use");
  return {
    type: "assistant",
    uuid: id,
    session_id: "SID",
    parent_tool_use_id: parent,
    message: {
      id,
      type: "message",
      role: "assistant",
      model: "mock-model",
      content,
      stop_reason: isCalls ? "tool_use" : null,
      usage,
    },
  };
}

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
      },
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"n":1}' } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { type: "tool_use", id: "b", name: "glob", input: {} } },
      { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"n":2}' } },
      { type: "content_block_stop", index: 1 },
      [
        { type: "tool_use", id: "a", name: "read_file", input: { n: 1 } },
        { type: "tool_use", id: "b", name: "glob", input: { n: 2 } },
      ],
      { type: "message_stop" },
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

Deno.test("qwen closes every bracket of a reply that was interrupted", async () => {
  const conversation = open(qwen, { includePartials: true });
  const [request] = await conversation.decode(
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
  ], "qwen/out");
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
      undefined,
      agent,
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

Deno.test("qwen writes the json format as one array with one result and statistics", () => {
  const conversation = open(qwen, { format: "json", includePartials: true });
  const records = say(conversation, [
    event(turnStarted()),
    ...reply([{ kind: "text", text: "Hi" }]),
    event(turnCompleted({
      stats: {
        models: { "mock-model": { requests: 1, errors: 0, latencyMs: 368, usage: { ...NO_USAGE, inputTokens: 100 } } },
        tools: { glob: { calls: 2, failures: 1, durationMs: 3 } },
        decisions: { accept: 1, reject: 0, modify: 0, autoAccept: 2 },
        linesAdded: 3,
        linesRemoved: 1,
      },
    })),
    event({ type: "session.ended", reason: "done", problem: null }),
  ], "qwen/out");
  assertEquals(records.length, 1);
  const [lines] = records as object[][];
  assertEquals(order(lines), ["system init", "assistant text", "result success"]);
  const share = {
    api: { totalRequests: 1, totalErrors: 0, totalLatencyMs: 368 },
    tokens: { prompt: 100, candidates: 0, total: 0, cached: 0, thoughts: 0 },
  };
  assertEquals((lines[2] as { stats: unknown }).stats, {
    models: { "mock-model": { ...share, bySource: { main: share } } },
    tools: {
      totalCalls: 2,
      totalSuccess: 1,
      totalFail: 1,
      totalDurationMs: 3,
      totalDecisions: { accept: 1, reject: 0, modify: 0, auto_accept: 2 },
      byName: { glob: { count: 2, success: 1, fail: 1, durationMs: 3 } },
    },
    files: { totalLinesAdded: 3, totalLinesRemoved: 1 },
  });
});

Deno.test("qwen writes a result for a run that failed before its first turn", () => {
  const ended = event({ type: "session.ended", reason: "fatal", problem: problem("no_auth", "No key.") });
  const expected = {
    type: "result",
    subtype: "error_during_execution",
    is_error: true,
    duration_ms: 0,
    duration_api_ms: 0,
    num_turns: 0,
    usage: NONE,
    permission_denials: [],
    error: { message: "No key.", code: "no_auth" },
  };
  assertEquals(gist(encode([ended])), [expected]);
  assertEquals(gist(say(open(qwen, { format: "json" }), [ended], "qwen/out")), [[expected]]);
  assertEquals(order(encode([event(turnCompleted()), ended])), ["result success"]);
});

Deno.test("qwen writes a result for a prompt that is refused before its turn", () => {
  const conversation = open(qwen);
  const [prompt] = hear(conversation, '{"type":"user","message":{"role":"user","content":"hi"}}');
  const refused = { type: "rejected" as const, problem: problem("input_error", "Too many prompts wait.") };
  const records = say(conversation, [event(refused, { cause: prompt.id })], "qwen/out");
  assertEquals(order(records), ["result error_during_execution"]);
  assertEquals((records[0] as { error: unknown }).error, { message: "Too many prompts wait.", code: "input_error" });
});

Deno.test("qwen tells a provider's failure as text and as the error of the result", () => {
  const failed = { kind: "failed" as const, problem: problem("provider_error", "400 bad request here"), text: "" };
  const records = gist(encode([event(turnStarted()), event(turnCompleted({ outcome: failed }))]));
  const [, line, result] = records as [unknown, { message: { content: unknown } }, { error: unknown }];
  assertEquals(line.message.content, [{ type: "text", text: "[API Error: 400 bad request here]" }]);
  assertEquals(result.error, { message: "[API Error: 400 bad request here]", code: "provider_error" });
});

Deno.test("qwen writes a result for limits and for commands that need no model", () => {
  const limit = { kind: "limit" as const, problem: problem("turn_limit", "Reached max session turns."), text: "" };
  const [reached] = gist(encode([event(turnCompleted({ outcome: limit }))])) as { error: unknown }[];
  assertEquals(reached.error, { message: "Reached max session turns.", code: "turn_limit" });
  const command = { kind: "command" as const, text: "Cleared.", isError: false };
  assertEquals(order(encode([event(turnCompleted({ outcome: command }))])), ["assistant text", "result success"]);
  const refused = { kind: "command" as const, text: "Unknown command.", isError: true };
  const [, result] = gist(encode([event(turnCompleted({ outcome: refused }))])) as { error: unknown }[];
  assertEquals(result.error, { message: "Unknown command.", code: "command_failed" });
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

Deno.test("qwen words each refusal as hosts expect it", () => {
  const denied = (source: Denial["source"], over: Partial<Denial> = {}): unknown => {
    const denial = { callId: "c", tool: "write_file", input: {}, source, message: "no", hint: "Leave it.", ...over };
    const [record] = encode([toolCompleted("c", { denial, isError: true })]);
    return (record as { message: { content: { content: string }[] } }).message.content[0].content;
  };
  assertEquals({
    host: denied("host"),
    timeout: denied("timeout"),
    closed: denied("input-closed"),
    cancel: denied("cancel"),
    budget: denied("budget"),
    nobody: denied("nobody-to-ask"),
    rule: denied("rule", { rule: "edit" }),
    specific: denied("rule", { rule: "Edit(/etc/**)" }),
    plan: denied("mode"),
    hook: denied("hook", { message: "A hook said no." }),
  }, {
    host: "[Operation Cancelled] Reason: no",
    timeout: "[Operation Cancelled] Reason: Error: Control request timeout",
    closed: "[Operation Cancelled] Reason: Error: Input closed",
    cancel: "[Operation Cancelled] Reason: Error: Request aborted",
    budget: "[Operation Cancelled] Reason: Tool call cancelled before execution.",
    nobody: 'Qwen Code requires permission to use "write_file", but that permission was declined ' +
      "(non-interactive mode cannot prompt for confirmation).",
    rule: 'Qwen Code requires permission to use "write_file", but that permission was declined. ' +
      'Matching deny rule: "edit".',
    specific: 'This "write_file" invocation was denied by permission rules. Matching deny rule: "Edit(/etc/**)". ' +
      "Other uses of this tool are still permitted.",
    plan: 'Tool blocked by plan mode: "write_file" is not a read-only tool. Leave it.',
    hook: "A hook said no.",
  });
});

Deno.test("qwen shows a result as a person reads it and bounds it", () => {
  const content = (over: Parameters<typeof toolCompleted>[1]): string => {
    const [record] = encode([toolCompleted("c", over)]);
    return (record as { message: { content: { content: string }[] } }).message.content[0].content;
  };
  const output = [{ kind: "text" as const, text: "for the model" }];
  assertEquals(
    content({ output, display: { kind: "text", text: "Found 2 matching file(s)" } }),
    "Found 2 matching file(s)",
  );
  assertEquals(content({ output, display: { kind: "text", text: " " } }), "for the model");
  assertEquals(content({ output, isError: true, display: { kind: "text", text: "shown" } }), "for the model");
  assertEquals(content({ output: [] }), undefined);
  const long = content({ output: [{ kind: "text", text: "head\n" + "é\n".repeat(2_000_000) + "tail" }] });
  const bytes = new TextEncoder().encode(JSON.stringify(long)).length;
  assert(bytes <= 60_000 && bytes > 59_980, `${bytes} bytes`);
  assert(long.startsWith("head\n") && long.endsWith("tail"));
  assert(long.includes("\n[... truncated for Headless transport ...]\n"));
});

Deno.test("qwen tells of background tasks, progress and a fallback model", () => {
  const taskUsage = { totalTokens: 120, toolUses: 0, durationMs: 341 };
  const head = { taskId: "general-purpose-call_a", callId: "call_a" };
  const records = encode([
    event({ type: "task.started", ...head, agentName: "general-purpose", description: "do sub" }),
    event({ type: "task.completed", ...head, status: "completed", summary: "done", usage: taskUsage }),
    event({ type: "model.changed", from: "a", to: "b", problem: problem("provider_overloaded", "x", { status: 503 }) }),
    event({
      type: "tool.progress",
      callId: "c",
      tool: "run_shell_command",
      progress: { kind: "status", elapsedMs: 10_000, totalBytes: 5, totalLines: 1 },
    }),
    event({ type: "notice", level: "info", code: "x", text: "not for this client" }),
  ], "partials");
  assertEquals(gist(records), [
    {
      type: "system",
      subtype: "task_started",
      parent_tool_use_id: null,
      data: {
        task_id: "general-purpose-call_a",
        tool_use_id: "call_a",
        description: "do sub",
        subagent_type: "general-purpose",
      },
    },
    {
      type: "system",
      subtype: "task_notification",
      parent_tool_use_id: null,
      data: {
        task_id: "general-purpose-call_a",
        tool_use_id: "call_a",
        status: "completed",
        usage: { total_tokens: 120, tool_uses: 0, duration_ms: 341 },
      },
    },
    {
      type: "system",
      subtype: "model_fallback",
      parent_tool_use_id: null,
      data: { fromModel: "a", toModel: "b", statusCode: 503, fallbackIndex: 0 },
    },
    {
      type: "stream_event",
      parent_tool_use_id: null,
      event: {
        type: "tool_progress",
        tool_use_id: "c",
        content: { type: "shell_progress", elapsedMs: 10_000, totalLines: 1, totalBytes: 5 },
      },
    },
  ]);
});
