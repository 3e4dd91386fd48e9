import { textOf, type ToolCall } from "../../model/content.ts";
import type { Event, ToolCompleted, TurnCompleted } from "../../model/event.ts";
import { NO_USAGE } from "../../model/usage.ts";
import { hasAnsi } from "./ansi.ts";
import { terminal, thought } from "./annotations.ts";
import { sideLines } from "./encode_side.ts";
import {
  endAnnotation,
  finalText,
  fingerprint,
  finishReason,
  frame,
  NOTED,
  receipt,
  summary,
  wireCall,
  wireUsage,
} from "./line.ts";
import { notes } from "./notes.ts";
import { cancelledLine } from "./side.ts";
import type { Speaker, Talk } from "./talk.ts";
import { outputText } from "./tool_display.ts";
import { callDisplay, completedNotes } from "./tool_notes.ts";
import type {
  Annotation,
  ChatLine,
  CompletionLine,
  FinishReason,
  Metadata,
  WireMessage,
  WireUsage,
} from "../../../schemas/chat/out.gen.ts";

interface LineFacts {
  message: WireMessage;
  finish: FinishReason;
  usage?: WireUsage;
  metadata?: Partial<Metadata>;
  fingerprint?: string;
}

/** The lines of an event at the level of messages: receipt, assistant, tool and summary lines. */
export function encodeMessage(event: Event, talk: Talk): ChatLine[] {
  const speaker = talk.speaker(event.sessionId);
  if (event.type === "reply" && event.result.kind === "noted") {
    return [...introduce(event, talk), notedLine(event, { promptId: event.result.promptId, speaker })];
  }
  const side = sideLines(event, talk);
  if (side) return isOutside(event) || side.length === 0 ? side : [...introduce(event, talk), ...side];
  switch (event.type) {
    case "session.started":
      // Its receipt is written with the first thing it says: a session that nobody spoke to stays silent.
      speaker.learn(event.session);
      return [];
    case "turn.started":
      speaker.learn(event.session);
      return beginTurn(event, talk);
    case "message.completed":
      return assistantLine(event, speaker);
    case "tool.progress":
      if (event.progress.kind === "output") speaker.kept.add(event.callId, event.progress);
      return [];
    case "tool.completed":
      return [toolLine(event, speaker)];
    case "turn.paused":
      return [pauseLine(event, speaker)];
    case "turn.completed":
      return endTurn(event, speaker);
    default:
      speaker.hold(...notes(event, speaker));
      return [];
  }
}

/** Whether an event belongs to no session: refusals are told before there is one, and ends after it. */
function isOutside(event: Event): boolean {
  return event.type === "rejected" || event.type === "session.ended";
}

function line(speaker: Speaker, event: Event, facts: LineFacts): CompletionLine {
  return {
    object: "chat.completion",
    ...frame(speaker, event),
    choices: [{ index: 0, message: facts.message, finish_reason: facts.finish }],
    ...(facts.usage ? { usage: facts.usage } : {}),
    ...(facts.fingerprint ? { system_fingerprint: facts.fingerprint } : {}),
    metadata: speaker.metadata(event, facts.metadata),
  };
}

function introduce(event: Event, talk: Talk): ChatLine[] {
  const speaker = talk.speaker(event.sessionId);
  if (speaker.isIntroduced || speaker.info === null) return [];
  speaker.isIntroduced = true;
  return [line(speaker, event, {
    message: { role: "assistant", content: "" },
    finish: "stop",
    fingerprint: fingerprint(talk, speaker),
    metadata: receipt(talk, speaker),
  })];
}

function beginTurn(event: Event & { type: "turn.started" }, talk: Talk): ChatLine[] {
  const first = introduce(event, talk);
  talk.speaker(event.sessionId).begin(event.promptId);
  return first;
}

function assistantLine(event: Event & { type: "message.completed" }, speaker: Speaker): ChatLine[] {
  if (event.parts.length === 0 && event.interrupted) return [];
  const text = textOf(event.parts);
  const calls = event.parts.filter((part): part is ToolCall => part.kind === "tool_call");
  if (event.agent === null) {
    speaker.lastText = text;
    speaker.model = event.model;
  }
  const annotations = speaker.release(...assistantAnnotations(event, { speaker, text, calls }));
  return [{
    ...line(speaker, event, {
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
  facts: { speaker: Speaker; text: string; calls: ToolCall[] },
): Annotation[] {
  const { speaker, text, calls } = facts;
  const stamp = speaker.stamp(event);
  const annotations: Annotation[] = [];
  for (const part of event.parts) if (part.kind === "thinking") annotations.push(thought(part.text, stamp));
  if (hasAnsi(text)) annotations.push(terminal(text, { channel: "stdout", source: "assistant", ...stamp }));
  for (const call of calls) annotations.push(callDisplay(call, { status: "Pending", speaker, event }));
  return annotations;
}

function toolLine(event: Event & ToolCompleted, speaker: Speaker): ChatLine {
  const content = outputText(event.output);
  const annotations = speaker.release(...completedNotes(event, { speaker, kept: speaker.kept }));
  return line(speaker, event, {
    message: {
      role: "tool",
      tool_call_id: event.callId,
      content,
      ...(annotations.length === 0 ? {} : { annotations }),
    },
    finish: "tool_calls",
  });
}

function notedLine(event: Event, facts: { promptId: string; speaker: Speaker }): ChatLine {
  return line(facts.speaker, event, {
    message: { role: "assistant", content: "" },
    finish: "stop",
    usage: wireUsage(NO_USAGE),
    metadata: { ...NOTED, prompt_id: facts.promptId },
  });
}

function pauseLine(event: Event & { type: "turn.paused" }, speaker: Speaker): ChatLine {
  const annotations = speaker.release();
  return line(speaker, event, {
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

function endTurn(event: Event & TurnCompleted, speaker: Speaker): ChatLine[] {
  const { outcome } = event;
  const annotations = speaker.release(...endAnnotation(event, speaker));
  speaker.promptId = event.promptId;
  const last = line(speaker, event, {
    message: {
      role: "assistant",
      content: finalText(event, speaker),
      ...(annotations.length === 0 ? {} : { annotations }),
    },
    finish: outcome.kind === "done" && outcome.stop.reason !== "tool_calls"
      ? finishReason(outcome.stop.reason)
      : "stop",
    usage: wireUsage(event.usage),
    metadata: summary(event),
  });
  return outcome.kind === "interrupted" ? [cancelledLine(event.sessionId, event.promptId), last] : [last];
}
