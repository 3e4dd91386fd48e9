import type { Usage as UsageRecord } from "../../../../schemas/claude/out.gen.ts";
import type { Mode } from "../../../model/ports/access.ts";
import type { Stop } from "../../../model/content.ts";
import type { Usage } from "../../../model/usage.ts";

/** The version of the protocol that hosts look for; the Python SDK warns below 2.0.0. */
export const CLAUDE_VERSION = "2.1.325";

/** The host's names of our modes. */
export const MODE_NAMES = {
  plan: "plan",
  default: "default",
  "auto-edit": "acceptEdits",
  auto: "auto",
  yolo: "bypassPermissions",
} as const satisfies Readonly<Record<Mode, string>>;

/** Our modes by the host's names; `dontAsk` is our default mode with all questions denied. */
export const OWN_MODES: Readonly<Record<string, { mode: Mode; asks: boolean }>> = {
  plan: { mode: "plan", asks: true },
  default: { mode: "default", asks: true },
  acceptEdits: { mode: "auto-edit", asks: true },
  auto: { mode: "auto", asks: true },
  bypassPermissions: { mode: "yolo", asks: true },
  dontAsk: { mode: "default", asks: false },
};

const STOP_REASONS: Readonly<Record<Stop["reason"], string>> = {
  end: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
  refusal: "refusal",
  other: "end_turn",
};

/** Tokens as the Messages API counts them: cached tokens are not part of the input. */
export function claudeUsage(usage: Usage | null): UsageRecord {
  return {
    input_tokens: usage ? Math.max(0, usage.inputTokens - usage.cachedTokens) : 0,
    output_tokens: usage?.outputTokens ?? 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage?.cachedTokens ?? 0,
  };
}

/** The stop reason of a message, as the Messages API names it. */
export function stopReason(stop: Stop): string {
  return STOP_REASONS[stop.reason];
}
