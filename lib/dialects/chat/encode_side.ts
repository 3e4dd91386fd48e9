/** What both output formats say in the same words: questions, answers, refusals and the end of a session. */
import { exitStatus, type Problem } from "../../model/problem.ts";
import type { Event } from "../../model/event.ts";
import { terminal } from "./annotations.ts";
import { controlRequest } from "./control.ts";
import { errorLine, wireProblem } from "./errors.ts";
import { frame } from "./line.ts";
import { heartbeatLine, replyLines } from "./side.ts";
import type { Speaker, Talk } from "./talk.ts";
import type { ChatLine, ChunkLine } from "../../../schemas/chat/out.gen.ts";

/** The lines of an event that is no part of the conversation; null when it is one. */
export function sideLines(event: Event, talk: Talk): ChatLine[] | null {
  switch (event.type) {
    case "reply":
      return replyLines(event, talk);
    case "heartbeat":
      return [heartbeatLine(event, event)];
    case "ask.opened":
      return [openAsk(event, talk)];
    case "ask.closed":
      closeAsk(event, talk);
      return [];
    case "rejected":
      return rejectedLines(event, talk);
    case "session.changed":
      talk.speaker(event.sessionId).learn(event.session);
      return [];
    case "session.ended":
      return endSession(event, talk);
    default:
      return null;
  }
}

function openAsk(event: Event & { type: "ask.opened" }, talk: Talk): ChatLine {
  const { askId, sessionId, ask } = event;
  const line = controlRequest({ askId, sessionId, ask, promptId: talk.speaker(sessionId).promptId });
  talk.asks.set(askId, { sessionId, subtype: line.subtype, ask });
  return line;
}

function closeAsk(event: Event & { type: "ask.closed" }, talk: Talk): void {
  const open = talk.asks.get(event.askId);
  talk.asks.delete(event.askId);
  if (!open || (event.by !== "timeout" && event.by !== "input_closed")) return;
  const message = event.by === "timeout" ? "No answer came in time" : "The input ended before an answer came";
  talk.speaker(event.sessionId).holdError({
    request_id: event.askId,
    subtype: open.subtype,
    message,
    retryable: false,
  });
}

function rejectedLines(event: Event & { type: "rejected" }, talk: Talk): ChatLine[] {
  const { problem } = event;
  if (problem.fatal) talk.isOver = true;
  if (problem.code !== "unsupported_protocol") return [errorLine(problem), ...refusedCancel(event, talk)];
  const speaker = talk.speaker(event.sessionId);
  return [{
    object: "chat.completion",
    ...frame(speaker, event),
    choices: [{ index: 0, message: { role: "assistant", content: problem.message }, finish_reason: "error" }],
    metadata: speaker.metadata(event, { error: wireProblem(problem) }),
  }];
}

/** A cancel that was sent as a request is answered as one, also when there is nothing it could mean. */
function refusedCancel(event: Event & { type: "rejected" }, talk: Talk): ChatLine[] {
  const open = event.cause === null ? undefined : talk.cancels.get(event.cause);
  if (!open || event.cause === null) return [];
  talk.cancels.delete(event.cause);
  if (open.requestId === null) return [];
  const error = { message: event.problem.message, retryable: false };
  return [{ type: "control_response", request_id: open.requestId, response: { subtype: "error", error } }];
}

function endSession(event: Event & { type: "session.ended" }, talk: Talk): ChatLine[] {
  const { problem } = event;
  const lines: ChatLine[] = [];
  if (event.reason === "fatal" && problem && !talk.isOver) {
    talk.isOver = true;
    if (talk.options.format === "stream-chunk-json") {
      lines.push(fatalChunk(event, { problem, speaker: talk.speaker(event.sessionId) }));
    }
    lines.push(errorLine(problem));
  }
  talk.forget(event.sessionId);
  return lines;
}

/** A fatal error as a terminal would show it: the one text in chunks that is not the model's. */
function fatalChunk(event: Event, { problem, speaker }: { problem: Problem; speaker: Speaker }): ChunkLine {
  const shown = terminal(`\u001b[31m${problem.message}\u001b[0m`, {
    channel: "stderr",
    source: "system",
    exit_code: exitStatus(problem.code),
    log_scope: "system",
    ...speaker.stamp(event),
  });
  const annotations = speaker.release(shown);
  return {
    object: "chat.completion.chunk",
    ...frame(speaker, event),
    choices: [{
      index: 0,
      delta: { content: problem.message, ...(annotations.length === 0 ? {} : { annotations }) },
      finish_reason: "error",
    }],
    metadata: speaker.metadata(event, { error: wireProblem(problem) }),
  };
}
