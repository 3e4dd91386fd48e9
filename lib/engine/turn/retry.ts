import type { Problem } from "../../model/mod.ts";

/** How failed model calls are retried. */
export interface RetryRules {
  maxRetries: number;
  initialDelayMs: number;
  maxDelayMs: number;
  /** All waits of one model call together. */
  maxTotalWaitMs: number;
  /** All waits for a used-up quota together, beside the others; without it the run waits for none. */
  maxQuotaWaitMs?: number;
}

/** The default rules. */
export const DEFAULT_RETRY: RetryRules = {
  maxRetries: 4,
  initialDelayMs: 1_000,
  maxDelayMs: 30_000,
  maxTotalWaitMs: 120_000,
};

/** The pause before the provider is asked again, where it does not say when the quota is available. */
const QUOTA_PAUSE_MS = 60_000;

/** The wait until a quota is available again; null where the fault is another, or the time does not suffice. */
export function quotaDelay(
  fault: Problem,
  { rules, waitedMs }: { rules: RetryRules; waitedMs: number },
): number | null {
  const leftMs = (rules.maxQuotaWaitMs ?? 0) - waitedMs;
  if (fault.code !== "provider_rate_limited" || leftMs <= 0) return null;
  const named = fault.retryAfterMs ?? fault.quotaResetMs;
  if (named === undefined) return Math.min(QUOTA_PAUSE_MS, leftMs);
  return named <= leftMs ? named : null;
}

/** A silent server has used up its time already: it gets one more chance, and none in the middle of an answer. */
const STALLS: ReadonlySet<string> = new Set(["timeout.first_byte", "timeout.idle"]);

/** The delay before the next attempt; null when there is none. */
export function retryDelay(
  fault: Problem,
  options: { rules: RetryRules; attempt: number; waitedMs: number; random: () => number; hasContent: boolean },
): number | null {
  const { rules, attempt, waitedMs } = options;
  if (!fault.retryable || attempt > rules.maxRetries) return null;
  if (STALLS.has(fault.code) && (attempt > 1 || options.hasContent)) return null;
  const leftMs = rules.maxTotalWaitMs - waitedMs;
  // A delay that the provider asks for is kept in full or not at all; our own delays are cut to the time left.
  if (fault.retryAfterMs !== undefined) return fault.retryAfterMs <= leftMs ? fault.retryAfterMs : null;
  const backoff = Math.min(rules.maxDelayMs, rules.initialDelayMs * 2 ** (attempt - 1));
  const delay = Math.round(backoff * (0.7 + 0.6 * options.random()));
  return leftMs > 0 ? Math.min(delay, leftMs) : null;
}
