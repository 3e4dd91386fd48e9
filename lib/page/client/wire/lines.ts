/** The lines of the chat dialect that the page reads. */
import type {
  Annotation,
  ChunkLine,
  CommandLine,
  CompletionLine,
  ControlCancelLine,
  ControlRequestLine,
  ControlResponseLine,
  ErrorLine,
  HeartbeatLine,
  HintLine,
  SessionChangedLine,
  SessionEventLine,
  SessionRewoundLine,
  SideLine,
  UserMessageLine,
} from "../../../../schemas/chat/out.gen.ts";

export type {
  Annotation,
  CanUseTool,
  ChunkLine,
  CommandLine,
  ConfirmAction,
  ConfirmShellCommands,
  ControlCancelLine,
  ControlRequestLine,
  ControlResponseLine,
  Delta,
  HintLine,
  Metadata,
  ResultDisplay,
  SessionEventLine,
  TaskExecutionDisplay,
  TerminalAnnotation,
  ToolDisplayAnnotation,
  ToolStatus,
  UserMessageLine,
  WireConfirmation,
} from "../../../../schemas/chat/out.gen.ts";

/** The refusal of a connection, before the dialect is known. */
export interface RefusalLine {
  type: "error";
  code: string;
  message: string;
}

/** A line of the server. */
export type OutLine = ChunkLine | CompletionLine | ErrorLine | SideLine | RefusalLine;

/** The number of a line's event; null for a line that is no event of the session, or not the last one of it. */
export function seqOf(line: OutLine): number | null {
  return "seq" in line && typeof line.seq === "number" ? line.seq : null;
}

/** The session of a line; null for a line of none. */
export function sessionOf(line: OutLine): string | null {
  if ("metadata" in line && "object" in line) return line.metadata.session_id;
  return "session_id" in line && typeof line.session_id === "string" ? line.session_id : null;
}

const ALONE = new Set<string>([
  "control_response",
  "result/command",
  "result/command_hint",
  "result/heartbeat",
  "result/cancel",
]);

/** Whether a line without a number is whole by itself: it answers this client, and is no event of the session. */
export function isAlone(line: OutLine): boolean {
  return "type" in line && ALONE.has(line.type);
}

/** Whether a line refuses the connection. */
export function isRefusal(line: OutLine): line is RefusalLine {
  return "type" in line && line.type === "error";
}

/** Whether a line is a refusal of something that was sent. */
export function isError(line: OutLine): line is ErrorLine {
  return "error" in line && !("object" in line) && !("type" in line);
}

/** Whether a line is an increment of an answer. */
export function isChunk(line: OutLine): line is ChunkLine {
  return "object" in line && line.object === "chat.completion.chunk";
}

/** Whether a line is a prompt of any client. */
export function isUserMessage(line: OutLine): line is UserMessageLine {
  return "type" in line && line.type === "user_message";
}

/** Whether a line tells that a question needs no answer any more. */
export function isClosing(line: OutLine): line is ControlCancelLine {
  return "type" in line && line.type === "control_cancel_request";
}

/** Whether a line tells another model or mode. */
export function isChange(line: OutLine): line is SessionChangedLine {
  return "type" in line && line.type === "session_changed";
}

/** Whether a line tells that the conversation went back. */
export function isRewound(line: OutLine): line is SessionRewoundLine {
  return "type" in line && line.type === "session_rewound";
}

/** Whether a line tells what happened to the session. */
export function isSessionEvent(line: OutLine): line is SessionEventLine {
  return "type" in line && line.type === "x-qwen-session-event";
}

/** Whether a line asks a person. */
export function isQuestion(line: OutLine): line is ControlRequestLine {
  return "type" in line && line.type === "control_request";
}

/** Whether a line answers a request of the page. */
export function isResponse(line: OutLine): line is ControlResponseLine {
  return "type" in line && line.type === "control_response";
}

/** Whether a line is a sign of life. */
export function isHeartbeat(line: OutLine): line is HeartbeatLine {
  return "type" in line && line.type === "result/heartbeat";
}

/** Whether a line has suggestions for what is being typed. */
export function isHint(line: OutLine): line is HintLine {
  return "type" in line && line.type === "result/command_hint";
}

/** Whether a line is the result of a command. */
export function isCommand(line: OutLine): line is CommandLine {
  return "type" in line && line.type === "result/command";
}

/** An annotation as a terminal would write it, byte for byte; null where it has nothing for a terminal. */
export function terminalBytes(annotation: Annotation): string | null {
  if (annotation.type === "x-qwen-ansi") return annotation.value;
  if (annotation.type !== "x-qwen-terminal") return null;
  let whole = "";
  let from = 0;
  for (const { offset, sequence } of annotation.ansi) {
    whole += annotation.text.slice(from, offset) + sequence;
    from = offset;
  }
  return whole + annotation.text.slice(from);
}
