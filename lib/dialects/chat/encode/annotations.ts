import type { AnsiText } from "./ansi.ts";
import { parseAnsi } from "./ansi.ts";
import type {
  Annotation,
  AnsiAnnotation,
  SessionEventAnnotation,
  SessionEventName,
  TerminalAnnotation,
  ThoughtAnnotation,
  ToolDisplayAnnotation,
} from "../../../../schemas/chat/out.gen.ts";

type AnnotationHead = Pick<TerminalAnnotation, "log_scope" | "prompt_id" | "timestamp">;

/** Which annotations are written. */
export type AnnotationLevel = "none" | "tools" | "all";

/** The level that a flag names; unknown values mean `all`. */
export function annotationLevel(value: string | boolean | undefined): AnnotationLevel {
  return value === "none" || value === "tools" ? value : "all";
}

/** Whether a level lets an annotation through. */
export function isShown(level: AnnotationLevel, annotation: Annotation): boolean {
  return level === "all" || (level === "tools" && annotation.type === "x-qwen-tool-display");
}

/** The time and the prompt of an annotation. */
export interface Stamp {
  promptId: string | null;
  at: number;
}

/** Text as a terminal would show it. */
export function terminal(
  text: string | AnsiText,
  facts:
    & Pick<TerminalAnnotation, "channel" | "source">
    & Partial<Pick<TerminalAnnotation, "tool_call_id" | "console_level" | "exit_code" | "log_scope">>
    & Stamp,
): TerminalAnnotation {
  const { channel, source, promptId, at, log_scope, ...rest } = facts;
  const parsed = typeof text === "string" ? parseAnsi(text) : text;
  return { type: "x-qwen-terminal", channel, source, ...parsed, ...rest, ...head({ promptId, at }, log_scope) };
}

/** A tool call and its result. */
export function toolDisplay(
  facts:
    & Pick<ToolDisplayAnnotation, "tool_call_id" | "tool_name" | "session_id" | "status">
    & Partial<Pick<ToolDisplayAnnotation, "result_display" | "confirmation">>
    & Stamp,
): ToolDisplayAnnotation {
  const { tool_call_id, tool_name, session_id, status, result_display, confirmation } = facts;
  return {
    type: "x-qwen-tool-display",
    tool_call_id,
    tool_name,
    session_id,
    status,
    ...(result_display === undefined ? {} : { result_display }),
    confirmation: confirmation ?? null,
    pending: status === "Pending",
    ...head(facts, "tool"),
  };
}

/** A thought; one that opens with `**Head**` has it as its subject. */
export function thought(text: string, stamp: Stamp): ThoughtAnnotation {
  const opening = /^\s*\*\*([^*\n]+)\*\*\s*/.exec(text);
  return {
    type: "x-qwen-thought",
    subject: opening ? opening[1].trim() : "",
    description: opening ? text.slice(opening[0].length) : text,
    ...head(stamp),
  };
}

/** Something that happened to the session. */
export function sessionEvent(
  event: SessionEventName,
  facts: Stamp & { message: string; metrics?: Record<string, number> },
): SessionEventAnnotation {
  const metrics = facts.metrics === undefined ? {} : { metrics: facts.metrics };
  return { type: "x-qwen-session-event", event, message: facts.message, ...metrics, ...head(facts, "system") };
}

/** A raw escape sequence that belongs to no text. */
export function rawAnsi(value: string, stamp: Stamp): AnsiAnnotation {
  return { type: "x-qwen-ansi", value, ...head(stamp, "tool") };
}

function head(stamp: Stamp, scope?: AnnotationHead["log_scope"]): AnnotationHead {
  const fields: AnnotationHead = {};
  if (scope !== undefined) fields.log_scope = scope;
  if (stamp.promptId !== null) fields.prompt_id = stamp.promptId;
  fields.timestamp = stamp.at;
  return fields;
}
