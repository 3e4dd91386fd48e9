/** Lines beside the conversation: answers to commands, hints, heartbeats and cancels. */
import type { Message, Part } from "../../model/content.ts";
import { textOf } from "../../model/content.ts";
import type { Activity, CommandResult, Event, Reply } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import { wireCall } from "./line.ts";
import type { OpenCancel, Talk } from "./talk.ts";
import { outputText } from "./tool_display.ts";
import type { SideLine, WireCommandResult } from "../../../schemas/chat/out.gen.ts";

/** The lines of an answer; none for answers that only other dialects ask for. */
export function replyLines(event: Event & { type: "reply" }, talk: Talk): SideLine[] {
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
    case "hint":
      return [hintLine(result, sessionId)];
    case "heartbeat":
      return [heartbeatLine(event, result)];
    case "interrupted":
      return cancelLines({ ...event, result }, talk);
    default:
      return [];
  }
}

/** A heartbeat, asked for or not. */
export function heartbeatLine(
  event: Event,
  beat: { promptId?: string | null; state: Activity; sinceMs: number },
): SideLine {
  return {
    type: "result/heartbeat",
    session_id: event.sessionId,
    ...(beat.promptId ? { prompt_id: beat.promptId } : {}),
    status: "ok",
    ts: Math.floor(event.at / 1000),
    state: beat.state,
    since_ms: beat.sinceMs,
  };
}

/** The line that says that the user stopped a turn. */
export function cancelledLine(sessionId: string, promptId: string | null): SideLine {
  return {
    type: "x-qwen-session-event",
    session_id: sessionId,
    prompt_id: promptId,
    event: "USER_CANCELLED",
    message: "User cancelled the request.",
  };
}

/** What a command came to, in the words of the wire. */
export function commandResult(result: CommandResult): WireCommandResult {
  switch (result.type) {
    case "handled":
    case "quit":
      return { type: result.type, ...(result.text === undefined ? {} : { text: result.text }) };
    case "message":
      return { type: "message", level: result.level, content: result.content };
    case "dialog":
      return { type: "dialog", dialog: result.dialog };
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

function cancelLines(event: Event & { result: Reply & { kind: "interrupted" } }, talk: Talk): SideLine[] {
  const { result } = event;
  const open: OpenCancel | undefined = event.cause === null ? undefined : talk.cancels.get(event.cause);
  if (event.cause !== null) talk.cancels.delete(event.cause);
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
