import type { OutputLine, SystemSessionState } from "../../../schemas/claude/out.gen.ts";
import { textOf } from "../../model/content.ts";
import type { Event } from "../../model/event.ts";
import { claudeTool } from "./claude_tools.ts";
import type { TaskProgress } from "./task_book.ts";
import type { EventOf, OtherOptions, Voice } from "./words.ts";

const MODE_WORDS = {
  plan: "plan",
  default: "default",
  "auto-edit": "acceptEdits",
  auto: "auto",
  yolo: "bypassPermissions",
} as const;

interface Head {
  uuid: string;
  session_id: string;
}

function head(voice: Voice): Head {
  return { uuid: voice.uuid(), session_id: voice.sessionId };
}

/** The record that tells what the session is doing. */
export function sessionState(state: SystemSessionState["state"], voice: Voice): SystemSessionState {
  return { type: "system", subtype: "session_state_changed", ...head(voice), state };
}

/** The records of Claude Code for events outside replies, results and the control channel. */
export function claudeRecords(event: Event, voice: Voice, options: OtherOptions): OutputLine[] {
  const states = options.extras.sessionStateEvents === true;
  switch (event.type) {
    case "turn.completed":
      return states ? [sessionState("idle", voice)] : [];
    case "ask.opened":
      return states ? [sessionState("requires_action", voice)] : [];
    case "ask.closed":
      return states ? [sessionState("running", voice)] : [];
    case "session.changed": {
      if (!event.what.split(",").includes("mode")) return [];
      const permissionMode = MODE_WORDS[event.session.mode];
      return [{ type: "system", subtype: "status", ...head(voice), status: null, permissionMode }];
    }
    case "session.reset":
      return [{
        type: "conversation_reset",
        ...head(voice),
        new_conversation_id: event.newSessionId,
        trigger: "clear",
      }];
    case "notice": {
      const { text: content, level } = event;
      return [{ type: "system", subtype: "informational", ...head(voice), content, level }];
    }
    case "model.changed": {
      // A change that the host asked for is told by the next init.
      if (event.problem === null) return [];
      const content = `${event.from} failed: ${event.problem.message} Going on with ${event.to}.`;
      return [{ type: "system", subtype: "informational", ...head(voice), content, level: "warning" }];
    }
    case "message.added":
      return event.origin === "interrupt" ? [interruption(event, voice)] : [];
    case "tool.completed":
      return denial(event, voice);
    case "tool.progress":
      return progress(event, voice);
    case "heartbeat":
      return [{ type: "keep_alive" }];
    case "retry.scheduled":
    case "history.compacted":
      return [upkeep(event, voice)];
    case "task.started":
    case "task.completed":
      return [task(event, voice)];
    case "hook.started":
    case "hook.completed":
      return options.extras.includeHookEvents === true ? [hook(event, voice)] : [];
    default:
      return [];
  }
}

function interruption(event: EventOf<"message.added">, voice: Voice): OutputLine {
  const text = textOf(event.message.parts) || "[Request interrupted by user]";
  return {
    type: "user",
    ...head(voice),
    parent_tool_use_id: event.agent,
    message: { role: "user", content: [{ type: "text", text }] },
  };
}

/** A refusal that nobody was asked about is told apart from its result. */
function denial(event: EventOf<"tool.completed">, voice: Voice): OutputLine[] {
  const refused = event.denial;
  if (!refused || ["host", "timeout", "input-closed", "cancel", "budget"].includes(refused.source)) return [];
  return [{
    type: "system",
    subtype: "permission_denied",
    ...head(voice),
    tool_name: claudeTool(event.tool),
    tool_use_id: event.callId,
    decision_reason_type: refused.source === "rule" || refused.source === "mode" || refused.source === "hook"
      ? refused.source
      : "other",
    message: refused.message,
  }];
}

function progress(event: EventOf<"tool.progress">, voice: Voice): OutputLine[] {
  if (event.progress.kind !== "status") return [];
  return [{
    type: "tool_progress",
    ...head(voice),
    tool_use_id: event.callId,
    tool_name: claudeTool(event.tool),
    parent_tool_use_id: event.agent,
    elapsed_time_seconds: event.progress.elapsedMs / 1000,
  }];
}

function upkeep(event: EventOf<"retry.scheduled" | "history.compacted">, voice: Voice): OutputLine {
  if (event.type === "retry.scheduled") {
    return {
      type: "system",
      subtype: "api_retry",
      ...head(voice),
      attempt: event.attempt,
      max_retries: event.maxAttempts,
      retry_delay_ms: Math.round(event.delayMs),
      error_status: event.problem.status ?? null,
      error: event.problem.code === "provider_rate_limited" ? "rate_limit" : "server_error",
    };
  }
  return {
    type: "system",
    subtype: "compact_boundary",
    ...head(voice),
    compact_metadata: {
      trigger: event.trigger,
      pre_tokens: event.tokensBefore,
      post_tokens: event.tokensAfter,
      duration_ms: Math.round(event.durationMs),
    },
  };
}

/** The record that tells how far a background agent has come. */
export function taskProgress(task: TaskProgress, voice: Voice): OutputLine {
  return {
    type: "system",
    subtype: "task_progress",
    ...head(voice),
    task_id: task.taskId,
    description: task.description,
    tool_use_id: task.callId,
    ...(task.agentName === null ? {} : { subagent_type: task.agentName }),
    usage: { total_tokens: task.totalTokens, tool_uses: task.toolUses, duration_ms: Math.round(task.durationMs) },
    last_tool_name: claudeTool(task.lastTool),
  };
}

function task(event: EventOf<"task.started" | "task.completed">, voice: Voice): OutputLine {
  const call = event.callId === null ? {} : { tool_use_id: event.callId };
  if (event.type === "task.started") {
    return {
      type: "system",
      subtype: "task_started",
      ...head(voice),
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
    ...head(voice),
    task_id: event.taskId,
    status: event.status === "cancelled" ? "stopped" : event.status,
    output_file: event.transcript ?? "",
    summary: event.summary,
    ...call,
    usage: { total_tokens: totalTokens, tool_uses: toolUses, duration_ms: Math.round(durationMs) },
  };
}

function hook(event: EventOf<"hook.started" | "hook.completed">, voice: Voice): OutputLine {
  const fields = { ...head(voice), hook_id: event.hookId, hook_name: event.name, hook_event: event.event };
  if (event.type === "hook.started") return { type: "system", subtype: "hook_started", ...fields };
  return {
    type: "system",
    subtype: "hook_response",
    ...fields,
    stdout: event.output,
    stderr: "",
    output: event.output,
    ...(event.exitCode === null ? {} : { exit_code: event.exitCode }),
    outcome: event.outcome,
  };
}
