import type { Event } from "../../model/event.ts";
import type { OutputLine, ToolProgress } from "../../../schemas/qwen/out.gen.ts";
import type { OtherOptions, Voice } from "./words.ts";

interface Head {
  type: "system";
  uuid: string;
  session_id: string;
  parent_tool_use_id: null;
}

/** The records of qwen-code for events outside replies, results and the control channel. */
export function qwenRecords(event: Event, voice: Voice, options: OtherOptions): OutputLine[] {
  const head = (): Head => ({
    type: "system",
    uuid: voice.uuid(),
    session_id: voice.sessionId,
    parent_tool_use_id: null,
  });
  switch (event.type) {
    case "task.started":
      return [{
        ...head(),
        subtype: "task_started",
        data: {
          task_id: event.taskId,
          ...(event.callId === null ? {} : { tool_use_id: event.callId }),
          description: event.description,
          ...(event.agentName === null ? {} : { subagent_type: event.agentName }),
        },
      }];
    case "task.completed":
      return [{
        ...head(),
        subtype: "task_notification",
        data: {
          task_id: event.taskId,
          ...(event.callId === null ? {} : { tool_use_id: event.callId }),
          status: event.status,
          usage: {
            total_tokens: event.usage.totalTokens,
            tool_uses: event.usage.toolUses,
            duration_ms: Math.round(event.usage.durationMs),
          },
        },
      }];
    case "model.changed":
      // A change that the host asked for is told by the next init.
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
      return [{
        ...head(),
        subtype: "retry",
        data: {
          reason: "retry",
          attempt: event.attempt,
          maxRetries: event.maxAttempts,
          delayMs: Math.round(event.delayMs),
          discardedToolCalls: event.discardedCalls,
          preserveText: false,
        },
      }];
    case "notice":
      if (event.code !== "session_not_kept") return [];
      return [{
        ...head(),
        subtype: "session_recording_degraded",
        data: { session_id: voice.sessionId, reason: "write_failed", message: event.text },
      }];
    case "tool.progress": {
      if (!options.partials) return [];
      const content = progress(event.progress);
      if (!content) return [];
      return [{
        type: "stream_event",
        uuid: voice.uuid(),
        session_id: voice.sessionId,
        parent_tool_use_id: event.agent,
        event: { type: "tool_progress", tool_use_id: event.callId, content },
      }];
    }
    default:
      return [];
  }
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
