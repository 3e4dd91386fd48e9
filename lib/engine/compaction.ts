import {
  type Clock,
  fail,
  type Ids,
  type Message,
  type ModelRequest,
  NO_USAGE,
  type Part,
  type Provider,
  textOf,
  type ToolSpec,
  type Usage,
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
const GO_ON = "Go on with the task where the summary ends.";
const CHARS_PER_TOKEN = 4;

/** A rough count of the tokens that some messages take. */
export function estimateTokens(messages: readonly Message[]): number {
  let chars = 0;
  for (const message of messages) for (const part of message.parts) chars += charsOf(part);
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

/**
 * Replaces a long conversation by a summary that the model itself writes. What still waits for an answer stays as it
 * is: a prompt that is only told of in a summary is no prompt. Throws what the provider throws.
 */
export async function compact(
  parts: CompactionParts,
  options: { ids: Ids; instructions: string | null; signal: AbortSignal },
): Promise<Compacted> {
  const { ids, instructions, signal } = options;
  const before = parts.history.messages;
  const lastAnswer = before.findLastIndex((message) => message.role !== "user");
  const start = lastAnswer === -1 ? Math.max(0, before.length - 1) : lastAnswer + 1;
  const past = before.slice(0, start);
  const open = before.slice(start);
  const instruction = instructions ? `${INSTRUCTION}\n\n${instructions}` : INSTRUCTION;
  const text = await askAside(parts, { ids, instruction, messages: past, signal });
  const after: Message[] = [
    textMessage("user", `This is what happened before, as a summary:\n\n${text}`, ids),
    textMessage("assistant", "Understood. I go on from there.", ids),
    ...open,
  ];
  // Tools have answered and the model has not: without a word to it the conversation would end with its own.
  if (open.length === 0 && past.at(-1)?.role === "tool") after.push(textMessage("user", GO_ON, ids));
  return { history: after, tokensBefore: estimateTokens(before), tokensAfter: estimateTokens(after) };
}

/** Asks the model about a conversation, without tools and without adding to it. Throws what the provider throws. */
export async function askAside(
  parts: CompactionParts,
  options: { ids: Ids; instruction: string; messages?: readonly Message[]; signal: AbortSignal },
): Promise<string> {
  const { history, provider, model, tally, clock } = parts;
  const { ids, instruction, messages = history.messages, signal } = options;
  const request: ModelRequest = {
    model: model(),
    system: "You summarise conversations of a coding agent, completely and exactly.",
    messages: [...messages, textMessage("user", instruction, ids)],
    tools: [] satisfies ToolSpec[],
  };
  const startedAt = clock.now();
  let text = "";
  let usage: Usage = NO_USAGE;
  let isError = true;
  try {
    const answer = provider.stream(request, signal);
    for await (const batch of withPatience(answer, { signal, clock, graceMs: ABORT_GRACE_MS })) {
      for (const chunk of batch) {
        if (chunk.type === "text") text += chunk.text;
        if (chunk.type === "usage") usage = chunk.usage;
      }
    }
    signal.throwIfAborted();
    if (text.trim() === "") throw fail("provider_stream_cut", "The model gave no summary of the conversation");
    isError = false;
    return text;
  } finally {
    tally.addRequest(request.model, { usage, latencyMs: clock.now() - startedAt, isError });
  }
}

function textMessage(role: "user" | "assistant", text: string, ids: Ids): Message {
  return { id: ids.next(), role, parts: [{ kind: "text", text }] };
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
