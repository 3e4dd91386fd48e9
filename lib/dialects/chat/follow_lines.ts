/**
 * Lines for a client that follows a session: it did not send every prompt and every answer itself, and it may have
 * joined late. Other clients do not get them.
 */
import { textOf } from "../../model/content.ts";
import type { Event, SessionInfo } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { SessionEventLine, SessionEventName } from "../../../schemas/chat/out.gen.ts";
import type { ChatState } from "./chat_state.ts";

/** What a line says beside its frame. */
interface Told {
  event: SessionEventName;
  promptId: string | null;
  message: string;
  data: JsonObject;
}

/** The lines that go before those of the event itself. */
export function linesBefore(event: Event, state: ChatState): SessionEventLine[] {
  if (!isFollowing(state)) return [];
  if (event.type === "session.started" || event.type === "session.changed") {
    return [lineOf(event, sessionFacts(event.session))];
  }
  if (event.type !== "turn.started") return [];
  const { promptId, messageId } = event;
  const prompt = { event: "UserMessage", promptId, message: textOf(event.prompt) } as const;
  return [lineOf(event, sessionFacts(event.session)), lineOf(event, { ...prompt, data: { message_id: messageId } })];
}

/** The lines that go after those of the event itself. */
export function linesAfter(event: Event, state: ChatState): SessionEventLine[] {
  if (!isFollowing(state)) return [];
  if (event.type === "history.rewound") {
    const message = "The conversation and the files went back to before this prompt.";
    return [lineOf(event, { event: "Rewound", promptId: event.promptId, message, data: {} })];
  }
  if (event.type !== "ask.closed") return [];
  const { askId, answered } = event;
  const message = answered ? `The question was answered by ${answered.name}: ${answered.decision}.` : "";
  const data = { request_id: askId, by: answered?.name ?? null, decision: answered?.decision ?? event.by };
  const { promptId } = state.session(event.sessionId);
  return [lineOf(event, { event: "QuestionClosed", promptId, message, data })];
}

function isFollowing({ options }: ChatState): boolean {
  return options.extras.replayUserMessages === true;
}

function sessionFacts({ model, mode, cwd, version }: SessionInfo): Told {
  return { event: "SessionChanged", promptId: null, message: "", data: { model, mode, cwd, version } };
}

function lineOf({ sessionId }: Event, { event, promptId, message, data }: Told): SessionEventLine {
  return { type: "x-qwen-session-event", session_id: sessionId, prompt_id: promptId, event, message, data };
}
