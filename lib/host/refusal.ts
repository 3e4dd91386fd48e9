import type { Conversation } from "../model/ports/dialect.ts";
import type { Event } from "../model/event.ts";
import type { Problem } from "../model/problem.ts";

/** What is refused: a line or a command, or the whole run before it has a session. */
export interface Refusal {
  problem: Problem;
  kind: "line" | "startup";
  sessionId?: string;
  /** The command that is refused. */
  cause?: string | null;
  at?: number;
}

/**
 * The records of a refusal, in the client's dialect. Before a dialect is known, such as when the token is wrong, it is
 * one plain error record. Every refusal of every transport goes through here.
 */
export function refusalRecords(refusal: Refusal, conversation: Conversation | null): (object | string)[] {
  const { problem, kind, sessionId = "", cause = null, at = 0 } = refusal;
  if (!conversation) {
    const { code, detail, message, hint } = problem;
    return [{ type: "error", code: detail ?? code, message, ...(hint && { hint }) }];
  }
  // A start-up error is the first and last event of a session that never started.
  const head = { sessionId, seq: kind === "startup" ? 1 : 0, at, cause, agent: null };
  const event: Event = kind === "startup"
    ? { ...head, type: "session.ended", reason: "fatal", problem }
    : { ...head, type: "rejected", problem };
  return [...conversation.encode(event)];
}
