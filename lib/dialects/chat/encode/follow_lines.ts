/**
 * Lines for a client that follows a session: it did not send every prompt and every answer itself, and it may have
 * joined late. Other clients do not get them.
 */
import { textOf } from "../../../model/content.ts";
import type { Event } from "../../../model/event.ts";
import type { JsonObject } from "../../../model/json.ts";
import type { ChatState } from "../chat_state.ts";
import type { SideLine } from "../../../../schemas/chat/out.gen.ts";

/** The lines that go after those of the event itself. */
export function followLines(event: Event, state: ChatState): SideLine[] {
  if (!state.isFollowing) return [];
  const { sessionId } = event;
  switch (event.type) {
    case "turn.started":
      return [promptLine(event, { promptId: event.promptId, content: textOf(event.prompt), name: event.by })];
    case "message.added": {
      if (event.origin !== "steering") return [];
      const promptId = state.session(sessionId).promptId ?? event.message.id;
      return [promptLine(event, { promptId, content: textOf(event.message.parts) })];
    }
    case "session.started":
      state.session(sessionId).tells(event.session);
      return [];
    case "session.changed": {
      const { model, mode } = event.session;
      if (!state.session(sessionId).tells(event.session)) return [];
      return [{ type: "session_changed", session_id: sessionId, model, approval_mode: mode }];
    }
    case "history.rewound":
      return [{ type: "session_rewound", session_id: sessionId, prompt_id: event.promptId }];
    case "ask.closed":
      return [closedLine(event, state)];
    default:
      return [];
  }
}

function promptLine(event: Event, facts: { promptId: string; content: string; name?: string }): SideLine {
  return {
    type: "user_message",
    session_id: event.sessionId,
    prompt_id: facts.promptId,
    content: facts.content,
    ...(facts.name === undefined ? {} : { name: facts.name }),
    timestamp: event.at,
  };
}

function closedLine({ sessionId, askId, by, answered }: Event & { type: "ask.closed" }, state: ChatState): SideLine {
  const isTold = by === "timeout" || by === "input_closed";
  return {
    type: "control_cancel_request",
    request_id: askId,
    session_id: sessionId,
    prompt_id: state.session(sessionId).promptId,
    reason: answered ? "answered" : isTold ? by : "cancelled",
    ...(answered ? { answered_by: answered.name, decision: answered.decision } : {}),
  };
}

/** What a client learns when it begins to follow a session. */
export function joinedFacts({ sessionId, result }: Event & { type: "reply" }): JsonObject {
  if (result.kind !== "joined") return {};
  const { session, commands, models, logId, fromSeq, role } = result;
  return {
    session_id: sessionId,
    log_id: logId,
    from_seq: fromSeq,
    cwd: session.cwd,
    model: session.model,
    models: models.map(({ id, label }) => ({ id, label })),
    approval_mode: session.mode,
    commands: commands.map(({ name, description }) => ({ name, description })),
    role,
  };
}
