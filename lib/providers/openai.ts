import type { ModelChunk, ModelRequest, Provider } from "../model/ports.ts";
import { QwenError } from "../model/problem.ts";
import { foldEvents } from "./http/fold_events.ts";
import { hostOf, postEvents } from "./http/post_events.ts";
import { DONE, OpenAiFold, PROVIDER_NAME } from "./openai/openai_fold.ts";
import { toWire } from "./openai/request_body.ts";
import { ThinkTags } from "./openai/think_tags.ts";
import { learnUnsupported, TOOL_CHOICE, withoutUnsupported } from "./openai/unsupported_parameters.ts";
import type { ProviderOptions } from "./options.ts";

/** Any server with OpenAI's chat completions. */
export function openProvider(options: ProviderOptions): Provider {
  const unsupported = new Set<string>();
  return { name: PROVIDER_NAME, stream: (request, signal) => stream(request, { options, signal, unsupported }) };
}

async function* stream(
  request: ModelRequest,
  facts: { options: ProviderOptions; signal: AbortSignal; unsupported: Set<string> },
): AsyncGenerator<ModelChunk[]> {
  const { options, signal, unsupported } = facts;
  const wire = toWire(request, { ...options, canDemand: !unsupported.has(TOOL_CHOICE) });
  const body = withoutUnsupported(wire, unsupported);
  const where = hostOf(options.baseUrl);
  const fold = new OpenAiFold({ where, key: options.key, callPrefix: `call_${request.messages.length}_` });
  const progress = { hasContent: false };
  const events = postEvents({
    url: `${options.baseUrl}/chat/completions`,
    headers: options.key === "" ? {} : { authorization: `Bearer ${options.key}` },
    body,
    traceparent: request.traceparent,
    options,
    signal,
    progress,
    isLast: (event) => event === DONE,
  });
  try {
    yield* separateThoughts(foldEvents(events, { fold, signal, progress }));
  } catch (error) {
    throw error instanceof QwenError ? learnUnsupported(error, { body, unsupported }) : error;
  }
}

const OPENING = "<think>";

/** Some local servers send the thoughts of a model as tagged text; this turns them into thoughts. */
async function* separateThoughts(batches: AsyncIterable<ModelChunk[]>): AsyncGenerator<ModelChunk[]> {
  let tags: ThinkTags | null | undefined;
  for await (const batch of batches) {
    if (tags === undefined) {
      const first = batch.find((chunk) => chunk.type === "text" && chunk.text.trim() !== "");
      if (first?.type === "text") tags = mayThink(first.text.trimStart()) ? new ThinkTags() : null;
    }
    const chunks = tags ? tags.apply(batch) : batch;
    if (chunks.length > 0) yield chunks;
  }
}

/** Whether an answer begins with the tag, or with a piece of it. */
function mayThink(start: string): boolean {
  return start.startsWith(OPENING) || OPENING.startsWith(start);
}
