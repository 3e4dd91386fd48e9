import type { Usage as UsageRecord } from "../../../schemas/claude/out.gen.ts";
import type { Stop } from "../../model/content.ts";
import type { Usage } from "../../model/usage.ts";

/** The version of the protocol that hosts look for; the Python SDK warns below 2.0.0. */
export const CLAUDE_VERSION = "2.1.325";

const STOP_WORDS: Readonly<Record<Stop["reason"], string>> = {
  end: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
  refusal: "refusal",
  other: "end_turn",
};

/** Tokens as the Messages API counts them: what came from the cache is apart from the input. */
export function claudeUsage(usage: Usage | null): UsageRecord {
  return {
    input_tokens: usage ? Math.max(0, usage.inputTokens - usage.cachedTokens) : 0,
    output_tokens: usage?.outputTokens ?? 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage?.cachedTokens ?? 0,
  };
}

/** Why a reply ended, in the words of the Messages API. */
export function stopWord(stop: Stop): string {
  return STOP_WORDS[stop.reason];
}
