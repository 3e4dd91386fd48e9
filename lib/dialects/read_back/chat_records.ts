/** Converts single records of the `chat` dialect to parts of events. */
import type { Denial, Mode } from "../../model/ports/access.ts";
import { MODES } from "../../model/ports/access.ts";
import type { Display, Part, TaskCall, Todo, ToolCall } from "../../model/content.ts";
import type { Ask, CommandResult, Confirmation, EventBody, Outcome, SessionInfo } from "../../model/event.ts";
import type { TurnCompleted } from "../../model/event.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { type Code, CODES, type Problem, problem } from "../../model/problem.ts";
import type { Usage } from "../../model/usage.ts";
import { jsonOr, numberAt, objectAt, objectsAt, textAt, textsAt, unknownSession } from "./reader.ts";

/** Token counts of a record. */
export function usageOf(record: Record<string, unknown>): Usage {
  return {
    inputTokens: numberAt(record, "prompt_tokens"),
    outputTokens: numberAt(record, "completion_tokens"),
    cachedTokens: numberAt(objectAt(record, "prompt_tokens_details"), "cached_tokens"),
    thinkingTokens: numberAt(objectAt(record, "completion_tokens_details"), "reasoning_tokens"),
    totalTokens: numberAt(record, "total_tokens"),
  };
}

/** The session that a receipt describes. */
export function sessionOf(record: Record<string, unknown>): SessionInfo {
  const metadata = objectAt(record, "metadata");
  const mode = MODES.find((known) => known === metadata.approval_mode) ?? ("default" satisfies Mode);
  const sandbox = objectAt(metadata, "sandbox");
  const known = unknownSession(textAt(metadata, "session_id"));
  return {
    ...known,
    cwd: textAt(metadata, "cwd"),
    model: textAt(record, "model"),
    mode,
    tools: textsAt(metadata, "tools"),
    commands: textsAt(metadata, "commands"),
    version: textAt(metadata, "version"),
    sandbox: { ...known.sandbox, ...sandbox as Partial<SessionInfo["sandbox"]> },
  };
}

/** The calls of a message. */
export function callsOf(message: Record<string, unknown>): ToolCall[] {
  return objectsAt(message, "tool_calls").map((call) => {
    const { name, text } = { name: textAt(objectAt(call, "function"), "name"), text: argumentsOf(call) };
    return { kind: "tool_call", callId: textAt(call, "id"), tool: name, input: jsonOr(text) };
  });
}

/** The arguments of a call, or of an increment of one. */
export function argumentsOf(call: Record<string, unknown>): string {
  return textAt(objectAt(call, "function"), "arguments");
}

/** The parts of an assistant line. */
export function partsOf(message: Record<string, unknown>): Part[] {
  const parts: Part[] = objectsAt(message, "annotations").flatMap((note) =>
    note.type === "x-qwen-thought" ? [{ kind: "thinking" as const, text: thoughtText(note) }] : []
  );
  const text = textAt(message, "content");
  if (text !== "") parts.push({ kind: "text", text });
  return [...parts, ...callsOf(message)];
}

function thoughtText(note: Record<string, unknown>): string {
  const subject = textAt(note, "subject");
  const description = textAt(note, "description");
  return subject === "" ? description : `**${subject}** ${description}`;
}

/** The event of an annotation that is neither text of the model nor the state of a tool. */
export function noteEvent(note: Record<string, unknown>): EventBody | null {
  if (note.type === "x-qwen-terminal" && note.source === "console") {
    const level = note.console_level === "warn" || note.console_level === "error" ? "warning" : "info";
    return { type: "notice", level, code: "recorded", text: textAt(note, "text") };
  }
  if (note.type !== "x-qwen-session-event") return null;
  const metrics = objectAt(note, "metrics");
  if (note.event === "Retry") {
    return {
      type: "retry.scheduled",
      attempt: numberAt(metrics, "attempt"),
      maxAttempts: numberAt(metrics, "max_attempts"),
      delayMs: numberAt(metrics, "delay_ms"),
      problem: problem("provider_overloaded", textAt(note, "message").replace(/^Trying again: /, "")),
      discardedCalls: numberAt(metrics, "discarded_calls"),
    };
  }
  if (note.event !== "ChatCompressed") return null;
  return {
    type: "history.compacted",
    trigger: "auto",
    tokensBefore: numberAt(metrics, "original_tokens"),
    tokensAfter: numberAt(metrics, "compressed_tokens"),
    durationMs: numberAt(metrics, "duration_ms"),
  };
}

/** The display of a result; null when there is none. */
export function displayOf(shown: Record<string, unknown>): Display | null {
  switch (shown.kind) {
    case "string":
      return { kind: "text", text: textAt(shown, "text") };
    case "file_diff":
      return {
        kind: "diff",
        file: textAt(shown, "file_name"),
        diff: textAt(shown, "diff"),
        original: typeof shown.original === "string" ? shown.original : null,
        modified: textAt(shown, "modified"),
        added: numberAt(objectAt(shown, "stat"), "ai_added_lines"),
        removed: numberAt(objectAt(shown, "stat"), "ai_removed_lines"),
      };
    case "todo_list":
      return {
        kind: "todos",
        todos: objectsAt(shown, "todos").map((todo): Todo => ({
          id: textAt(todo, "id"),
          content: textAt(todo, "content"),
          status: todo.status === "completed" || todo.status === "in_progress" ? todo.status : "pending",
        })),
      };
    case "plan_summary":
      return { kind: "plan", message: textAt(shown, "message"), plan: textAt(shown, "plan_markdown") };
    case "task_execution":
      return taskDisplay(shown);
    default:
      return null;
  }
}

function taskDisplay(shown: Record<string, unknown>): Display {
  const { status, result } = shown;
  return {
    kind: "task",
    agent: textAt(shown, "subagentName"),
    description: textAt(shown, "taskDescription"),
    status: status === "completed" || status === "failed" || status === "cancelled" ? status : "running",
    calls: objectsAt(shown, "toolCalls").map((call): TaskCall => ({
      callId: textAt(call, "callId"),
      tool: textAt(call, "name"),
      status: call.status === "success" || call.status === "error" ? call.status : "executing",
      summary: textAt(call, "description"),
    })),
    ...(typeof result === "string" ? { result } : {}),
  };
}

/** A problem in `metadata.error` or in an error object. */
export function problemAt(error: Record<string, unknown>, fallback: Code): Problem {
  const code = textAt(error, "code");
  const known = Object.hasOwn(CODES, code) ? code as Code : fallback;
  return problem(known, textAt(error, "message"), {
    ...(known === code || code === "" ? {} : { detail: code }),
    ...(typeof error.hint === "string" ? { hint: error.hint } : {}),
    ...(typeof error.status === "number" ? { status: error.status } : {}),
    ...(typeof error.param === "string" ? { param: error.param } : {}),
  });
}

/** How the turn of a summary ended. */
export function outcomeOf(metadata: Record<string, unknown>, facts: { text: string; finish: string }): Outcome {
  const { text, finish } = facts;
  if (metadata.subtype === "cancelled") return { kind: "interrupted", by: "client", during: "streaming" };
  if (metadata.subtype === "limit" || metadata.subtype === "error") {
    const found = problemAt(objectAt(metadata, "error"), "internal");
    const kind = metadata.subtype === "limit" ? "limit" as const : "failed" as const;
    return { kind, problem: found, text: text === found.message ? "" : text };
  }
  const reason = finish === "length" ? "length" as const : finish === "content_filter" ? "refusal" as const : "end";
  const structured = metadata.structured_output;
  return {
    kind: "done",
    text,
    stop: { reason, raw: finish },
    ...(structured === undefined ? {} : { structured: structured as Json }),
  };
}

/** The numbers of a summary. */
export function summaryFacts(
  metadata: Record<string, unknown>,
): Pick<TurnCompleted, "durationMs" | "apiDurationMs" | "rounds" | "denials"> {
  return {
    durationMs: numberAt(metadata, "duration_ms"),
    apiDurationMs: numberAt(metadata, "duration_api_ms"),
    rounds: numberAt(metadata, "num_turns"),
    denials: objectsAt(metadata, "permission_denials").map((denial): Denial => ({
      callId: textAt(denial, "tool_call_id"),
      tool: textAt(denial, "tool_name"),
      input: (denial.tool_input ?? {}) as Json,
      source: "rule",
      message: textAt(denial, "message"),
      hint: textAt(denial, "hint"),
    })),
  };
}

/** The question of a control request; null when it is none of ours. */
export function askOf(request: Record<string, unknown>): Ask | null {
  switch (request.subtype) {
    case "can_use_tool":
      return {
        kind: "permission",
        callId: textAt(request, "tool_call_id"),
        tool: textAt(request, "tool_name"),
        toolKind: "other",
        input: (request.input ?? {}) as Json,
        access: [],
        confirmation: confirmationOf(objectAt(request, "confirmation"), textAt(request, "tool_name")),
        suggestions: [],
        reason: typeof request.reason === "string" ? request.reason : null,
      };
    case "hook_callback":
      return {
        kind: "hook",
        callbackId: textAt(request, "callback_id"),
        payload: objectAt(request, "input") as JsonObject,
        callId: typeof request.tool_call_id === "string" ? request.tool_call_id : null,
      };
    case "mcp_message":
      return { kind: "mcp", server: textAt(request, "server_name"), message: (request.message ?? null) as Json };
    case "confirm_shell_commands":
      return { kind: "confirm_shell", commands: textsAt(request, "commands"), command: textAt(request, "command") };
    case "confirm_action":
      return { kind: "confirm_action", prompt: textAt(request, "prompt"), command: textAt(request, "command") };
    case "quit_confirmation":
      return { kind: "confirm_quit" };
    default:
      return null;
  }
}

function confirmationOf(shown: Record<string, unknown>, tool: string): Confirmation {
  const title = textAt(shown, "title", { fallback: tool });
  switch (shown.type) {
    case "edit":
      return {
        kind: "edit",
        title,
        file: textAt(shown, "file_name"),
        diff: textAt(shown, "file_diff"),
        original: typeof shown.original_content === "string" ? shown.original_content : null,
        modified: textAt(shown, "new_content"),
      };
    case "exec":
      return { kind: "exec", title, command: textAt(shown, "command"), root: textAt(shown, "root_command") };
    case "mcp":
      return { kind: "mcp", title, server: textAt(shown, "server_name"), tool: textAt(shown, "tool_name") };
    case "info":
      return { kind: "info", title, prompt: textAt(shown, "prompt"), urls: textsAt(shown, "urls") };
    case "plan":
      return { kind: "plan", title, plan: textAt(shown, "plan") };
    default:
      return { kind: "other", title };
  }
}

/** The result of a command, where other dialects can express it. */
export function commandResultOf(result: Record<string, unknown>): CommandResult {
  switch (result.type) {
    case "message":
      return {
        type: "message",
        level: result.level === "error" ? "error" : "info",
        content: textAt(result, "content"),
      };
    case "dialog":
      return { type: "dialog", dialog: textAt(result, "dialog") };
    case "quit":
      return { type: "quit" };
    case "quit_confirmation":
      return { type: "quit_confirmation" };
    case "confirm_shell_commands":
      return { type: "confirm_shell_commands", commands: textsAt(result, "commands") };
    case "confirm_action":
      return { type: "confirm_action", prompt: textAt(result, "prompt") };
    default:
      return { type: "handled", text: textAt(result, "text") };
  }
}
