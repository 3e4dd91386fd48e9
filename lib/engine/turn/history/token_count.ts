import type { Message, ModelRequest, Part } from "../../../model/mod.ts";

const MEDIA_TOKENS = 1_000;

/** Messages never change, and most of a conversation is counted before every request. */
const counted = new WeakMap<Message, number>();

/** Estimates the tokens of messages. */
export function estimateTokens(messages: readonly Message[]): number {
  let sum = 0;
  for (const message of messages) {
    let count = counted.get(message);
    if (count === undefined) {
      count = tokensOfAll(message.parts);
      counted.set(message, count);
    }
    sum += count;
  }
  return Math.ceil(sum);
}

/** Estimates the tokens of the prompt and the tools of a request. */
export function prefixTokens({ system, tools }: Pick<ModelRequest, "system" | "tools">): number {
  return Math.ceil(tokensIn(system) + (tools.length === 0 ? 0 : tokensIn(JSON.stringify(tools))));
}

function tokensOfAll(parts: readonly Part[]): number {
  return parts.reduce((total, part) => total + tokensOf(part), 0);
}

function tokensOf(part: Part): number {
  switch (part.kind) {
    case "text":
    case "thinking":
      return tokensIn(part.text);
    case "media":
      return MEDIA_TOKENS;
    case "file":
      return tokensIn(part.uri);
    case "tool_call":
      return tokensIn(part.tool) + tokensIn(JSON.stringify(part.input));
    case "tool_result":
      return tokensOfAll(part.output);
  }
}

/** Four Latin characters are a token, two of most other alphabets, one of the scripts of East Asia. */
function tokensIn(text: string): number {
  if (!/[\u0370-\uffff]/.test(text)) return text.length / 4;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    count += code < 0x370 ? 0.25 : code < 0x2e80 ? 0.5 : 1;
  }
  return count;
}
