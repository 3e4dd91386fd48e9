import { assert, assertEquals } from "@std/assert";
import { qwen } from "../../../../../lib/dialects/qwen.ts";
import type { Denial } from "../../../../../lib/model/ports/access.ts";
import { problem } from "../../../../../lib/model/problem.ts";
import { NO_USAGE } from "../../../../../lib/model/usage.ts";
import {
  event,
  gist,
  hear,
  open,
  reply,
  say,
  toolCompleted,
  turnCompleted,
  turnStarted,
} from "../../../../support/say.ts";
import { encode, NONE, order } from "./expected_records.ts";

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
  ]);
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
  const fatal = problem("no_auth", "No key.");
  const ended = event({ type: "session.ended", reason: "fatal", problem: fatal }, { seq: 2 });
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
  assertEquals(gist(say(open(qwen, { format: "json" }), [ended])), [[expected]]);
  assertEquals(order(encode([event(turnCompleted()), ended])), ["result success"]);
});

Deno.test("qwen writes a result for a prompt that is refused before its turn", () => {
  const conversation = open(qwen);
  const [prompt] = hear(conversation, '{"type":"user","message":{"role":"user","content":"hi"}}');
  const refused = { type: "rejected" as const, problem: problem("input_error", "Too many prompts wait.") };
  const records = say(conversation, [event(refused, { cause: prompt.id })]);
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
