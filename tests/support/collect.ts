import { problemOf } from "../../lib/model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../../lib/model/ports.ts";
import type { Usage } from "../../lib/model/usage.ts";
import type { Code } from "../../lib/model/problem.ts";
import type { Opaque, Stop } from "../../lib/model/content.ts";

/** An answer, put together from its chunks. */
export interface Collected {
  text: string;
  thinking: string;
  calls: { callId?: string; tool?: string; input: string; opaque?: Opaque }[];
  usage: Usage | null;
  stop: Stop["reason"] | null;
  /** Code of the error with which it ended. */
  code: Code | null;
}

/** A request that says "hello", with changes. */
export function requestOf(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: "test-model",
    system: "You are a test.",
    messages: [{ id: "m1", role: "user", parts: [{ kind: "text", text: "hello" }] }],
    tools: [],
    ...changes,
  };
}

/** Asks a provider and puts the answer together. Fails when something follows the finish. */
export async function collect(provider: Provider, request: ModelRequest): Promise<Collected> {
  const answer: Collected = { text: "", thinking: "", calls: [], usage: null, stop: null, code: null };
  try {
    for await (const batch of provider.stream(request, new AbortController().signal)) {
      if (batch.length === 0) throw new Error("an empty batch");
      for (const chunk of batch) add(chunk, answer);
    }
  } catch (error) {
    answer.code = problemOf(error).code;
    if (answer.code === "internal") throw error;
  }
  return answer;
}

function add(chunk: ModelChunk, answer: Collected): void {
  if (answer.stop !== null) throw new Error(`${chunk.type} after the finish`);
  switch (chunk.type) {
    case "text":
      answer.text += chunk.text;
      break;
    case "thinking":
      answer.thinking += chunk.text;
      break;
    case "call": {
      const { type: _, index, ...rest } = chunk;
      const known = answer.calls[index];
      if (known) known.input += chunk.input;
      else answer.calls[index] = rest;
      break;
    }
    case "usage":
      answer.usage = chunk.usage;
      break;
    case "finish":
      answer.stop = chunk.stop.reason;
  }
}
