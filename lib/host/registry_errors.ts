import { fail, type QwenError } from "../model/problem.ts";

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

/** A command names a session that is not open. */
export function unknownSession(sessionId: string): QwenError {
  return fail("protocol_error", `No session ${JSON.stringify(sessionId.slice(0, 80))} is open here`, {
    detail: "unknown_session",
    hint: "A prompt opens it.",
  });
}
