import type { Command, CommandOf } from "../../model/command.ts";
import type { SavedSessionInfo } from "../../model/client_work.ts";
import type { Reply } from "../../model/event.ts";
import type { JsonObject } from "../../model/json.ts";
import type { HostedSession } from "./hosted_session.ts";
import { fail, problemOf } from "../../model/problem.ts";

/** The saved sessions, for clients that manage their sessions themselves. */
export interface SavedSessions {
  list(wanted: { cwd: string | null; cursor: string | null }): Promise<{
    sessions: SavedSessionInfo[];
    nextCursor: string | null;
  }>;
  /** The saved session with an id; null where there is none. */
  find(sessionId: string): Promise<SavedSessionInfo | null>;
  /** Throws `session_not_found` for an id that is not saved. */
  remove(sessionId: string): Promise<void>;
}

/** A command that belongs to no live session. */
export type SessionlessCommand = CommandOf<"greet" | "list_sessions" | "delete_session" | "list_jobs">;

/** Whether a command belongs to no live session. */
export function isOfNoSession(command: Command): command is Extract<Command, SessionlessCommand> {
  return command.type === "greet" || command.type === "list_sessions" || command.type === "delete_session" ||
    command.type === "list_jobs";
}

/** Answers a command that belongs to no live session. Throws QwenError. */
export async function replyWithoutSession(
  command: Extract<Command, SessionlessCommand>,
  { saved, jobs, live, endLive }: {
    saved: SavedSessions | undefined;
    jobs: (() => Promise<JsonObject>) | undefined;
    /** The sessions that are open now. */
    live: () => SavedSessionInfo[];
    endLive: (id: string) => Promise<boolean>;
  },
): Promise<Reply> {
  if (command.type === "greet") return { kind: "greeted" };
  if (command.type === "list_jobs") {
    if (jobs) return { kind: "value", subject: "jobs", value: await jobs() };
    throw fail("protocol_error", "This server has no queue", { detail: "no_queue", hint: "Start it with --queue." });
  }
  if (!saved) throw fail("protocol_error", "Sessions are not managed here", { detail: "unsupported_request" });
  if (command.type === "list_sessions") {
    const found = await saved.list(command);
    return { kind: "sessions", ...found, sessions: command.live ? withLive(found.sessions, live()) : found.sessions };
  }
  const id = command.sessionId ?? "";
  const wasLive = await endLive(id);
  await saved.remove(id).catch((error) => {
    // A session without a prompt was never saved.
    if (!wasLive || problemOf(error).code !== "session_not_found") throw error;
  });
  return { kind: "deleted" };
}

/** The saved sessions with the state of those that are open, and the open ones that are not saved yet. */
function withLive(saved: readonly SavedSessionInfo[], live: readonly SavedSessionInfo[]): SavedSessionInfo[] {
  const open = new Map(live.map((session) => [session.sessionId, session]));
  const known = new Set(saved.map(({ sessionId }) => sessionId));
  const fresh = live.filter(({ sessionId }) => !known.has(sessionId));
  return [...fresh, ...saved.map((session) => ({ ...session, ...stateOf(open.get(session.sessionId)) }))];
}

function stateOf(session: SavedSessionInfo | undefined): { state?: string } {
  return session?.state === undefined ? {} : { state: session.state };
}

/** The open sessions that a client uses or has used. */
export function liveSessions(sessions: Iterable<HostedSession>, now: number): SavedSessionInfo[] {
  return [...sessions].filter(({ isUsed, isFollowed, isOver }) => (isUsed || isFollowed) && !isOver).map((session) => {
    const { introduction } = session;
    const cwd = introduction?.type === "session.started" ? introduction.session.cwd : "";
    return { sessionId: session.id, cwd, title: "", updatedAt: now, state: session.activity(now).state };
  });
}
