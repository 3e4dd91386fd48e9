import type { OpenCommand } from "../../model/command.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Clock, Ids } from "../../model/ports.ts";
import type { SessionPort } from "./hosted_session.ts";
import type { HostLimits } from "../limits.ts";
import type { SavedSessions } from "./saved_sessions.ts";
import type { Tap } from "../taps.ts";

/** Which session is to be opened, and for whom. */
export interface OpenRequest {
  /** Null lets the session choose its id. */
  sessionId: string | null;
  /** Whether the client answers questions from the start. */
  answers: boolean;
  /** Whether it is the first session of the registry: the one that the command line speaks of. */
  isFirst: boolean;
  /** What a client that manages its sessions itself asks for. */
  wish?: OpenCommand;
}

/** What a registry works with. */
export interface RegistryOptions {
  limits: HostLimits;
  clock: Clock;
  ids: Ids;
  /** Opens a session. Rejects with a QwenError when it cannot be opened. */
  open: (request: OpenRequest) => Promise<SessionPort>;
  /** The saved sessions; absent where no client may manage them. */
  saved?: SavedSessions;
  /** Lists the jobs of a queue; absent where there is none. */
  jobs?: () => Promise<JsonObject>;
  /** The taps of a new session. */
  taps: (session: SessionPort) => readonly Tap[];
  /** Called when a session has ended. */
  onEnded?: (session: SessionPort) => void;
  /** Where older events are kept; null keeps them in memory only. */
  folder: string | null;
  /** Whether clients may come back to a session, for which its events are kept. */
  keepsHistory: boolean;
  note: (text: string) => void;
}
