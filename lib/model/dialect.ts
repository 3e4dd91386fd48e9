import type { Command } from "./command.ts";
import type { Event } from "./event.ts";
import type { Ids } from "./ports.ts";

/** The words of one family of clients. */
export interface Dialect {
  /** Flag value, schema folder and story suffix. */
  readonly name: string;
  /** Every client of this dialect answers questions; others say in a handshake whether they do. */
  readonly answers?: true;
  /** The longest line that all clients of this dialect can read, where that is less than usual. */
  readonly maxLineBytes?: number;
  open(options: DialectOptions): Conversation;
}

/** What a conversation in a dialect is opened with. */
export interface DialectOptions {
  ids: Ids;
  format: "json" | "stream-json" | "stream-chunk-json";
  includePartials: boolean;
  version: string;
  /** What first records say about the size of lines; a dialect has its own defaults. */
  limits?: LineLimits;
  /** Flags that only this dialect understands. */
  extras: Readonly<Record<string, string | boolean>>;
}

/** How large lines may be. */
export interface LineLimits {
  maxInputLineBytes: number;
  maxOutputLineBytes: number;
  /** Nesting of an input line. */
  maxDepth: number;
  /** What holds for clients of a server besides. */
  serving?: ServingLimits;
}

/** What a server allows its clients. Times are milliseconds. */
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
  /** What may wait for one client before it is taken for stalled. */
  queueBytes: number;
  queueRecords: number;
}

/** Both directions of one conversation; they may share state, such as request ids. */
export interface Conversation {
  /**
   * Never throws: a line it cannot read becomes an `invalid` command. Waits only to load the words of lines that not
   * every client writes; the next line is decoded after that.
   */
  decode(line: string): Iterable<Command> | Promise<Iterable<Command>>;
  /**
   * Never throws, never waits: an event this dialect has no word for becomes nothing.
   * An object is one JSON line; a string is written as it is, with a newline after it.
   */
  encode(event: Event): Iterable<object | string>;
}
