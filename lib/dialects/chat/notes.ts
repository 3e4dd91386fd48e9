import type { Event } from "../../model/event.ts";
import { sessionEvent, terminal } from "./annotations.ts";
import type { Speaker } from "./talk.ts";
import type { Annotation, TerminalAnnotation } from "../../../schemas/chat/out.gen.ts";

type Level = NonNullable<TerminalAnnotation["console_level"]>;

/** What is said beside the conversation about an event: logs, and what happened to the session. */
export function notes(event: Event, speaker: Speaker): Annotation[] {
  const stamp = speaker.stamp(event);
  const log = (text: string, level: Level, log_scope: "system" | "tool" | "debug"): Annotation[] => [
    terminal(text, { channel: "stderr", source: "console", console_level: level, log_scope, ...stamp }),
  ];
  switch (event.type) {
    case "notice":
      return log(event.text, event.level === "warning" ? "warn" : "info", noticeScope(event.code));
    case "retry.scheduled":
      return [sessionEvent("Retry", `Trying again: ${event.problem.message}`, {
        ...stamp,
        metrics: {
          attempt: event.attempt,
          max_attempts: event.maxAttempts,
          delay_ms: event.delayMs,
          discarded_calls: event.discardedCalls,
        },
      })];
    case "history.compacted":
      return [sessionEvent("ChatCompressed", "The conversation was compressed to fit the model's context.", {
        ...stamp,
        metrics: {
          original_tokens: event.tokensBefore,
          compressed_tokens: event.tokensAfter,
          duration_ms: event.durationMs,
        },
      })];
    case "model.changed":
      return log(`The model changed from ${event.from} to ${event.to}.`, "info", "system");
    case "task.completed":
      return log(`Task ${event.taskId} ${event.status}: ${event.summary}`, "info", "tool");
    case "hook.completed":
      return event.output === "" ? [] : log(event.output, event.outcome === "error" ? "error" : "debug", "debug");
    default:
      return [];
  }
}

function noticeScope(code: string): "system" | "tool" | "debug" {
  if (code.startsWith("tool") || code.startsWith("mcp")) return "tool";
  return code.startsWith("debug") ? "debug" : "system";
}
