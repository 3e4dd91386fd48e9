import type { Problem } from "../model/mod.ts";

/** How failed model calls are tried again. */
export interface RetryRules {
  maxRetries: number;
  initialDelayMs: number;
  maxDelayMs: number;
  /** All waits of one model call together. */
  maxTotalWaitMs: number;
}

/** The rules unless others are configured. */
export const DEFAULT_RETRY: RetryRules = {
  maxRetries: 4,
  initialDelayMs: 1_000,
  maxDelayMs: 30_000,
  maxTotalWaitMs: 120_000,
};

/** A server that fell silent has had all its time already: it gets one more chance, and none in the middle of an answer. */
const STALLS: ReadonlySet<string> = new Set(["timeout.first_byte", "timeout.idle"]);

/** How long to wait before the next try, or null when there is none. */
export function retryDelay(
  fault: Problem,
  options: { rules: RetryRules; attempt: number; waitedMs: number; random: () => number; hasContent: boolean },
): number | null {
  const { rules, attempt, waitedMs } = options;
  if (!fault.retryable || attempt > rules.maxRetries) return null;
  if (STALLS.has(fault.code) && (attempt > 1 || options.hasContent)) return null;
  const leftMs = rules.maxTotalWaitMs - waitedMs;
  // What the provider asks for is waited for in full or not at all; our own pauses are cut to what is left.
  if (fault.retryAfterMs !== undefined) return fault.retryAfterMs <= leftMs ? fault.retryAfterMs : null;
  const backoff = Math.min(rules.maxDelayMs, rules.initialDelayMs * 2 ** (attempt - 1));
  const delay = Math.round(backoff * (0.7 + 0.6 * options.random()));
  return leftMs > 0 ? Math.min(delay, leftMs) : null;
}
