import type { ServingLimits } from "../model/dialect.ts";

/** All bounds of a server: those that clients are told, and its own. Times are milliseconds. */
export interface HubLimits extends ServingLimits {
  maxLineBytes: number;
  /** Connections that have not said who they are; one more pushes the oldest out. */
  pending: number;
  /** Live sessions. */
  sessions: number;
  /** How long a session waits for a client to come back. */
  lingerMs: number;
  /** How long a question waits when there is nobody to answer it. */
  unattendedMs: number;
  /** How long a client that is being let go may take for its last records. */
  graceMs: number;
  /** How long a single write may take. */
  stallMs: number;
  heartbeatMs: number;
  /** Events of a session that are kept in memory; older ones are on disk. */
  ringBytes: number;
  /** Events of a session that are kept on disk. */
  diskBytes: number;
}

const MIB = 1_048_576;

/** The limits of a server that was told nothing else. */
export const DEFAULT_LIMITS: Readonly<HubLimits> = Object.freeze({
  clients: 256,
  sessionsPerClient: 32,
  linesPerSecond: 1_000,
  idleMs: 30 * 60_000,
  firstLineMs: 10_000,
  preAuthBytes: 8_192,
  queueBytes: 4 * MIB,
  queueRecords: 8_192,
  maxLineBytes: 8 * MIB,
  pending: 1_024,
  sessions: 1_024,
  lingerMs: 10 * 60_000,
  unattendedMs: 60_000,
  graceMs: 5_000,
  stallMs: 30_000,
  heartbeatMs: 15_000,
  ringBytes: 4 * MIB,
  diskBytes: 1_024 * MIB,
});
