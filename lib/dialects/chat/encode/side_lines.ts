/** Lines outside the conversation: results of commands, hints, heartbeats and cancels. */
import type { Message, Part } from "../../../model/content.ts";
import { textOf } from "../../../model/content.ts";
import type { Activity, CommandResult, Event, Reply } from "../../../model/event.ts";
import type { SavedSessionInfo } from "../../../model/client_work.ts";
import { isObject, type JsonObject } from "../../../model/json.ts";
import { wireCall } from "../line.ts";
import type { ChatSession, ChatState, OpenCancel } from "../chat_state.ts";
import { joinedFacts } from "./follow_lines.ts";
import { notes } from "./notes.ts";
import { outputText } from "./tool_display.ts";
import type { SideLine, WireCommandResult } from "../../../../schemas/chat/out.gen.ts";

/** The lines of a reply; none for replies that only other dialects request. */
export function replyLines(event: Event & { type: "reply" }, state: ChatState): SideLine[] {
  const { result, sessionId } = event;
  switch (result.kind) {
    case "command":
      return [{
        type: "result/command",
        session_id: sessionId,
        prompt_id: result.promptId,
        command: { kind: "slash", path: result.path, args: result.args },
        result: commandResult(result.result),
      }];
    case "references":
      return [{
        type: "result/command",
        session_id: sessionId,
        prompt_id: result.promptId,
        command: { kind: "at", path: [], args: "" },
        result: referencesResult(result),
      }];
    case "greeted":
    case "configured":
    case "initialized":
      return initializedLines(event, state);
    case "sessions":
      return answerLines(event, { state, result: { sessions: result.sessions.map(sessionEntry) } });
    case "value":
      return answerLines(event, { state, result: isObject(result.value) ? result.value as JsonObject : {} });
    case "joined":
      return answerLines(event, { state, result: joinedFacts(event) });
    case "left":
      return answerLines(event, { state, result: { session_id: sessionId } });
    case "hint":
      return [hintLine(result, sessionId)];
    case "heartbeat":
      return [heartbeatLine(event, result)];
    case "interrupted":
      return cancelLines({ ...event, result }, state);
    default:
      return [];
  }
}

/** A heartbeat, requested or not. */
export function heartbeatLine(
  event: Event,
  beat: { promptId?: string | null; state: Activity; sinceMs: number; until?: string },
): SideLine {
  return {
    type: "result/heartbeat",
    session_id: event.sessionId,
    ...(beat.promptId ? { prompt_id: beat.promptId } : {}),
    status: "ok",
    ts: Math.floor(event.at / 1000),
    state: beat.state,
    since_ms: beat.sinceMs,
    ...(beat.until === undefined ? {} : { until: beat.until }),
  };
}

/** The line that reports that the user cancelled a turn. */
export function cancelledLine(sessionId: string, promptId: string | null): SideLine {
  return {
    type: "x-qwen-session-event",
    session_id: sessionId,
    prompt_id: promptId,
    event: "USER_CANCELLED",
    message: "User cancelled the request.",
  };
}

/** The line that reports at once that the conversation was compressed; none where annotations are off. */
export function compactedLines(event: Event & { type: "history.compacted" }, session: ChatSession): SideLine[] {
  return notes(event, session).flatMap((note) => {
    if (note.type !== "x-qwen-session-event" || !session.shows(note)) return [];
    return [{
      type: note.type,
      session_id: event.sessionId,
      prompt_id: session.promptId,
      event: note.event,
      message: note.message,
      ...(note.metrics === undefined ? {} : { metrics: note.metrics }),
    }];
  });
}

/** The result of a command on the wire. */
function commandResult(result: CommandResult): WireCommandResult {
  switch (result.type) {
    case "handled":
    case "quit":
      return { type: result.type, ...(result.text === undefined ? {} : { text: result.text }) };
    case "message":
      return { type: "message", level: result.level, content: result.content };
    case "dialog":
      return {
        type: "dialog",
        dialog: result.dialog,
        ...(result.choices === undefined ? {} : { choices: result.choices, current: result.current ?? null }),
      };
    case "tool":
      return { type: "tool", tool_request: { name: result.tool, args: result.input } };
    case "submit_prompt":
      return { type: "submit_prompt", parts: result.content.flatMap(wirePart) };
    case "load_history":
      return { type: "load_history", history: result.history.flatMap(wireMessages) };
    case "quit_confirmation":
      return { type: "quit_confirmation" };
    case "confirm_shell_commands":
      return { type: "confirm_shell_commands", commands: result.commands };
    case "confirm_action":
      return { type: "confirm_action", prompt: result.prompt };
  }
}

/** The answer to the host's `initialize` request, or to a change of the session. */
function initializedLines(event: Event & { type: "reply" }, state: ChatState): SideLine[] {
  const message = event.result.kind === "configured" ? "Changed." : "Initialized.";
  // A host that has named no session yet is told none.
  const named: JsonObject = event.sessionId === "" ? {} : { session_id: event.sessionId };
  return answerLines(event, { state, result: { message, ...named } });
}

/** The answer to a control request of the host; nothing where none is open. */
function answerLines(
  event: Event & { type: "reply" },
  { state, result }: { state: ChatState; result: JsonObject },
): SideLine[] {
  const requestId = event.cause === null ? undefined : state.requests.get(event.cause);
  if (requestId === undefined || event.cause === null) return [];
  state.requests.delete(event.cause);
  const answer = { status: "ok", message: "", ...result } as const;
  return [{ type: "control_response", request_id: requestId, response: { subtype: "success", result: answer } }];
}

function sessionEntry({ sessionId, title, cwd, updatedAt, state }: SavedSessionInfo): JsonObject {
  return {
    session_id: sessionId,
    title,
    cwd,
    updated_at: new Date(updatedAt).toISOString(),
    state: state ?? "saved",
  };
}

function referencesResult({ read, missing, notes }: Reply & { kind: "references" }): WireCommandResult {
  const texts = [
    ...(read.length > 0 ? [`Read: ${read.join(", ")}`] : []),
    ...(missing.length > 0 ? [`Not found: ${missing.join(", ")}`] : []),
    ...notes.filter((note) => !missing.some((name) => note.startsWith(`${name}: `))).map((note) => `Left out: ${note}`),
  ];
  return { type: "message", level: read.length > 0 ? "info" : "error", content: texts.join("\n") };
}

function hintLine(hint: Reply & { kind: "hint" }, sessionId: string): SideLine {
  return {
    type: "result/command_hint",
    session_id: sessionId,
    prompt_id: hint.promptId,
    trigger: hint.trigger,
    status: hint.status,
    suggestions: hint.suggestions.map(({ label, value, description, matchedIndex }) => ({
      label,
      value,
      ...(description === undefined ? {} : { description }),
      ...(matchedIndex === undefined ? {} : { matchedIndex }),
    })),
    ...(hint.message === undefined ? {} : { message: hint.message }),
    metadata: { is_perfect_match: hint.isPerfectMatch },
  };
}

function cancelLines(event: Event & { result: Reply & { kind: "interrupted" } }, state: ChatState): SideLine[] {
  const { result } = event;
  const open: OpenCancel | undefined = event.cause === null ? undefined : state.cancels.get(event.cause);
  if (event.cause !== null) state.cancels.delete(event.cause);
  const promptId = result.wasRunning ? result.promptId : open?.promptId ?? null;
  const message = result.wasRunning ? "Request cancelled." : nothingCancelled(result.promptId, open);
  const lines: SideLine[] = [{
    type: "result/cancel",
    session_id: event.sessionId,
    ...(promptId === null ? {} : { prompt_id: promptId }),
    status: result.wasRunning ? "ok" : "noop",
    message,
  }];
  if (open?.requestId) {
    const status = result.wasRunning ? "ok" : "noop";
    lines.push({
      type: "control_response",
      request_id: open.requestId,
      response: { subtype: "success", result: { status, message } },
    });
  }
  return lines;
}

function nothingCancelled(running: string | null, open: OpenCancel | undefined): string {
  if (running !== null && open && open.promptId !== null && running !== open.promptId) {
    return `The prompt "${open.promptId}" is not running: the running one is "${running}".`;
  }
  return "Nothing is running.";
}

function wirePart(part: Part): JsonObject[] {
  switch (part.kind) {
    case "text":
      return [{ type: "text", text: part.text }];
    case "media":
      return [{ type: "inline_data", inline_data: { mime_type: part.mediaType, data: part.base64 } }];
    case "file":
      return [{ type: "file_data", file_data: { file_uri: part.uri, mime_type: part.mediaType } }];
    default:
      return [];
  }
}

function wireMessages(message: Message): JsonObject[] {
  if (message.role === "tool") {
    return message.parts.flatMap((part) =>
      part.kind === "tool_result" ? [{ role: "tool", tool_call_id: part.callId, content: outputText(part.output) }] : []
    );
  }
  const calls = message.parts.flatMap((part) => part.kind === "tool_call" ? [{ ...wireCall(part) }] : []);
  return [{
    role: message.role,
    content: textOf(message.parts),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }];
}
