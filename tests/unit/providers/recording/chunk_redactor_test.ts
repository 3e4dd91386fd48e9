import { assertEquals } from "@std/assert";
import type { ModelChunk } from "../../../../lib/model/ports.ts";
import { ChunkRedactor } from "../../../../lib/providers/recording/chunk_redactor.ts";
import { Redactor } from "../../../../lib/stream/redact.ts";

const SECRET = "sk-live-0123456789";

/** The text of each kind of chunk, put together. */
function textsOf(chunks: readonly ModelChunk[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const chunk of chunks) {
    if (chunk.type === "usage" || chunk.type === "finish") continue;
    const kind = chunk.type === "call" ? `call ${chunk.index}` : chunk.type;
    texts[kind] = (texts[kind] ?? "") + (chunk.type === "call" ? chunk.input : chunk.text);
  }
  return texts;
}

Deno.test("ChunkRedactor finds a secret that is spread over text, thoughts and calls", () => {
  const redactor = new ChunkRedactor(new Redactor([SECRET]));
  const chunks = [...SECRET].flatMap((char): ModelChunk[] => [
    { type: "call", index: 0, input: char },
    { type: "call", index: 1, input: char },
  ]);
  const text = [...SECRET].map((char): ModelChunk => ({ type: "text", text: char }));
  const thinking = [...SECRET].map((char): ModelChunk => ({ type: "thinking", text: char }));
  const clean = redactor.clean([...thinking, ...text, ...chunks, {
    type: "finish",
    stop: { reason: "end", raw: null },
  }]);
  assertEquals(textsOf(clean), {
    thinking: "sk-[redacted]",
    text: "sk-[redacted]",
    "call 0": "sk-[redacted]",
    "call 1": "sk-[redacted]",
  });
  assertEquals(clean.at(-1)?.type, "finish");
});

Deno.test("ChunkRedactor loses no text that only looked like a secret", () => {
  const redactor = new ChunkRedactor(new Redactor([SECRET]));
  const clean = [
    ...redactor.clean([{ type: "text", text: "it begins sk-live" }, { type: "thinking", text: "sk-live" }]),
    ...redactor.end(),
  ];
  assertEquals(textsOf(clean), { text: "it begins sk-live", thinking: "sk-live" });
});
