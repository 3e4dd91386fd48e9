import { type Message, type Part, textOf } from "../content.ts";

/**
 * Rewrites tool calls and their results as text: some servers refuse them in a request without tools. With a limit,
 * long pieces lose their middle, and media is left out.
 */
export function plainConversation(messages: readonly Message[], maxChars = Infinity): Message[] {
  return messages.flatMap(({ id, role, parts }): Message[] => {
    const plain = parts.flatMap((part) => plainParts(part, maxChars));
    return plain.length === 0 ? [] : [{ id, role: role === "assistant" ? role : "user", parts: plain }];
  });
}

function plainParts(part: Part, maxChars: number): Part[] {
  const textPart = (text: string): Part => ({ kind: "text", text: shortText(text, maxChars) });
  switch (part.kind) {
    case "text":
      return [textPart(part.text)];
    case "thinking":
      return [];
    case "media":
      return maxChars === Infinity ? [part] : [];
    case "file":
      return [part];
    case "tool_call":
      return [textPart(`[${part.tool} was called with ${JSON.stringify(part.input)}]`)];
    case "tool_result": {
      const media = part.output.filter(({ kind }) => kind === "media" && maxChars === Infinity);
      return [textPart(`[${part.tool} ${part.isError ? "failed" : "answered"}: ${textOf(part.output)}]`), ...media];
    }
  }
}

function shortText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const [head, tail] = [text.slice(0, maxChars / 2), text.slice(-maxChars / 2)];
  return `${head.toWellFormed()}\n[… ${text.length - maxChars} characters left out …]\n${tail.toWellFormed()}`;
}
