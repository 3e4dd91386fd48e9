import { type Message, textOf, type ToolResult } from "../../../model/mod.ts";
import { removedResultNote } from "../../../model/conversation/removed_result.ts";
import type { History } from "./history.ts";
import { estimateTokens } from "./token_count.ts";

// Rounds whose results stay, and the length up to which older results stay as well.
const KEPT_ROUNDS = 3;
const SHORT_CHARS = 400;
// The share of the limit below which masking is enough: more would soon be full again.
const ENOUGH = 0.75;

/** Replaces long results of old tool calls by a note; the newest rounds stay. Returns the same array if none was long. */
function maskOldResults(messages: readonly Message[]): readonly Message[] {
  const rounds = messages.flatMap(({ role }, index) => role === "tool" ? [index] : []);
  const end = rounds.at(-KEPT_ROUNDS) ?? 0;
  let isChanged = false;
  const masked = messages.map((message, index): Message => {
    if (index >= end || message.role !== "tool" || !message.parts.some(isLong)) return message;
    isChanged = true;
    return { ...message, parts: message.parts.map((part) => isLong(part) ? maskedResult(part) : part) };
  });
  return isChanged ? masked : messages;
}

/**
 * The conversation with old results masked, where that makes enough room; null where it does not. `tokens` is the
 * present size of a request and `limit` its size from which on the conversation is full.
 */
export function maskedHistory(
  history: History,
  { tokens, limit }: { tokens: number; limit: number },
): { history: Message[]; tokensBefore: number; tokensAfter: number } | null {
  const masked = maskOldResults(history.messages);
  const tokensBefore = estimateTokens(history.messages);
  const tokensAfter = estimateTokens(masked);
  if (masked === history.messages || tokens - (tokensBefore - tokensAfter) > limit * ENOUGH) return null;
  return { history: [...masked], tokensBefore, tokensAfter };
}

function isLong(part: Message["parts"][number]): part is ToolResult {
  return part.kind === "tool_result" &&
    (textOf(part.output).length > SHORT_CHARS || part.output.some(({ kind }) => kind === "media"));
}

function maskedResult(result: ToolResult): ToolResult {
  const text = removedResultNote(`${textOf(result.output).length} characters`);
  return { ...result, output: [{ kind: "text", text }] };
}
