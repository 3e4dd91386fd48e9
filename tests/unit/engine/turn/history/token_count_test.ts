import { assertEquals } from "@std/assert";
import { estimateTokens } from "../../../../../lib/engine/turn/history/token_count.ts";
import type { Message, Part } from "../../../../../lib/model/content.ts";

function saying(...parts: Part[]): Message {
  return { id: "1", role: "user", parts };
}

Deno.test("estimateTokens knows scripts in which a character is a token", () => {
  const count = (text: string): number => estimateTokens([saying({ kind: "text", text })]);
  assertEquals([count("word"), count("слово слово "), count("你好世界"), count("")], [1, 6, 4, 0]);
});

Deno.test("estimateTokens counts every kind of part, and a message again as it was", () => {
  const text: Part = { kind: "text", text: "word" };
  const call: Part = { kind: "tool_call", callId: "c", tool: "echo", input: {} };
  const result: Part = { kind: "tool_result", callId: "c", tool: "echo", output: [text, text], isError: false };
  const message = saying(text, call, result);
  const shown: Part = { ...result, output: [text, { kind: "media", mediaType: "image/png", base64: "AAAA" }] };
  assertEquals(estimateTokens([saying(shown)]), 1_001);
  assertEquals([estimateTokens([message]), estimateTokens([message, message]), estimateTokens([])], [5, 9, 0]);
});
