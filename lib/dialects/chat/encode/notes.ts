import type { Event } from "../../../model/event.ts";
import { sessionEvent, terminal } from "./annotations.ts";
import type { ChatSession } from "../chat_state.ts";
import type { Annotation, TerminalAnnotation } from "../../../../schemas/chat/out.gen.ts";

type LogScope = "system" | "tool" | "debug";
type Level = NonNullable<TerminalAnnotation["console_level"]>;

/** Annotations of an event outside the conversation: logs and session events. */
export function notes(event: Event, session: ChatSession): Annotation[] {
  const stamp = session.stamp(event);
  const log = (text: string, { level = "info", scope }: { level?: Level; scope: LogScope }): Annotation[] => [
    terminal(text, { channel: "stderr", source: "console", console_level: level, log_scope: scope, ...stamp }),
  ];
  switch (event.type) {
    case "notice":
      return log(event.text, { level: event.level === "warning" ? "warn" : "info", scope: noticeScope(event.code) });
    case "retry.scheduled":
      return [sessionEvent("Retry", {
        message: `Trying again: ${event.problem.message}`,
        ...stamp,
        metrics: {
          attempt: event.attempt,
          max_attempts: event.maxAttempts,
          delay_ms: event.delayMs,
          discarded_calls: event.discardedCalls,
        },
      })];
    case "history.compacted":
      return [sessionEvent("ChatCompressed", {
        message: "The conversation was compressed to fit the model's context.",
        ...stamp,
        metrics: {
          original_tokens: event.tokensBefore,
          compressed_tokens: event.tokensAfter,
          duration_ms: event.durationMs,
        },
      })];
    case "model.changed":
      return log(`The model changed from ${event.from} to ${event.to}.`, { scope: "system" });
    case "task.completed":
      return log(`Task ${event.taskId} ${event.status}: ${event.summary}`, { scope: "tool" });
    case "hook.completed":
      return event.output === "" ? [] : log(event.output, {
        level: event.outcome === "error" ? "error" : "debug",
        scope: "debug",
      });
    default:
      return [];
  }
}

function noticeScope(code: string): LogScope {
  if (code.startsWith("tool") || code.startsWith("mcp")) return "tool";
  return code.startsWith("debug") ? "debug" : "system";
}
