import { fail, type QwenError } from "../../model/problem.ts";

/** An observer has sent a command that is for controllers. */
export function readOnly(type: string): QwenError {
  return fail("read_only", `An observer may not send this: ${type}`, {
    hint: "Attach as a controller to take part.",
  });
}

/** A server that shuts down takes no new work. */
export function shuttingDown(): QwenError {
  return fail("limit_exceeded", "The server is shutting down", { detail: "shutting_down" });
}

/** A client has as many sessions as it may have. */
export function tooManySessions(count: number): QwenError {
  return fail("limit_exceeded", `The client has ${count} sessions already`, {
    detail: "too_many_sessions",
    hint: "Use one of them, or connect again.",
  });
}

/** A server has as many sessions as it may have, and all are in use. */
export function serverFull(message: string): QwenError {
  return fail("limit_exceeded", message, { detail: "too_many_sessions", hint: "Wait until one of them is idle." });
}

/** There is no live session with an id. */
export function notLive(id: string): QwenError {
  return fail("session_not_found", `There is no live session ${JSON.stringify(id.slice(0, 80))}`, {
    detail: "session_not_live",
    hint: "Leave out attach to open a new one.",
  });
}

/** There is no session with an id, neither live nor saved. */
export function noSession(id: string): QwenError {
  return fail("session_not_found", `There is no session ${JSON.stringify(id.slice(0, 80))}`, {
    hint: "Leave out session_id to open a new one.",
  });
}

/** A command names a session that is not open. */
export function unknownSession(sessionId: string): QwenError {
  return fail("protocol_error", `No session ${JSON.stringify(sessionId.slice(0, 80))} is open here`, {
    detail: "unknown_session",
    hint: "A prompt opens it.",
  });
}
