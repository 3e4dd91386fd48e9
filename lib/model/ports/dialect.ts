import type { Command } from "../command.ts";
import type { Event } from "../event.ts";
import type { Ids } from "../clock.ts";
import type { ToolNaming } from "./tool_naming.ts";

/** The message format of one family of clients, and what a host must know about them. */
export interface Dialect {
  /** Flag value, schema folder and story suffix. */
  readonly name: string;
  /** Every client of this dialect answers questions. Without it a client declares that in a handshake. */
  readonly answers?: true;
  /** The longest line that the Python SDK of this dialect can read; other clients have no limit. */
  readonly pythonLineBytes?: number;
  /** Whether a record carries the result of a tool, which is bounded for every client. */
  isToolResult?(record: object): boolean;
  /** A server opens a session for a client before its first line. */
  readonly opensAtOnce?: boolean;
  /**
   * Clients open, list, close and delete sessions by requests of their own: none is opened for them, and a session that
   * is not open is refused. The end of their input cancels what runs.
   */
  readonly managesSessions?: true;
  /** Clients that only observe a session also receive its questions. */
  readonly showsQuestionsToObservers?: boolean;
  /** Records carry the sequence number of their event, so that a client can resume after it. */
  readonly countsEvents?: boolean;
  /** `last_result`: the last result decides the exit status of a run that a client drives. Default: only a fatal error does. */
  readonly exitStatus?: "last_result";
  open(options: DialectOptions): Conversation;
}

/** Options of one conversation. */
export interface DialectOptions {
  ids: Ids;
  format: "json" | "stream-json" | "stream-chunk-json";
  includePartials: boolean;
  version: string;
  /** Line limits that the first record reports; a dialect has its own defaults. */
  limits?: LineLimits;
  /** The names of tools as hosts know them; other tools keep our names. */
  tools: readonly ToolNaming[];
  /** Called with a line that has no effect, such as `a line of type x`. The schema names unknown fields. */
  onUnknown?: (what: string) => void;
  /** The lines that went to stderr since the last call, for a dialect that shows them. */
  console?: () => readonly { level: "log" | "info" | "debug" | "warn" | "error"; text: string }[];
  /** Flags that only this dialect understands. */
  extras: Readonly<Record<string, string | boolean>>;
}

/** How large lines may be. */
export interface LineLimits {
  maxInputLineBytes: number;
  maxOutputLineBytes: number;
  /** Nesting of an input line. */
  maxDepth: number;
  /** Further limits for clients of a server. */
  serving?: ServingLimits;
}

/** Limits of a server's clients. Times are in milliseconds. */
export interface ServingLimits {
  /** Clients at one time. */
  clients: number;
  /** Sessions that one client has opened or attached to. */
  sessionsPerClient: number;
  linesPerSecond: number;
  /** Silence of a client while nothing is being worked on. */
  idleMs: number;
  /** From the connection to its first line. */
  firstLineMs: number;
  /** Bytes before the token was accepted. */
  preAuthBytes: number;
  /** Backlog of one client before it counts as stalled. */
  queueBytes: number;
  queueRecords: number;
}

/** Both directions of one conversation; they may share state, such as request ids. */
export interface Conversation {
  /** Never throws: an unreadable line becomes an `invalid` command. */
  decode(line: string): Iterable<Command>;
  /**
   * Never throws: an event that this dialect does not report yields nothing.
   * An object is one JSON line; a string is written as it is, with a newline after it.
   *
   * A run that fails before it has a session is encoded from one event: `session.ended` with the reason `fatal`, a
   * problem and the sequence number 1. Every dialect turns it into the record that its clients expect.
   */
  encode(event: Event): Iterable<object | string>;
  /** Forgets what it knows of a session, whose events will come again. */
  forget?(sessionId: string): void;
}
