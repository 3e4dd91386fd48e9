import { plainConversation } from "../../../model/conversation/plain_conversation.ts";
import {
  type Clock,
  fail,
  type Ids,
  type Message,
  type ModelRequest,
  NO_USAGE,
  type Provider,
  type Todo,
  type ToolSpec,
  type Usage,
} from "../../../model/mod.ts";
import { abortableItems } from "../abortable.ts";
import type { History } from "./history.ts";
import { splitConversation, summaryText, userMessages } from "./kept_messages.ts";
import { ABORT_GRACE_MS } from "../model_call.ts";
import type { Tally } from "../tally.ts";
import { estimateTokens } from "./token_count.ts";

/** The parts of a compaction. */
export interface CompactionParts {
  provider: Provider;
  clock: Clock;
  tally: Tally;
  history: History;
  model: () => string;
}

/** A request without its messages: the start of every request of a conversation, which providers keep in a cache. */
export type RequestPrefix = Omit<ModelRequest, "messages">;

/** How a conversation is compacted. */
export interface CompactionOptions {
  ids: Ids;
  instructions: string | null;
  signal: AbortSignal;
  /** The start of the conversation's requests; without it, the summary is asked for as plain text. */
  prefix?: RequestPrefix;
  /** Tokens that the conversation may take. */
  room?: number;
  todos?: readonly Todo[];
  /** Whether the newest answers stay as they are. */
  keepsAnswers?: boolean;
  /** The provider has found the conversation too long. */
  isOverfull?: boolean;
}

/** The result of a compaction. */
export interface Compacted {
  history: Message[];
  tokensBefore: number;
  tokensAfter: number;
  /** The text of the summary; empty where none was needed. */
  summary: string;
}

const INSTRUCTION =
  "This is a request for a summary, not a new task: call no tools, and answer with the summary alone. Summarise the " +
  "conversation so far for yourself. The user's messages stay; all else will be gone. Keep the decisions and their " +
  "reasons, every file touched and what was changed in it, commands run and what they showed, open problems and " +
  "the next steps. Write plain prose and lists, no preamble.";
const ACKNOWLEDGED = "Understood. I go on from there.";
const GO_ON = "Go on with the task where the summary ends.";
// Length of each piece of a conversation that is too long even to be summarised.
const SHORT_CHARS = 2_000;

/**
 * Replaces a long conversation by the user's messages, a summary that the model itself writes, and the newest rounds.
 * Throws what the provider throws.
 */
export async function compact(parts: CompactionParts, options: CompactionOptions): Promise<Compacted> {
  const { ids, instructions, todos = [], keepsAnswers = false } = options;
  const before = parts.history.messages;
  const tokensBefore = estimateTokens(before);
  // The provider has less room than expected; how much less, it does not say.
  const room = options.isOverfull ? Math.min(options.room ?? Infinity, tokensBefore / 2) : options.room ?? Infinity;
  const { past, rounds, open } = splitConversation(before, { room, keepsAnswers });
  if (!past.some(({ role }) => role !== "user")) {
    return { history: [...before], tokensBefore, tokensAfter: tokensBefore, summary: "" };
  }
  const instruction = instructions ? `${INSTRUCTION}\n\n${instructions}` : INSTRUCTION;
  const messages = [...past, ...rounds];
  const text = await summarise(parts, { ...options, messages, instruction });
  const summary = summaryText(text, { past, todos });
  const after: Message[] = [
    ...userMessages(past),
    { ...textMessage("user", summary, ids), isNote: true },
    ...rounds,
    ...open,
  ];
  if (rounds.length === 0) {
    const at = after.length - open.length;
    // Tools have answered and the model has not: without this note the conversation would end with its own message.
    const isUnderWay = open.length === 0 && past.at(-1)?.role === "tool";
    after.splice(at, 0, textMessage("assistant", ACKNOWLEDGED, ids));
    if (isUnderWay) after.push({ ...textMessage("user", GO_ON, ids), isNote: true });
  }
  return { history: after, tokensBefore, tokensAfter: estimateTokens(after), summary };
}

/**
 * Asks for a summary at the end of the unchanged conversation, which the provider has in its cache. A model that
 * answers with calls alone, and a conversation that is too long, are asked with a plain text of the conversation.
 */
async function summarise(
  parts: CompactionParts,
  options: CompactionOptions & { messages: readonly Message[]; instruction: string },
): Promise<string> {
  const { ids, messages, instruction, prefix, signal, isOverfull } = options;
  if (prefix && !isOverfull) {
    const request = { ...prefix, messages: [...messages, textMessage("user", instruction, ids)] };
    const text = await askModel(parts, request, signal);
    if (text.trim() !== "") return text;
  }
  return await askAbout(parts, { ids, instruction, messages, signal, isOverfull });
}

/** Asks the model about a conversation, without tools and without adding to it. Throws what the provider throws. */
export async function askAbout(
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
  const text = await askModel(parts, {
    model: model(),
    system: "You summarise conversations of a coding agent, completely and exactly.",
    messages: [
      ...plainConversation(messages, isOverfull ? SHORT_CHARS : Infinity),
      textMessage("user", instruction, ids),
    ],
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
    for await (const batch of abortableItems(answer, { signal, clock, graceMs: ABORT_GRACE_MS })) {
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
