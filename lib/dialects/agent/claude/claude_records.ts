import { quotaWait } from "../quota_wait.ts";
import type { OutputLine, SystemSessionState } from "../../../../schemas/claude/out.gen.ts";
import { textOf } from "../../../model/content.ts";
import type { Event, TurnCompleted } from "../../../model/event.ts";
import type { Problem } from "../../../model/problem.ts";
import { claudeFailureText } from "./claude_results.ts";
import { MODE_NAMES } from "./claude_terms.ts";
import type { ClaudeTools } from "./claude_tools.ts";
import type { TaskProgress } from "../task_progress.ts";
import type { EventOf, OtherOptions, RecordSource } from "../agent_protocol.ts";

/** The ids, options and tool names that records depend on. */
export interface RecordFacts extends Pick<OtherOptions, "extras"> {
  source: RecordSource;
  tools: ClaudeTools;
  /** Whether the host wants records of hooks. */
  wantsHooks: boolean;
}

type ToolRecordFacts = Omit<RecordFacts, "extras" | "wantsHooks">;

interface Head {
  uuid: string;
  session_id: string;
}

function head(source: RecordSource): Head {
  return { uuid: source.uuid(), session_id: source.sessionId };
}

/** The record of the session's current state. */
export function sessionState(state: SystemSessionState["state"], source: RecordSource): SystemSessionState {
  return { type: "system", subtype: "session_state_changed", ...head(source), state };
}

/** The records of events outside messages, results and the control channel. */
export function claudeRecords(event: Event, { source, extras, tools, wantsHooks }: RecordFacts): OutputLine[] {
  const states = extras.sessionStateEvents === true;
  switch (event.type) {
    case "turn.completed":
      return states ? [sessionState("idle", source)] : [];
    case "hooks.stopped":
      return [stopSummary(event, source)];
    case "ask.opened":
      return states ? [sessionState("requires_action", source)] : [];
    case "ask.closed":
      return states ? [sessionState("running", source)] : [];
    case "session.changed": {
      if (!event.what.split(",").includes("mode")) return [];
      const permissionMode = MODE_NAMES[event.session.mode];
      return [{ type: "system", subtype: "status", ...head(source), status: null, permissionMode }];
    }
    case "session.reset":
      return [{
        type: "conversation_reset",
        ...head(source),
        new_conversation_id: event.newSessionId,
        trigger: "clear",
      }];
    case "notice": {
      const { text: content, level } = event;
      return [{ type: "system", subtype: "informational", ...head(source), content, level }];
    }
    case "model.changed": {
      // The next init reports a change that the host requested.
      if (event.problem === null) return [];
      const content = `${event.from} failed: ${event.problem.message} Going on with ${event.to}.`;
      return [{ type: "system", subtype: "informational", ...head(source), content, level: "warning" }];
    }
    case "message.added":
      return event.origin === "interrupt" ? [interruption(event, source)] : [];
    case "tool.completed":
      return denial(event, { source, tools });
    case "tool.progress":
      return progress(event, { source, tools });
    case "heartbeat":
      return [{ type: "keep_alive" }];
    case "retry.scheduled":
      return [apiError(event.problem, { source, retry: event }), upkeep(event, source)];
    case "history.compacted":
      return [upkeep(event, source)];
    case "task.started":
    case "task.completed":
      return [task(event, source)];
    case "hook.started":
    case "hook.progress":
    case "hook.completed":
      return wantsHooks ? [hook(event, source)] : [];
    default:
      return [];
  }
}

function interruption(event: EventOf<"message.added">, source: RecordSource): OutputLine {
  const text = textOf(event.message.parts) || "[Request interrupted by user]";
  return {
    type: "user",
    ...head(source),
    parent_tool_use_id: event.agent,
    message: { role: "user", content: [{ type: "text", text }] },
  };
}

/** A refusal without a question has a record of its own besides the tool's result. */
function denial(event: EventOf<"tool.completed">, { source, tools }: ToolRecordFacts): OutputLine[] {
  const refused = event.denial;
  if (!refused || ["host", "timeout", "input-closed", "cancel", "budget"].includes(refused.source)) return [];
  return [{
    type: "system",
    subtype: "permission_denied",
    ...head(source),
    tool_name: tools.name(event.tool),
    tool_use_id: event.callId,
    decision_reason_type: refused.source === "rule" || refused.source === "mode" || refused.source === "hook"
      ? refused.source
      : "other",
    message: tools.renamed(refused.message),
  }];
}

function progress(event: EventOf<"tool.progress">, { source, tools }: ToolRecordFacts): OutputLine[] {
  if (event.progress.kind !== "status") return [];
  return [{
    type: "tool_progress",
    ...head(source),
    tool_use_id: event.callId,
    tool_name: tools.name(event.tool),
    parent_tool_use_id: event.agent,
    elapsed_time_seconds: event.progress.elapsedMs / 1000,
  }];
}

function upkeep(event: EventOf<"retry.scheduled" | "history.compacted">, source: RecordSource): OutputLine {
  if (event.type === "retry.scheduled") {
    return {
      type: "system",
      subtype: "api_retry",
      ...head(source),
      attempt: event.attempt,
      max_retries: event.maxAttempts,
      retry_delay_ms: Math.round(event.delayMs),
      error_status: event.problem.status ?? null,
      error: event.problem.code === "provider_rate_limited" ? "rate_limit" : "server_error",
      ...quotaWait(event),
    };
  }
  if (event.isPartial) {
    return {
      type: "system",
      subtype: "microcompact_boundary",
      ...head(source),
      microcompact_metadata: {
        trigger: event.trigger,
        pre_tokens: event.tokensBefore,
        tokens_saved: Math.max(0, event.tokensBefore - event.tokensAfter),
      },
    };
  }
  return {
    type: "system",
    subtype: "compact_boundary",
    ...head(source),
    compact_metadata: {
      trigger: event.trigger,
      pre_tokens: event.tokensBefore,
      post_tokens: event.tokensAfter,
      duration_ms: Math.round(event.durationMs),
    },
  };
}

/** The record of a failed request to the model; `retry` is set when another one follows. */
export function apiError(
  problem: Problem,
  { source, retry }: {
    source: RecordSource;
    retry?: Pick<EventOf<"retry.scheduled">, "attempt" | "maxAttempts" | "delayMs">;
  },
): OutputLine {
  return {
    type: "system",
    subtype: "api_error",
    ...head(source),
    level: "error",
    error: { message: problem.message, status: problem.status ?? null },
    ...(retry
      ? {
        retry_attempt: retry.attempt,
        max_retries: retry.maxAttempts,
        retry_in_ms: Math.round(retry.delayMs),
      }
      : {}),
  };
}

/** The records between the last message of a turn and its result: its output, its failure and its duration. */
export function closingRecords(turn: TurnCompleted, source: RecordSource): OutputLine[] {
  const { outcome } = turn;
  const out: OutputLine[] = [];
  if (outcome.kind === "command") {
    const level = outcome.isError ? "error" : "info";
    out.push({ type: "system", subtype: "local_command", ...head(source), content: outcome.text, level });
  }
  if (outcome.kind === "failed" && claudeFailureText(outcome.problem) !== null) {
    out.push(apiError(outcome.problem, { source }));
  }
  const duration_ms = Math.round(turn.durationMs);
  return [...out, { type: "system", subtype: "turn_duration", ...head(source), duration_ms }];
}

/** The record of the hooks that ran at the end of a turn. */
function stopSummary({ event, hooks, isBlocked, reason }: EventOf<"hooks.stopped">, source: RecordSource): OutputLine {
  return {
    type: "system",
    subtype: "stop_hook_summary",
    ...head(source),
    hook_event: event,
    hook_count: hooks.length,
    hook_infos: hooks.map((command) => ({ command })),
    prevented_continuation: !isBlocked && reason !== null,
    blocked: isBlocked,
    stop_reason: reason ?? "",
  };
}

/** The record of a background agent's progress. */
export function taskProgress(task: TaskProgress, { source, tools }: ToolRecordFacts): OutputLine {
  return {
    type: "system",
    subtype: "task_progress",
    ...head(source),
    task_id: task.taskId,
    description: task.description,
    tool_use_id: task.callId,
    ...(task.agentName === null ? {} : { subagent_type: task.agentName }),
    usage: { total_tokens: task.totalTokens, tool_uses: task.toolUses, duration_ms: Math.round(task.durationMs) },
    last_tool_name: tools.name(task.lastTool),
  };
}

function task(event: EventOf<"task.started" | "task.completed">, source: RecordSource): OutputLine {
  const call = event.callId === null ? {} : { tool_use_id: event.callId };
  if (event.type === "task.started") {
    return {
      type: "system",
      subtype: "task_started",
      ...head(source),
      task_id: event.taskId,
      description: event.description,
      ...call,
      ...(event.agentName === null ? {} : { subagent_type: event.agentName, task_type: "local_agent" }),
    };
  }
  const { totalTokens, toolUses, durationMs } = event.usage;
  return {
    type: "system",
    subtype: "task_notification",
    ...head(source),
    task_id: event.taskId,
    status: event.status === "cancelled" ? "stopped" : event.status,
    output_file: event.transcript ?? "",
    summary: event.summary,
    ...call,
    usage: { total_tokens: totalTokens, tool_uses: toolUses, duration_ms: Math.round(durationMs) },
  };
}

function hook(event: EventOf<"hook.started" | "hook.progress" | "hook.completed">, source: RecordSource): OutputLine {
  const fields = { ...head(source), hook_id: event.hookId, hook_name: event.name, hook_event: event.event };
  if (event.type === "hook.started") return { type: "system", subtype: "hook_started", ...fields };
  if (event.type === "hook.progress") {
    const { stdout, stderr } = event;
    return { type: "system", subtype: "hook_progress", ...fields, stdout, stderr, output: stdout || stderr };
  }
  return {
    type: "system",
    subtype: "hook_response",
    ...fields,
    stdout: event.output === event.stderr ? "" : event.output,
    stderr: event.stderr ?? "",
    output: event.output,
    ...(event.exitCode === null ? {} : { exit_code: event.exitCode }),
    outcome: event.outcome,
  };
}
