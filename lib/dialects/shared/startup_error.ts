import { type Event, NO_STATS, NO_USAGE } from "../../model/mod.ts";

/**
 * The failed turn that stands for a start-up error in dialects without a message of their own for it; null for any
 * other event. A session whose first event is its fatal end never started.
 */
export function startupErrorAsTurn(event: Event): Extract<Event, { type: "turn.completed" }> | null {
  if (event.type !== "session.ended" || event.reason !== "fatal" || event.seq > 1) return null;
  const { problem, sessionId, seq, at, cause, agent } = event;
  if (!problem) return null;
  return {
    ...{ sessionId, seq, at, cause, agent },
    type: "turn.completed",
    turnId: "",
    promptId: "",
    outcome: { kind: "failed", problem, text: problem.message },
    usage: NO_USAGE,
    total: NO_USAGE,
    stats: NO_STATS,
    durationMs: 0,
    apiDurationMs: 0,
    rounds: 0,
    denials: [],
    background: [],
  };
}
