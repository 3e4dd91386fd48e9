import { type Message, type Part, textOf } from "./content.ts";

/**
 * A conversation in which calls and their results are told as text: some servers refuse them in a request without
 * tools. Where no piece may be long, long ones lose their middle, and what cannot be shortened is left out.
 */
export function plainTalk(messages: readonly Message[], maxChars = Infinity): Message[] {
  return messages.flatMap(({ id, role, parts }): Message[] => {
    const told = parts.flatMap((part) => plainParts(part, maxChars));
    return told.length === 0 ? [] : [{ id, role: role === "assistant" ? role : "user", parts: told }];
  });
}

function plainParts(part: Part, maxChars: number): Part[] {
  const say = (text: string): Part => ({ kind: "text", text: shortText(text, maxChars) });
  switch (part.kind) {
    case "text":
      return [say(part.text)];
    case "thinking":
      return [];
    case "media":
      return maxChars === Infinity ? [part] : [];
    case "file":
      return [part];
    case "tool_call":
      return [say(`[${part.tool} was called with ${JSON.stringify(part.input)}]`)];
    case "tool_result": {
      const media = part.output.filter(({ kind }) => kind === "media" && maxChars === Infinity);
      return [say(`[${part.tool} ${part.isError ? "failed" : "answered"}: ${textOf(part.output)}]`), ...media];
    }
  }
}

function shortText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const [head, tail] = [text.slice(0, maxChars / 2), text.slice(-maxChars / 2)];
  return `${head.toWellFormed()}\n[… ${text.length - maxChars} characters left out …]\n${tail.toWellFormed()}`;
}
