import { quotaWait } from "../quota_wait.ts";
import type { Event } from "../../../model/event.ts";
import type { OutputLine, SystemRetry, ToolProgress } from "../../../../schemas/qwen/out.gen.ts";
import type { OtherOptions, RecordSource } from "../agent_protocol.ts";

interface Head {
  type: "system";
  uuid: string;
  session_id: string;
  parent_tool_use_id: null;
}

/** The records of events outside messages, results and the control channel. */
export function qwenRecords(event: Event, source: RecordSource, options: OtherOptions): OutputLine[] {
  const head = (): Head => ({
    type: "system",
    uuid: source.uuid(),
    session_id: source.sessionId,
    parent_tool_use_id: null,
  });
  switch (event.type) {
    case "task.started":
    case "task.completed":
      return isOfCommand(event) ? [] : [task(event, head())];
    case "model.changed":
      // The next init reports a change that the host requested.
      if (event.problem === null) return [];
      return [{
        ...head(),
        subtype: "model_fallback",
        data: {
          fromModel: event.from,
          toModel: event.to,
          ...(event.problem.status === undefined ? {} : { statusCode: event.problem.status }),
          fallbackIndex: 0,
        },
      }];
    case "retry.scheduled":
      return [{ ...head(), subtype: "retry", data: retry(event) }];
    case "notice":
      if (event.code !== "session_not_kept") return [];
      return [{
        ...head(),
        subtype: "session_recording_degraded",
        data: { session_id: source.sessionId, reason: "write_failed", message: event.text },
      }];
    case "tool.progress": {
      if (!options.partials) return [];
      const content = progress(event.progress);
      if (!content) return [];
      return [{
        type: "stream_event",
        uuid: source.uuid(),
        session_id: source.sessionId,
        parent_tool_use_id: event.agent,
        event: { type: "tool_progress", tool_use_id: event.callId, content },
      }];
    }
    default:
      return [];
  }
}

function retry(event: Extract<Event, { type: "retry.scheduled" }>): SystemRetry["data"] {
  return {
    reason: "retry",
    attempt: event.attempt,
    maxRetries: event.maxAttempts,
    delayMs: Math.round(event.delayMs),
    discardedToolCalls: event.discardedCalls,
    preserveText: false,
    ...quotaWait(event),
  };
}

/** Hosts of qwen-code know tasks as agents: background commands have no records. */
function isOfCommand({ taskId }: { taskId: string }): boolean {
  return /^shell_\d+$/.test(taskId);
}

function task(event: Extract<Event, { type: "task.started" | "task.completed" }>, head: Head): OutputLine {
  const call = event.callId === null ? {} : { tool_use_id: event.callId };
  if (event.type === "task.started") {
    return {
      ...head,
      subtype: "task_started",
      data: {
        task_id: event.taskId,
        ...call,
        description: event.description,
        ...(event.agentName === null ? {} : { subagent_type: event.agentName }),
      },
    };
  }
  const { totalTokens, toolUses, durationMs } = event.usage;
  return {
    ...head,
    subtype: "task_notification",
    data: {
      task_id: event.taskId,
      ...call,
      status: event.status,
      usage: { total_tokens: totalTokens, tool_uses: toolUses, duration_ms: Math.round(durationMs) },
    },
  };
}

function progress(sign: Extract<Event, { type: "tool.progress" }>["progress"]): ToolProgress["content"] | null {
  if (sign.kind === "status") {
    return {
      type: "shell_progress",
      elapsedMs: Math.round(sign.elapsedMs),
      totalLines: sign.totalLines,
      totalBytes: sign.totalBytes,
    };
  }
  if (sign.kind !== "steps") return null;
  return {
    type: "mcp_tool_progress",
    progress: sign.progress,
    ...(sign.total === null ? {} : { total: sign.total }),
    ...(sign.message === null ? {} : { message: sign.message }),
  };
}
