import type { DialectOptions, LineLimits } from "../../model/ports/dialect.ts";
import type { Limits } from "../../../schemas/state/out.gen.ts";

const DEFAULT_LIMITS: LineLimits = {
  maxInputLineBytes: 32 * 1024 * 1024,
  maxOutputLineBytes: 1_000_000,
  maxDepth: 200,
};

/** The nesting limit of a line. */
export function maxDepth(options: DialectOptions): number {
  return (options.limits ?? DEFAULT_LIMITS).maxDepth;
}

/** The limits in the first record. */
export function statedLimits(options: DialectOptions): Limits {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const { serving } = limits;
  return {
    max_input_line_bytes: limits.maxInputLineBytes,
    max_output_line_bytes: limits.maxOutputLineBytes,
    max_depth: limits.maxDepth,
    ...(serving && {
      max_clients: serving.clients,
      max_sessions_per_client: serving.sessionsPerClient,
      max_lines_per_second: serving.linesPerSecond,
      idle_ms: serving.idleMs,
      first_line_ms: serving.firstLineMs,
      max_pre_auth_bytes: serving.preAuthBytes,
      max_queue_bytes: serving.queueBytes,
      max_queue_records: serving.queueRecords,
    }),
  };
}
