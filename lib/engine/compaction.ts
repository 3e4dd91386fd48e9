import {
  type Clock,
  fail,
  type Ids,
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
  options: { ids: Ids; instructions: string | null; signal: AbortSignal },
): Promise<Compacted> {
  const { ids, instructions, signal } = options;
  const before = parts.history.messages;
  const instruction = instructions ? `${INSTRUCTION}\n\n${instructions}` : INSTRUCTION;
  const text = await askAside(parts, { ids, instruction, signal });
  const summary: Message[] = [
    {
      id: ids.next(),
      role: "user",
      parts: [{ kind: "text", text: `This is what happened before, as a summary:\n\n${text}` }],
    },
    { id: ids.next(), role: "assistant", parts: [{ kind: "text", text: "Understood. I go on from there." }] },
  ];
  return { history: summary, tokensBefore: estimateTokens(before), tokensAfter: estimateTokens(summary) };
}

/** Asks the model about the conversation, without tools and without adding to it. Throws what the provider throws. */
export async function askAside(
  parts: CompactionParts,
  options: { ids: Ids; instruction: string; signal: AbortSignal },
): Promise<string> {
  const { history, provider, model, tally, clock } = parts;
  const { ids, instruction, signal } = options;
  const question: Message = { id: ids.next(), role: "user", parts: [{ kind: "text", text: instruction }] };
  const request: ModelRequest = {
    model: model(),
    system: "You summarise conversations of a coding agent, completely and exactly.",
    messages: [...history.messages, question],
    tools: [] satisfies ToolSpec[],
  };
  const startedAt = clock.now();
  let text = "";
  const answer = provider.stream(request, signal);
  for await (const batch of withPatience(answer, { signal, clock, graceMs: ABORT_GRACE_MS })) {
    for (const chunk of batch) {
      if (chunk.type === "text") text += chunk.text;
      if (chunk.type === "usage") {
        tally.addRequest(model(), { usage: chunk.usage, latencyMs: clock.now() - startedAt, isError: false });
      }
    }
  }
  signal.throwIfAborted();
  if (text.trim() === "") throw fail("provider_stream_cut", "The model gave no summary of the conversation");
  return text;
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
