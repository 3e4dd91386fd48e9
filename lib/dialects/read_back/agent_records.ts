/** Converts single records of the `qwen` and `claude` dialects to parts of events. */
import type { Denial, Mode } from "../../model/ports/access.ts";
import type { Part } from "../../model/content.ts";
import type { Ask, EventBody, Outcome, ServerInfo, SessionInfo, TurnCompleted } from "../../model/event.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { type Code, CODES, problem } from "../../model/problem.ts";
import type { Usage } from "../../model/usage.ts";
import type { AgentProtocol } from "../agent/agent_protocol.ts";
import { numberAt, objectAt, objectsAt, textAt, textsAt, unknownSession } from "./reader.ts";

/** Token counts of a record. */
export function usageOf(record: Record<string, unknown>, protocol: AgentProtocol): Usage {
  const cachedTokens = numberAt(record, "cache_read_input_tokens");
  // One protocol includes cached tokens in the input, the other does not.
  const beside = protocol.name === "claude" ? cachedTokens + numberAt(record, "cache_creation_input_tokens") : 0;
  const inputTokens = numberAt(record, "input_tokens") + beside;
  const outputTokens = numberAt(record, "output_tokens");
  const totalTokens = numberAt(record, "total_tokens") || inputTokens + outputTokens;
  return { inputTokens, outputTokens, cachedTokens, thinkingTokens: 0, totalTokens };
}

/** The part of a block; none for unknown blocks. */
export function blockPart(block: Record<string, unknown>, protocol: AgentProtocol): Part[] {
  switch (block.type) {
    case "text":
      return [{ kind: "text", text: textAt(block, "text") }];
    case "thinking":
      return [{ kind: "thinking", text: textAt(block, "thinking") }];
    case "tool_use": {
      const tool = protocol.ownTool(textAt(block, "name"));
      const input = protocol.ownInput(tool, (block.input ?? {}) as Json);
      return [{ kind: "tool_call", callId: textAt(block, "id"), tool, input }];
    }
    default:
      return [];
  }
}

/** The session that an init record describes. */
export function sessionOf(record: Record<string, unknown>, protocol: AgentProtocol): SessionInfo {
  const mode = protocol.ownMode(textAt(record, "permission_mode") || textAt(record, "permissionMode"))?.mode;
  return {
    ...unknownSession(textAt(record, "session_id")),
    cwd: textAt(record, "cwd"),
    model: textAt(record, "model"),
    mode: mode ?? ("default" satisfies Mode),
    tools: textsAt(record, "tools").map((name) => protocol.ownTool(name)),
    servers: objectsAt(record, "mcp_servers").map((server): ServerInfo => ({
      name: textAt(server, "name"),
      status: serverStatus(textAt(server, "status")),
      source: "settings",
    })),
    commands: textsAt(record, "slash_commands"),
    agents: textsAt(record, "agents"),
    version: textAt(record, "qwen_code_version") || textAt(record, "claude_code_version"),
  };
}

function serverStatus(word: string): ServerInfo["status"] {
  if (word === "connected" || word === "failed" || word === "needs-auth" || word === "disabled") return word;
  return word === "disconnected" ? "failed" : "pending";
}

/** The event of a system record; null for unknown ones. */
export function systemEvent(record: Record<string, unknown>): EventBody | null {
  const data = isObject(record.data) ? record.data : record;
  switch (record.subtype) {
    case "retry":
    case "api_retry":
      return {
        type: "retry.scheduled",
        attempt: numberAt(data, "attempt"),
        maxAttempts: numberAt(data, "maxRetries") || numberAt(data, "max_retries"),
        delayMs: numberAt(data, "delayMs") || numberAt(data, "retry_delay_ms"),
        problem: problem("provider_overloaded", "The provider failed on its side"),
        discardedCalls: numberAt(data, "discardedToolCalls"),
      };
    case "task_started":
    case "task_notification":
      return taskEvent(record.subtype, data);
    case "model_fallback":
      return {
        type: "model.changed",
        from: textAt(data, "fromModel"),
        to: textAt(data, "toModel"),
        problem: problem("provider_overloaded", "Another model took over"),
      };
    case "compact_boundary": {
      const facts = objectAt(record, "compact_metadata");
      return {
        type: "history.compacted",
        trigger: facts.trigger === "manual" ? "manual" : "auto",
        tokensBefore: numberAt(facts, "pre_tokens"),
        tokensAfter: numberAt(facts, "post_tokens"),
        durationMs: numberAt(facts, "duration_ms"),
      };
    }
    case "protocol_error":
      return { type: "rejected", problem: refusal(data) };
    case "informational":
      return {
        type: "notice",
        level: record.level === "warning" ? "warning" : "info",
        code: "recorded",
        text: textAt(record, "content"),
      };
    default:
      return null;
  }
}

function taskEvent(subtype: "task_started" | "task_notification", data: Record<string, unknown>): EventBody {
  const taskId = textAt(data, "task_id");
  const callId = typeof data.tool_use_id === "string" ? data.tool_use_id : null;
  if (subtype === "task_started") {
    const agentName = typeof data.subagent_type === "string" ? data.subagent_type : null;
    return { type: "task.started", taskId, callId, agentName, description: textAt(data, "description") };
  }
  const usage = objectAt(data, "usage");
  return {
    type: "task.completed",
    taskId,
    callId,
    status: taskStatus(textAt(data, "status")),
    summary: textAt(data, "summary"),
    usage: {
      totalTokens: numberAt(usage, "total_tokens"),
      toolUses: numberAt(usage, "tool_uses"),
      durationMs: numberAt(usage, "duration_ms"),
    },
  };
}

function refusal(data: Record<string, unknown>): ReturnType<typeof problem> {
  return problem("protocol_error", textAt(data, "message"), {
    detail: textAt(data, "code", { fallback: "protocol_error" }),
    ...(typeof data.line === "number" ? { line: data.line } : {}),
    ...(typeof data.param === "string" ? { param: data.param } : {}),
  });
}

function taskStatus(word: string): "completed" | "failed" | "cancelled" {
  if (word === "failed") return word;
  return word === "cancelled" || word === "stopped" ? "cancelled" : "completed";
}

/** The question of a control request; null when it is none of ours. */
export function askOf(request: Record<string, unknown>, protocol: AgentProtocol): Ask | null {
  switch (request.subtype) {
    case "can_use_tool": {
      const tool = protocol.ownTool(textAt(request, "tool_name"));
      return {
        kind: "permission",
        callId: textAt(request, "tool_use_id"),
        tool,
        toolKind: "other",
        input: protocol.ownInput(tool, (request.input ?? {}) as Json),
        access: [],
        confirmation: { kind: "other", title: textAt(request, "title", { fallback: tool }) },
        suggestions: [],
        reason: typeof request.decision_reason === "string" ? request.decision_reason : null,
      };
    }
    case "hook_callback":
      return {
        kind: "hook",
        callbackId: textAt(request, "callback_id"),
        payload: objectAt(request, "input") as JsonObject,
        callId: typeof request.tool_use_id === "string" ? request.tool_use_id : null,
      };
    case "mcp_message":
      return { kind: "mcp", server: textAt(request, "server_name"), message: (request.message ?? null) as Json };
    case "elicitation":
      return {
        kind: "elicitation",
        server: textAt(request, "mcp_server_name"),
        message: textAt(request, "message"),
        mode: request.mode === "url" ? "url" : "form",
        schema: isObject(request.requested_schema) ? request.requested_schema as JsonObject : null,
        url: typeof request.url === "string" ? request.url : null,
      };
    default:
      return null;
  }
}

/** How the turn of a result ended. */
export function outcomeOf(record: Record<string, unknown>): Outcome {
  const text = textAt(record, "result");
  if (record.is_error !== true) {
    const structured = record.structured_result ?? record.structured_output;
    const stop = { reason: "end" as const, raw: null };
    return { kind: "done", text, stop, ...(structured === undefined ? {} : { structured: structured as Json }) };
  }
  const error = objectAt(record, "error");
  const message = textAt(error, "message") || textsAt(record, "errors").join("\n") || text;
  if (isCancelled(record, message)) return { kind: "interrupted", by: "client", during: "streaming" };
  const code = codeOf(textAt(error, "code"), textAt(record, "subtype"));
  const found = problem(code, message);
  const isLimit = code === "turn_limit" || code.startsWith("budget.");
  return isLimit ? { kind: "limit", problem: found, text: "" } : { kind: "failed", problem: found, text: "" };
}

function isCancelled(record: Record<string, unknown>, message: string): boolean {
  return message === "Operation cancelled." || textAt(record, "terminal_reason").startsWith("aborted_");
}

function codeOf(code: string, subtype: string): Code {
  if (Object.hasOwn(CODES, code)) return code as Code;
  if (subtype === "error_max_turns") return "turn_limit";
  return subtype === "error_max_structured_output_retries" ? "structured_output_missing" : "provider_error";
}

/** The numbers of a result. */
export function resultFacts(
  record: Record<string, unknown>,
  protocol: AgentProtocol,
): Pick<TurnCompleted, "usage" | "durationMs" | "apiDurationMs" | "rounds" | "denials"> {
  return {
    usage: usageOf(objectAt(record, "usage"), protocol),
    durationMs: numberAt(record, "duration_ms"),
    apiDurationMs: numberAt(record, "duration_api_ms"),
    rounds: numberAt(record, "num_turns"),
    denials: objectsAt(record, "permission_denials").map((denial): Denial => {
      const tool = protocol.ownTool(textAt(denial, "tool_name"));
      return {
        callId: textAt(denial, "tool_use_id"),
        tool,
        input: protocol.ownInput(tool, (denial.tool_input ?? {}) as Json),
        source: "rule",
        message: "",
        hint: "",
      };
    }),
  };
}
