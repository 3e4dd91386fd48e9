import { textOf } from "../../../lib/model/content.ts";
import type { ModelChunk, ModelRequest, Provider } from "../../../lib/model/ports.ts";

/** A model that repeats the prompt. */
export function openProvider(): Provider {
  return { name: "toy", stream };
}

async function* stream(request: ModelRequest): AsyncGenerator<ModelChunk[]> {
  const prompt = textOf(request.messages.at(-1)?.parts ?? []);
  yield [
    { type: "text", text: `The toy model heard: ${prompt}` },
    { type: "finish", stop: { reason: "end", raw: null } },
  ];
}
