import { assertEquals } from "@std/assert";
import { claude } from "../../../../../lib/dialects/claude.ts";
import type { DialectOptions } from "../../../../../lib/model/ports/dialect.ts";
import type { Event, Outcome } from "../../../../../lib/model/event.ts";
import { problem } from "../../../../../lib/model/problem.ts";
import {
  event,
  gist,
  open,
  reply,
  say,
  TOKENS,
  toolCompleted,
  turnCompleted,
  turnStarted,
} from "../../../../support/say.ts";

const USAGE = { input_tokens: 70, output_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 30 };
const NONE = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

function encode(events: Event[], over: Partial<DialectOptions> = {}): (object | string)[] {
  return say(open(claude, over), events);
}

function message(content: object[], usage: object): object {
  const head = { id: "m1", type: "message", role: "assistant", model: "mock-model" };
  return { ...head, content, stop_reason: null, stop_sequence: null, usage };
}

function assistant(content: object, usage: object = NONE): object {
  return { type: "assistant", parent_tool_use_id: null, message: message([content], usage) };
}

const streamed = (body: object): object => ({ type: "stream_event", parent_tool_use_id: null, event: body });

Deno.test("claude writes a line for each block with the reply's id, and a running index", () => {
  const records = encode([
    ...reply([
      { kind: "thinking", text: "hm" },
      { kind: "text", text: "hi" },
      { kind: "tool_call", callId: "t1", tool: "run_shell_command", input: { command: "ls", is_background: true } },
      { kind: "tool_call", callId: "t2", tool: "read_file", input: { file_path: "/a", offset: 4 } },
    ]),
  ], { includePartials: true });
  const bash = { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls", run_in_background: true } };
  const read = { type: "tool_use", id: "t2", name: "Read", input: { file_path: "/a", offset: 4 } };
  const start = (index: number, content_block: object): object =>
    streamed({ type: "content_block_start", index, content_block });
  const delta = (index: number, body: object): object => streamed({ type: "content_block_delta", index, delta: body });
  const stop = (index: number): object => streamed({ type: "content_block_stop", index });
  assertEquals(gist(records), [
    streamed({ type: "message_start", message: message([], NONE) }),
    start(0, { type: "thinking", thinking: "", signature: "" }),
    delta(0, { type: "thinking_delta", thinking: "hm" }),
    stop(0),
    assistant({ type: "thinking", thinking: "hm", signature: "" }),
    start(1, { type: "text", text: "" }),
    delta(1, { type: "text_delta", text: "hi" }),
    stop(1),
    assistant({ type: "text", text: "hi" }),
    start(2, { ...bash, input: {} }),
    delta(2, { type: "input_json_delta", partial_json: JSON.stringify(bash.input) }),
    stop(2),
    assistant(bash),
    start(3, { ...read, input: {} }),
    delta(3, { type: "input_json_delta", partial_json: JSON.stringify(read.input) }),
    stop(3),
    assistant(read, USAGE),
    streamed({ type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: USAGE }),
    streamed({ type: "message_stop" }),
  ]);
});

Deno.test("claude opens a turn with its own names, states and replays where they were asked for", () => {
  const records = encode([event(turnStarted({ mode: "auto-edit" }))], {
    extras: { sessionStateEvents: true, replayUserMessages: true },
  });
  assertEquals(gist(records), [
    { type: "system", subtype: "session_state_changed", state: "running" },
    {
      type: "system",
      subtype: "init",
      cwd: "/ws",
      tools: ["Read", "Write"],
      mcp_servers: [],
      model: "mock-model",
      permissionMode: "acceptEdits",
      slash_commands: ["clear", "bug"],
      apiKeySource: "none",
      claude_code_version: "2.1.325",
      output_style: "default",
      agents: ["general-purpose"],
      skills: [],
      plugins: [],
      capabilities: [
        "interrupt_receipt_v1",
        "interrupt_cancel_queued_v1",
        "mcp_read_resource_v1",
        "mcp_call_result_not_for_model_v1",
        "mcp_call_check_permissions_v1",
      ],
    },
    {
      type: "user",
      parent_tool_use_id: null,
      message: { role: "user", content: [{ type: "text", text: "go" }] },
      isReplay: true,
    },
  ]);
});

function result(outcome: Outcome): Record<string, unknown> {
  const records = gist(encode([event(turnCompleted({ outcome }))])) as Record<string, unknown>[];
  return records[records.length - 1];
}
function pick(outcome: Outcome): unknown {
  const { subtype, is_error, result: text, errors, terminal_reason, stop_reason, structured_output } = result(
    outcome,
  );
  return JSON.parse(
    JSON.stringify({ subtype, is_error, text, errors, terminal_reason, stop_reason, structured_output }),
  );
}

const END = { reason: "end" as const, raw: null };

Deno.test("claude writes the result of a turn whole", () => {
  assertEquals(result({ kind: "done", text: "hi", stop: END }), {
    type: "result",
    subtype: "success",
    is_error: false,
    duration_ms: 718,
    duration_api_ms: 509,
    num_turns: 2,
    result: "hi",
    stop_reason: "end_turn",
    total_cost_usd: 0,
    usage: USAGE,
    modelUsage: {},
    permission_denials: [],
    terminal_reason: "completed",
  });
});

Deno.test("claude ends each kind of turn as hosts expect it", () => {
  assertEquals([
    pick({ kind: "done", text: "", stop: END, structured: { n: 3 } }),
    pick({ kind: "interrupted", by: "client", during: "tools" }),
    pick({ kind: "limit", problem: problem("turn_limit", "Reached maximum number of turns (1)"), text: "" }),
    pick({ kind: "failed", problem: problem("provider_error", "400 bad", { status: 400 }), text: "" }),
    pick({ kind: "failed", problem: problem("structured_output_missing", "none"), text: "" }),
    pick({ kind: "command", text: "Cleared.", isError: false }),
  ], [
    {
      subtype: "success",
      is_error: false,
      text: '{"n":3}',
      terminal_reason: "completed",
      stop_reason: "end_turn",
      structured_output: { n: 3 },
    },
    {
      subtype: "error_during_execution",
      is_error: true,
      errors: ["Request interrupted by user"],
      terminal_reason: "aborted_tools",
      stop_reason: null,
    },
    {
      subtype: "error_max_turns",
      is_error: true,
      errors: ["Reached maximum number of turns (1)"],
      terminal_reason: "max_turns",
      stop_reason: null,
    },
    {
      subtype: "success",
      is_error: true,
      text: "API Error: 400 bad",
      terminal_reason: "api_error",
      stop_reason: null,
    },
    {
      subtype: "error_max_structured_output_retries",
      is_error: true,
      errors: ["none"],
      terminal_reason: "structured_output_retry_exhausted",
      stop_reason: null,
    },
    { subtype: "success", is_error: false, text: "Cleared.", terminal_reason: "completed", stop_reason: null },
  ]);
});

Deno.test("claude tells a provider's failure by a synthetic line", () => {
  const outcome = { kind: "failed" as const, problem: problem("provider_rate_limited", "slow down"), text: "" };
  const [line] = gist(encode([event(turnCompleted({ outcome }))])) as {
    message: Record<string, unknown>;
    error: string;
  }[];
  assertEquals([line.message.model, line.message.content, line.error], [
    "<synthetic>",
    [{ type: "text", text: "API Error: slow down" }],
    "rate_limit",
  ]);
});

Deno.test("claude gives results what the model saw, with data for hosts that render it", () => {
  const denial = { callId: "c", tool: "edit", input: {}, source: "host" as const, message: "not today", hint: "" };
  const output = [{ kind: "text" as const, text: "[Operation Cancelled] Reason: not today" }];
  const picture = { kind: "media" as const, mediaType: "image/png", base64: "AAAA" };
  const records = encode([
    toolCompleted("a", {
      tool: "edit",
      data: { filePath: "/a.txt" },
      display: { kind: "text", text: "x" },
    }),
    toolCompleted("c", { tool: "edit", denial, isError: true, output }),
    toolCompleted("d", { output: [picture] }),
  ]);
  const user = (block: object, data?: object): object => ({
    type: "user",
    parent_tool_use_id: null,
    message: { role: "user", content: [{ type: "tool_result", ...block }] },
    ...(data ? { tool_use_result: data } : {}),
  });
  const source = { type: "base64", media_type: "image/png", data: "AAAA" };
  assertEquals(gist(records), [
    user({ tool_use_id: "a", content: "alpha\nline2\n" }, { filePath: "/a.txt" }),
    user({ tool_use_id: "c", is_error: true, content: "not today" }),
    user({ tool_use_id: "d", content: [{ type: "image", source }] }),
  ]);
});

Deno.test("claude has records for what happens besides", () => {
  const taskUsage = { totalTokens: 5, toolUses: 1, durationMs: 2 };
  const denial = { callId: "c", tool: "edit", input: {}, source: "rule" as const, message: "by rule", hint: "" };
  const records = encode([
    event({ type: "notice", level: "warning", code: "x", text: "careful" }),
    event({
      type: "retry.scheduled",
      attempt: 1,
      maxAttempts: 3,
      delayMs: 500,
      problem: problem("provider_rate_limited", "x", { status: 429 }),
      discardedCalls: 0,
    }),
    event({ type: "history.compacted", trigger: "auto", tokensBefore: 9, tokensAfter: 3, durationMs: 4 }),
    event({ type: "task.started", taskId: "t", callId: "c", agentName: "helper", description: "d" }),
    event({ type: "task.completed", taskId: "t", callId: "c", status: "cancelled", summary: "s", usage: taskUsage }),
    event({ type: "session.reset", newSessionId: "NEW" }),
    event({ type: "heartbeat", state: "tool", sinceMs: 1 }),
    toolCompleted("c", { tool: "edit", denial, isError: true }),
    event({ type: "hook.started", hookId: "h", name: "n", event: "Stop" }),
  ], { extras: { includeHookEvents: true } });
  const system = (subtype: string, fields: object): object => ({ type: "system", subtype, ...fields });
  assertEquals(gist(records).filter((record) => (record as { type: string }).type !== "user"), [
    system("informational", { content: "careful", level: "warning" }),
    system("api_error", {
      ...{ level: "error", error: { message: "x", status: 429 } },
      ...{ retry_attempt: 1, max_retries: 3, retry_in_ms: 500 },
    }),
    system("api_retry", { attempt: 1, max_retries: 3, retry_delay_ms: 500, error_status: 429, error: "rate_limit" }),
    system("compact_boundary", {
      compact_metadata: { trigger: "auto", pre_tokens: 9, post_tokens: 3, duration_ms: 4 },
    }),
    system("task_started", {
      task_id: "t",
      description: "d",
      tool_use_id: "c",
      subagent_type: "helper",
      task_type: "local_agent",
    }),
    system("task_notification", {
      task_id: "t",
      status: "stopped",
      output_file: "",
      summary: "s",
      tool_use_id: "c",
      usage: { total_tokens: 5, tool_uses: 1, duration_ms: 2 },
    }),
    { type: "conversation_reset", new_conversation_id: "NEW", trigger: "clear" },
    { type: "keep_alive" },
    system("permission_denied", {
      tool_name: "Edit",
      tool_use_id: "c",
      decision_reason_type: "rule",
      message: "by rule",
    }),
    system("hook_started", { hook_id: "h", hook_name: "n", hook_event: "Stop" }),
  ]);
});

Deno.test("claude counts tokens by model", () => {
  const stats = {
    models: { m: { requests: 1, errors: 0, latencyMs: 1, usage: TOKENS } },
    tools: {},
    decisions: { accept: 0, reject: 0, modify: 0, autoAccept: 0 },
    linesAdded: 0,
    linesRemoved: 0,
  };
  const result = gist(encode([event(turnCompleted({ stats }))])).at(-1) as { modelUsage: unknown };
  assertEquals(result.modelUsage, {
    m: {
      inputTokens: 70,
      outputTokens: 20,
      cacheReadInputTokens: 30,
      cacheCreationInputTokens: 0,
      webSearchRequests: 0,
      costUSD: 0,
      contextWindow: 0,
      maxOutputTokens: 0,
    },
  });
});
