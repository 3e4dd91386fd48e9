import {
  type Clock,
  fail,
  type Message,
  type ModelRequest,
  type Part,
  type Provider,
  textOf,
  type ToolSpec,
} from "../model/mod.ts";
import { withPatience } from "./abortable.ts";
import type { History } from "./history.ts";
import { ABORT_GRACE_MS } from "./model_call.ts";
import type { Tally } from "./tally.ts";

/** What compaction works with. */
export interface CompactionParts {
  provider: Provider;
  clock: Clock;
  tally: Tally;
  history: History;
  model: () => string;
}

/** What a compaction came to. */
export interface Compacted {
  history: Message[];
  tokensBefore: number;
  tokensAfter: number;
}

const INSTRUCTION =
  "Summarise the conversation so far for yourself: it will be all you remember. Keep the goal, the decisions and " +
  "their reasons, every file touched and what was changed in it, commands run and what they showed, open problems and " +
  "the next steps. Write plain prose and lists, no preamble.";
const CHARS_PER_TOKEN = 4;

/** A rough count of the tokens that some messages take. */
export function estimateTokens(messages: readonly Message[]): number {
  let chars = 0;
  for (const message of messages) for (const part of message.parts) chars += charsOf(part);
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

/** Replaces a long conversation by a summary that the model itself writes. Throws what the provider throws. */
export async function compact(
  parts: CompactionParts,
  options: { ids: { next(): string }; instructions: string | null; signal: AbortSignal },
): Promise<Compacted> {
  const { history, provider, model, tally, clock } = parts;
  const before = history.messages;
  const ask = options.instructions ? `${INSTRUCTION}\n\n${options.instructions}` : INSTRUCTION;
  const request: ModelRequest = {
    model: model(),
    system: "You summarise conversations of a coding agent, completely and exactly.",
    messages: [...before, { id: options.ids.next(), role: "user", parts: [{ kind: "text", text: ask }] }],
    tools: [] satisfies ToolSpec[],
  };
  const startedAt = clock.now();
  let text = "";
  const answer = provider.stream(request, options.signal);
  for await (const batch of withPatience(answer, { signal: options.signal, clock, graceMs: ABORT_GRACE_MS })) {
    for (const chunk of batch) {
      if (chunk.type === "text") text += chunk.text;
      if (chunk.type === "usage") {
        tally.addRequest(model(), { usage: chunk.usage, latencyMs: clock.now() - startedAt, isError: false });
      }
    }
  }
  options.signal.throwIfAborted();
  if (text.trim() === "") throw fail("provider_stream_cut", "The model gave no summary of the conversation");
  const summary: Message[] = [
    {
      id: options.ids.next(),
      role: "user",
      parts: [{ kind: "text", text: `This is what happened before, as a summary:\n\n${text}` }],
    },
    { id: options.ids.next(), role: "assistant", parts: [{ kind: "text", text: "Understood. I go on from there." }] },
  ];
  return { history: summary, tokensBefore: estimateTokens(before), tokensAfter: estimateTokens(summary) };
}

function charsOf(part: Part): number {
  switch (part.kind) {
    case "text":
    case "thinking":
      return part.text.length;
    case "media":
      return 4_000;
    case "file":
      return part.uri.length;
    case "tool_call":
      return part.tool.length + JSON.stringify(part.input).length;
    case "tool_result":
      return textOf(part.output).length;
  }
}
