import {
  type Clock,
  deferred,
  fail,
  type Ids,
  type Message,
  type ModelRequest,
  NO_USAGE,
  type Provider,
  type ToolSpec,
  type Usage,
} from "../model/mod.ts";
import { withPatience } from "./abortable.ts";
import type { History } from "./history.ts";
import { ABORT_GRACE_MS } from "./model_call.ts";
import type { Tally } from "./tally.ts";
import { estimateTokens } from "./token_count.ts";

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
// What is left of each piece of a conversation that is too long even to be summarised.
const SHORT_CHARS = 2_000;

/**
 * Replaces a long conversation by a summary that the model itself writes. What still waits for an answer stays as it
 * is: a prompt that is only told of in a summary is no prompt. Throws what the provider throws.
 */
export async function compact(
  parts: CompactionParts,
  options: { ids: Ids; instructions: string | null; signal: AbortSignal; isOverfull?: boolean },
): Promise<Compacted> {
  const { ids, instructions, signal, isOverfull = false } = options;
  const before = parts.history.messages;
  const lastAnswer = before.findLastIndex((message) => message.role !== "user");
  const start = lastAnswer === -1 ? Math.max(0, before.length - 1) : lastAnswer + 1;
  const past = before.slice(0, start);
  const open = before.slice(start);
  const tokensBefore = estimateTokens(before);
  if (past.length === 0) return { history: open, tokensBefore, tokensAfter: tokensBefore };
  const instruction = instructions ? `${INSTRUCTION}\n\n${instructions}` : INSTRUCTION;
  const text = await askAside(parts, { ids, instruction, messages: past, signal, isOverfull });
  const after: Message[] = [
    textMessage("user", `This is what happened before, as a summary:\n\n${text}`, ids),
    textMessage("assistant", "Understood. I go on from there.", ids),
    ...open,
  ];
  // Tools have answered and the model has not: without a word to it the conversation would end with its own.
  if (open.length === 0 && past.at(-1)?.role === "tool") after.push(textMessage("user", GO_ON, ids));
  return { history: after, tokensBefore, tokensAfter: estimateTokens(after) };
}

/** Asks the model about a conversation, without tools and without adding to it. Throws what the provider throws. */
export async function askAside(
  parts: CompactionParts,
  options: {
    ids: Ids;
    instruction: string;
    messages?: readonly Message[];
    signal: AbortSignal;
    isOverfull?: boolean;
  },
): Promise<string> {
  const { history, model } = parts;
  const { ids, instruction, messages = history.messages, signal, isOverfull } = options;
  const { plainTalk }: typeof import("../model/plain_talk.ts") = await import(deferred("../model/plain_talk.ts"));
  const text = await askModel(parts, {
    model: model(),
    system: "You summarise conversations of a coding agent, completely and exactly.",
    messages: [...plainTalk(messages, isOverfull ? SHORT_CHARS : Infinity), textMessage("user", instruction, ids)],
    tools: [] satisfies ToolSpec[],
  }, signal);
  if (text.trim() === "") throw fail("provider_stream_cut", "The model gave no summary of the conversation");
  return text;
}

/** Asks the model for a text, which is counted and enters no conversation. Throws what the provider throws. */
export async function askModel(
  parts: Pick<CompactionParts, "provider" | "clock" | "tally">,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<string> {
  const { provider, tally, clock } = parts;
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
    isError = false;
    return text;
  } finally {
    tally.addRequest(request.model, { usage, latencyMs: clock.now() - startedAt, isError });
  }
}

function textMessage(role: "user" | "assistant", text: string, ids: Ids): Message {
  return { id: ids.next(), role, parts: [{ kind: "text", text }] };
}
