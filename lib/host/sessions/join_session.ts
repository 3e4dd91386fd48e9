import type { CommandOf } from "../../model/command.ts";
import type { Client, Told } from "../client.ts";
import type { HostedSession } from "./hosted_session.ts";
import { noSession, readOnly, shuttingDown } from "./registry_errors.ts";
import type { SavedSessions } from "./saved_sessions.ts";

/** What joining needs of the owner of the sessions. */
export interface JoinPort {
  saved: SavedSessions | undefined;
  isStopped: boolean;
  /** The live session with an id. */
  live(id: string): Promise<HostedSession | undefined>;
  /** Opens a session that is not live. Throws a QwenError when it cannot. */
  open(id: string | null): Promise<HostedSession>;
  /** Lets the client see and use a session. Throws a QwenError when it has too many. */
  enter(entry: Entry): Promise<void>;
}

/** The session that a client enters, from where, and what it is told about that. */
export interface Entry {
  session: HostedSession;
  fromSeq: number | null;
  told?: Told;
}

/** Lets a client follow a session: a live one, a saved one, or a new one where none is named. Throws QwenError. */
export async function joinSession(client: Client, command: CommandOf<"join">, port: JoinPort): Promise<void> {
  const { sessionId } = command;
  const session = sessionId === null ? undefined : await port.live(sessionId);
  await follow(client, { session: session ?? await opened(client, sessionId, port), command, port });
}

async function opened(client: Client, sessionId: string | null, port: JoinPort): Promise<HostedSession> {
  if (!client.isController) throw readOnly("open_session");
  if (port.isStopped) throw shuttingDown();
  if (sessionId !== null && !await port.saved?.find(sessionId)) throw noSession(sessionId);
  return await port.open(sessionId);
}

async function follow(
  client: Client,
  { session, command, port }: { session: HostedSession; command: CommandOf<"join">; port: JoinPort },
): Promise<void> {
  if (client.sessions.has(session)) client.part(session);
  const fromSeq = session.placeAfter(command.fromSeq, command.logId);
  const role = client.isController ? "controller" : "observer";
  const result = { kind: "joined", ...session.about(), logId: session.logId, fromSeq, role } as const;
  session.isFollowed = true;
  client.follow();
  client.output.conversation.forget?.(session.id);
  await port.enter({ session, fromSeq, told: { body: { type: "reply", result }, cause: command.id } });
}
