import { textOf, type ToolCall } from "../../../model/content.ts";
import type { Event, ToolCompleted, TurnCompleted } from "../../../model/event.ts";
import { NO_USAGE } from "../../../model/usage.ts";
import { hasAnsi } from "./ansi.ts";
import { terminal, thought } from "./annotations.ts";
import { sideLines } from "./encode_side.ts";
import {
  endAnnotation,
  finalText,
  fingerprint,
  finishReason,
  frame,
  isTruncated,
  NOTED,
  receipt,
  summary,
  wireCall,
  wireUsage,
} from "../line.ts";
import { notes } from "./notes.ts";
import { cancelledLine, compactedLines } from "./side_lines.ts";
import type { ChatSession, ChatState } from "../chat_state.ts";
import { outputText } from "./tool_display.ts";
import { callDisplay, completedNotes, confirmingNotes } from "./tool_notes.ts";
import type {
  Annotation,
  ChatLine,
  CompletionLine,
  FinishReason,
  Metadata,
  WireMessage,
  WireUsage,
} from "../../../../schemas/chat/out.gen.ts";

interface LineFacts {
  message: WireMessage;
  finish: FinishReason;
  usage?: WireUsage;
  metadata?: Partial<Metadata>;
  fingerprint?: string;
}

/** The lines of an event in whole messages: receipt, assistant, tool and summary lines. */
export function encodeMessage(event: Event, state: ChatState): ChatLine[] {
  const session = state.session(event.sessionId);
  if (event.type === "reply" && event.result.kind === "noted") {
    return [...introduce(event, state), notedLine(event, { promptId: event.result.promptId, session })];
  }
  const side = sideLines(event, state);
  if (event.type === "ask.opened") session.hold(...confirmingNotes(event, session));
  if (side) return isOutside(event) || side.length === 0 ? side : [...introduce(event, state), ...side];
  switch (event.type) {
    case "session.started":
      // The receipt is written with the session's first line: an unused session writes nothing.
      session.learn(event.session);
      return [];
    case "turn.started":
      session.learn(event.session);
      return beginTurn(event, state);
    case "message.completed":
      return assistantLine(event, session);
    case "tool.started":
      session.hold(callDisplay(event, { status: "Executing", session, event }));
      return [];
    case "tool.progress":
      if (event.progress.kind === "output") session.kept.add(event.callId, event.progress);
      return [];
    case "tool.completed":
      return [toolLine(event, session)];
    case "turn.paused":
      return [pauseLine(event, session)];
    case "turn.completed":
      return endTurn(event, { session, state });
    case "history.compacted":
      return compactedLines(event, session);
    default:
      session.hold(...notes(event, session));
      return [];
  }
}

/** Whether an event needs no session: refusals may precede it, and its end follows it. */
function isOutside(event: Event): boolean {
  return event.type === "rejected" || event.type === "session.ended";
}

function line(session: ChatSession, event: Event, facts: LineFacts): CompletionLine {
  return {
    object: "chat.completion",
    ...frame(session, event),
    choices: [{ index: 0, message: facts.message, finish_reason: facts.finish }],
    ...(facts.usage ? { usage: facts.usage } : {}),
    ...(facts.fingerprint ? { system_fingerprint: facts.fingerprint } : {}),
    metadata: session.metadata(event, facts.metadata),
  };
}

function introduce(event: Event, state: ChatState): ChatLine[] {
  const session = state.session(event.sessionId);
  if (session.isIntroduced || session.info === null) return [];
  session.isIntroduced = true;
  return [line(session, event, {
    message: { role: "assistant", content: "" },
    finish: "stop",
    fingerprint: fingerprint(state, session),
    metadata: receipt(state, session),
  })];
}

function beginTurn(event: Event & { type: "turn.started" }, state: ChatState): ChatLine[] {
  state.session(event.sessionId).begin(event.promptId);
  return introduce(event, state);
}

function assistantLine(event: Event & { type: "message.completed" }, session: ChatSession): ChatLine[] {
  if (event.parts.length === 0 && event.interrupted) return [];
  const text = textOf(event.parts);
  const calls = event.parts.filter((part): part is ToolCall => part.kind === "tool_call");
  if (event.agent === null) {
    session.lastText = text;
    session.model = event.model;
  }
  const annotations = session.release(...assistantAnnotations(event, { session, text, calls }));
  return [{
    ...line(session, event, {
      message: {
        role: "assistant",
        content: text === "" && calls.length > 0 ? null : text,
        tool_calls: calls.length === 0 ? null : calls.map(wireCall),
        ...(annotations.length === 0 ? {} : { annotations }),
      },
      finish: finishReason(event.stop.reason),
      usage: wireUsage(event.usage),
    }),
    model: event.model,
  }];
}

function assistantAnnotations(
  event: Event & { type: "message.completed" },
  facts: { session: ChatSession; text: string; calls: ToolCall[] },
): Annotation[] {
  const { session, text, calls } = facts;
  const stamp = session.stamp(event);
  const annotations: Annotation[] = [];
  for (const part of event.parts) if (part.kind === "thinking") annotations.push(thought(part.text, stamp));
  if (hasAnsi(text)) annotations.push(terminal(text, { channel: "stdout", source: "assistant", ...stamp }));
  for (const call of calls) annotations.push(callDisplay(call, { status: "Pending", session, event }));
  return annotations;
}

function toolLine(event: Event & ToolCompleted, session: ChatSession): ChatLine {
  const content = outputText(event.output);
  const annotations = session.release(...completedNotes(event, { session, kept: session.kept }));
  return line(session, event, {
    message: {
      role: "tool",
      tool_call_id: event.callId,
      content,
      ...(annotations.length === 0 ? {} : { annotations }),
    },
    finish: "tool_calls",
  });
}

function notedLine(event: Event, facts: { promptId: string; session: ChatSession }): ChatLine {
  return line(facts.session, event, {
    message: { role: "assistant", content: "" },
    finish: "stop",
    usage: wireUsage(NO_USAGE),
    metadata: { ...NOTED, prompt_id: facts.promptId },
  });
}

function pauseLine(event: Event & { type: "turn.paused" }, session: ChatSession): ChatLine {
  const annotations = session.release();
  return line(session, event, {
    message: {
      role: "assistant",
      content: null,
      tool_calls: event.calls.map(wireCall),
      ...(annotations.length === 0 ? {} : { annotations }),
    },
    finish: "tool_calls",
    usage: wireUsage(event.usage),
    metadata: { event: "pause" },
  });
}

function endTurn(
  event: Event & TurnCompleted,
  { session, state }: { session: ChatSession; state: ChatState },
): ChatLine[] {
  const { outcome } = event;
  const annotations = session.release(...endAnnotation(event, session), ...exitNotes(event, { session, state }));
  session.promptId = event.promptId;
  session.lastAnswer = finalText(event, session);
  const last = line(session, event, {
    message: {
      role: "assistant",
      content: session.lastAnswer,
      ...(annotations.length === 0 ? {} : { annotations }),
    },
    finish: isTruncated(event)
      ? "length"
      : outcome.kind === "done" && outcome.stop.reason !== "tool_calls"
      ? finishReason(outcome.stop.reason)
      : "stop",
    usage: wireUsage(event.usage),
    metadata: summary(event),
  });
  return outcome.kind === "interrupted" ? [cancelledLine(event.sessionId, event.promptId), last] : [last];
}

/** The exit code on the last line of the `json` format, after which nothing is written. */
function exitNotes(event: Event, { session, state }: { session: ChatSession; state: ChatState }): Annotation[] {
  if (state.options.format !== "json") return [];
  const facts = { channel: "stderr", source: "system", exit_code: state.lastExit, log_scope: "system" } as const;
  return [terminal("", { ...facts, ...session.stamp(event) })];
}
