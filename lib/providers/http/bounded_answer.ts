/** Bounds the content of a model's answer: a model or server that never stops must not fill the memory. */
import type { Opaque } from "../../model/content.ts";
import { fail, type QwenError } from "../../model/problem.ts";
import type { ModelChunk, Provider } from "../../model/ports.ts";

/** The most characters of one answer: some twenty times the longest answer of today's models. */
export const MAX_ANSWER_CHARS = 32 * 1024 * 1024;
/** What a call or a thought costs beyond its characters, so that many empty ones are bounded as well. */
const PART_CHARS = 1_024;

/** Whether a chunk adds something to the answer. Usage and empty deltas do not. */
export function hasContent(chunk: ModelChunk): boolean {
  switch (chunk.type) {
    case "text":
      return chunk.text !== "";
    case "thinking":
      return chunk.text !== "" || chunk.opaque !== undefined;
    case "call":
      return chunk.input !== "" || chunk.tool !== undefined;
    case "finish":
      return true;
    case "usage":
      return false;
  }
}

/** The error for an answer that is longer than allowed. */
export function answerTooLong(where: string, limit: string): QwenError {
  return fail("provider_error", `The answer of ${where} was stopped: it is longer than ${limit}`, {
    hint: "The model may be repeating itself: set a limit of output tokens, or use another model.",
  });
}

/** A provider whose answers end with an error when they become too long. */
export function boundedProvider(provider: Provider, options: { maxChars?: number } = {}): Provider {
  const { maxChars = MAX_ANSWER_CHARS } = options;
  return {
    ...provider,
    async *stream(request, signal): AsyncGenerator<ModelChunk[]> {
      const calls = new Set<number>();
      let left = maxChars;
      for await (const chunks of provider.stream(request, signal)) {
        for (const chunk of chunks) left -= sizeOf(chunk, calls);
        if (left < 0) throw answerTooLong(request.model, `${maxChars} characters`);
        yield chunks;
      }
    },
  };
}

/** The size of a chunk. `calls` holds the calls seen so far. */
function sizeOf(chunk: ModelChunk, calls: Set<number>): number {
  switch (chunk.type) {
    case "text":
      return chunk.text.length;
    case "thinking":
      return chunk.text.length + opaqueSize(chunk.opaque);
    case "call": {
      const isNew = !calls.has(chunk.index);
      calls.add(chunk.index);
      return chunk.input.length + opaqueSize(chunk.opaque) + (isNew ? PART_CHARS : 0);
    }
    default:
      return 0;
  }
}

function opaqueSize(opaque: Opaque | undefined): number {
  return opaque === undefined ? 0 : PART_CHARS + JSON.stringify(opaque).length;
}
