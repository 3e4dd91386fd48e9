/** Lines that both output formats share: questions, replies, refusals and the end of a session. */
import { exitStatus, type Problem } from "../../../model/problem.ts";
import type { Event } from "../../../model/event.ts";
import { terminal } from "./annotations.ts";
import { controlRequest } from "../control.ts";
import { errorLine, wireProblem } from "../errors.ts";
import { frame } from "../line.ts";
import { heartbeatLine, replyLines } from "./side_lines.ts";
import type { ChatSession, ChatState } from "../chat_state.ts";
import type { ChatLine, ChunkLine, TerminalAnnotation } from "../../../../schemas/chat/out.gen.ts";

/** The lines of an event outside the conversation; null when the event belongs to the conversation. */
export function sideLines(event: Event, state: ChatState): ChatLine[] | null {
  switch (event.type) {
    case "reply":
      return replyLines(event, state);
    case "heartbeat":
      return [heartbeatLine(event, event)];
    case "ask.opened":
      return [openAsk(event, state)];
    case "ask.closed":
      closeAsk(event, state);
      return [];
    case "rejected":
      return rejectedLines(event, state);
    case "session.changed":
      state.session(event.sessionId).learn(event.session);
      return [];
    case "session.ended":
      return endSession(event, state);
    default:
      return null;
  }
}

function openAsk(event: Event & { type: "ask.opened" }, state: ChatState): ChatLine {
  const { askId, sessionId, ask } = event;
  const session = state.session(sessionId);
  const promptId = event.promptId ?? session.promptId;
  const line = controlRequest({ askId, sessionId, ask, promptId, cwd: session.cwd });
  state.asks.set(askId, { sessionId, subtype: line.subtype, ask });
  return line;
}

function closeAsk(event: Event & { type: "ask.closed" }, state: ChatState): void {
  const open = state.asks.get(event.askId);
  state.asks.delete(event.askId);
  if (!open || (event.by !== "timeout" && event.by !== "input_closed")) return;
  const message = event.by === "timeout" ? "No answer came in time" : "The input ended before an answer came";
  state.session(event.sessionId).holdError({
    request_id: event.askId,
    subtype: open.subtype,
    message,
    retryable: false,
  });
}

function rejectedLines(event: Event & { type: "rejected" }, state: ChatState): ChatLine[] {
  const { problem } = event;
  if (problem.fatal) state.isOver = true;
  if (problem.code !== "unsupported_protocol") {
    return [{ ...errorLine(problem), ...exitNote(event, state) }, ...refusedCancel(event, state)];
  }
  const session = state.session(event.sessionId);
  session.promptId ??= event.cause === null ? null : state.refused.get(event.cause) ?? null;
  return [{
    object: "chat.completion",
    ...frame(session, event),
    choices: [{
      index: 0,
      message: { role: "assistant", content: problem.message, ...exitNote(event, state) },
      finish_reason: "error",
    }],
    metadata: session.metadata(event, { error: wireProblem(problem) }),
  }];
}

/** The exit code of a process that a fatal error ends; a server goes on without the client. */
function exitNote(
  event: Event & { type: "rejected" | "session.ended" },
  state: ChatState,
): { annotations?: TerminalAnnotation[] } {
  const { problem } = event;
  const isFatal = event.type === "session.ended" || problem?.fatal === true;
  if (!problem || !isFatal || state.options.limits?.serving || state.level !== "all") return {};
  const facts = {
    channel: "stderr",
    source: "system",
    exit_code: exitStatus(problem.code),
    log_scope: "system",
  } as const;
  return { annotations: [terminal("", { ...facts, ...state.session(event.sessionId).stamp(event) })] };
}

/** A request of the host is answered as one, even when it is refused. */
function refusedCancel(event: Event & { type: "rejected" }, state: ChatState): ChatLine[] {
  if (event.cause === null) return [];
  const requestId = state.requests.get(event.cause) ?? state.cancels.get(event.cause)?.requestId ?? null;
  state.requests.delete(event.cause);
  state.cancels.delete(event.cause);
  if (requestId === null) return [];
  const error = { message: event.problem.message, retryable: false };
  return [{ type: "control_response", request_id: requestId, response: { subtype: "error", error } }];
}

function endSession(event: Event & { type: "session.ended" }, state: ChatState): ChatLine[] {
  const { problem } = event;
  const lines: ChatLine[] = [];
  const { isOver } = state;
  if (event.reason === "fatal" && problem && !isOver) {
    state.isOver = true;
    if (state.options.format === "stream-chunk-json") {
      lines.push(fatalChunk(event, { problem, session: state.session(event.sessionId) }), errorLine(problem));
    } else {
      lines.push({ ...errorLine(problem), ...exitNote(event, state) });
    }
  }
  const session = state.session(event.sessionId);
  // A fatal error has its exit code, and a session that was opened in advance has nothing to add.
  const isTold = session.isIntroduced ? lines.length > 0 : event.reason !== "signal" || state.hasToldExit;
  state.forget(event.sessionId);
  if (isOver || isTold || state.hasSessions || state.level !== "all") return lines;
  state.hasToldExit = true;
  return [...lines, exitLine(event, { state, session })];
}

/** The exit code of the process, after the last session. A whole line repeats the answer: it is the last line. */
function exitLine(
  event: Event & { type: "session.ended" },
  { state, session }: { state: ChatState; session: ChatSession },
): ChatLine {
  const exit_code = event.problem ? exitStatus(event.problem.code) : state.isOneShot ? state.lastExit : 0;
  const facts = { channel: "stderr", source: "system", exit_code, log_scope: "system" } as const;
  const annotations = [terminal("", { ...facts, ...session.stamp(event) })];
  const metadata = session.metadata(event, { event: "end" });
  if (state.options.format === "stream-chunk-json") {
    const choices = [{ index: 0 as const, delta: { annotations }, finish_reason: null }];
    return { object: "chat.completion.chunk", ...frame(session, event), choices, metadata };
  }
  const message = { role: "assistant" as const, content: session.lastAnswer, annotations };
  return {
    object: "chat.completion",
    ...frame(session, event),
    choices: [{ index: 0, message, finish_reason: "stop" }],
    metadata,
  };
}

/** A fatal error as a terminal would show it. */
function fatalChunk(event: Event, { problem, session }: { problem: Problem; session: ChatSession }): ChunkLine {
  const shown = terminal(`\u001b[31m${problem.message}\u001b[0m`, {
    channel: "stderr",
    source: "system",
    exit_code: exitStatus(problem.code),
    log_scope: "system",
    ...session.stamp(event),
  });
  const annotations = session.release(shown);
  return {
    object: "chat.completion.chunk",
    ...frame(session, event),
    choices: [{
      index: 0,
      delta: { content: problem.message, ...(annotations.length === 0 ? {} : { annotations }) },
      finish_reason: "error",
    }],
    metadata: session.metadata(event, { error: wireProblem(problem) }),
  };
}
