import { assertEquals, assertRejects } from "@std/assert";
import type { ModelChunk, Provider } from "../../../../lib/model/ports.ts";
import { QwenError } from "../../../../lib/model/problem.ts";
import { boundedProvider } from "../../../../lib/providers/http/bounded_answer.ts";

const REQUEST = { model: "m", system: "", messages: [], tools: [] };

function endless(chunk: (n: number) => ModelChunk): Provider & { taken: number } {
  const provider = {
    name: "endless",
    taken: 0,
    async *stream(): AsyncGenerator<ModelChunk[]> {
      for (;;) {
        await Promise.resolve();
        yield [chunk(provider.taken++)];
      }
    },
  };
  return provider;
}

const CASES: [string, (n: number) => ModelChunk][] = [
  ["text", () => ({ type: "text", text: "x".repeat(100) })],
  ["thinking", () => ({ type: "thinking", text: "x".repeat(100) })],
  ["empty calls", (index) => ({ type: "call", index, input: "" })],
  ["arguments of one call", () => ({ type: "call", index: 0, input: "x".repeat(100) })],
  ["signatures", () => ({ type: "thinking", text: "", opaque: { provider: "x", data: "y" } })],
];

for (const [what, chunk] of CASES) {
  Deno.test(`boundedProvider stops an answer of endless ${what}`, async () => {
    const source = endless(chunk);
    const provider = boundedProvider(source, { maxChars: 100_000 });
    const error = await assertRejects(async () => {
      for await (const _ of provider.stream(REQUEST, new AbortController().signal));
    }, QwenError);
    assertEquals(error.problem.code, "provider_error");
    assertEquals(error.message, "The answer of m was stopped: it is longer than 100000 characters");
    assertEquals(source.taken <= 1_002, true);
  });
}
