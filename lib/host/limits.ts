import type { ServingLimits } from "../model/ports/dialect.ts";

/** All limits of a host: those that clients are told in their first record, and its own. Times are milliseconds. */
export interface HostLimits extends ServingLimits {
  maxLineBytes: number;
  /** Bad lines in a row before the dialect is known. */
  badLines: number;
  /** Connections that have not been admitted yet; one more closes the oldest. */
  pending: number;
  /** Live sessions. */
  sessions: number;
  /** How long a session waits for a client to come back. */
  lingerMs: number;
  /** How long a question waits when no client can answer it. */
  unattendedMs: number;
  /** How long a client that is being disconnected may take for its last records. */
  graceMs: number;
  /** How long a single write may take. */
  stallMs: number;
  heartbeatMs: number;
  /** Bytes of a session's events that are kept in memory; older ones are on disk. */
  ringBytes: number;
  /** Bytes of a session's events that are kept on disk. */
  diskBytes: number;
}

const MIB = 1_048_576;

/** The limits of a server unless flags say otherwise. */
export const DEFAULT_LIMITS: Readonly<HostLimits> = Object.freeze({
  clients: 256,
  sessionsPerClient: 32,
  linesPerSecond: 1_000,
  idleMs: 30 * 60_000,
  firstLineMs: 10_000,
  preAuthBytes: 8_192,
  queueBytes: 4 * MIB,
  queueRecords: 8_192,
  maxLineBytes: 8 * MIB,
  badLines: 8,
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

/** The limits of a run with one client, on stdin or on the command line: it may take its time. */
export const SINGLE_CLIENT_LIMITS: Readonly<HostLimits> = Object.freeze({
  ...DEFAULT_LIMITS,
  clients: 1,
  sessionsPerClient: Infinity,
  linesPerSecond: Infinity,
  idleMs: Infinity,
  firstLineMs: Infinity,
  queueRecords: 2_048,
  maxLineBytes: 32 * MIB,
  badLines: Infinity,
  sessions: 256,
  lingerMs: Infinity,
  unattendedMs: Infinity,
  stallMs: Infinity,
  heartbeatMs: Infinity,
});
