import type { Message, Part, Stop } from "../model/content.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { plainConversation } from "../model/conversation/plain_conversation.ts";
import type { QwenError } from "../model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../model/ports.ts";
import type { Usage } from "../model/usage.ts";
import { type AnswerFold, foldEvents } from "./http/fold_events.ts";
import { hostOf, postEvents } from "./http/post_events.ts";
import type { ProviderOptions } from "./options.ts";
import { cutOffError, readErrorValue, refusalError } from "./http/refusal.ts";
import { argumentsOf, eventObject, tokens } from "./http/wire_values.ts";

const NAME = "anthropic";
/** The API requires a limit; current models accept this one. */
const DEFAULT_MAX_TOKENS = 32_000;
const LEAST_BUDGET = 1_024;
const BUDGETS: Record<string, number> = { low: 4_096, medium: 10_000, high: 20_000, xhigh: 32_000, max: 48_000 };

/** Any server with Anthropic's Messages API. */
export function openProvider(options: ProviderOptions): Provider {
  return { name: NAME, stream: (request, signal) => stream(request, { options, signal }) };
}

async function* stream(
  request: ModelRequest,
  facts: { options: ProviderOptions; signal: AbortSignal },
): AsyncGenerator<ModelChunk[]> {
  const { options, signal } = facts;
  const fold = new AnthropicFold({ where: hostOf(options.baseUrl), key: options.key });
  const base = options.baseUrl.endsWith("/v1") ? options.baseUrl : `${options.baseUrl}/v1`;
  const progress = { hasContent: false };
  const events = postEvents({
    url: `${base}/messages`,
    headers: { "anthropic-version": "2023-06-01", ...authHeaders(options) },
    body: toWire(request, options),
    traceparent: request.traceparent,
    options,
    signal,
    progress,
    isKeepAlive: (event) => event.length < 100 && event.includes('"ping"'),
    isLast: (event) => event.length < 200 && event.includes('"message_stop"'),
  });
  yield* foldEvents(events, { fold, signal, progress });
}

/** Anthropic's own host takes the key in a header of its own; gateways take a bearer token. */
function authHeaders(options: ProviderOptions): Record<string, string> {
  if (options.key === "") return {};
  return URL.parse(options.baseUrl)?.hostname === "api.anthropic.com"
    ? { "x-api-key": options.key }
    : { authorization: `Bearer ${options.key}` };
}

/** The body of the request. */
export function toWire(request: ModelRequest, options: Pick<ProviderOptions, "maxTokens" | "extraBody">): JsonObject {
  const maxTokens = request.maxTokens ?? options.maxTokens ?? DEFAULT_MAX_TOKENS;
  const asked = request.thinkingTokens ?? (request.effort ? BUDGETS[request.effort] : undefined) ?? 0;
  const budget = asked > 0 ? Math.max(asked, LEAST_BUDGET) : 0;
  // A model that thinks cannot be made to call a tool.
  const required = budget > 0 ? undefined : request.tools.find(({ name }) => name === request.requiredTool)?.name;
  return {
    model: request.model,
    // The budget counts towards the limit, so the limit must leave room for the answer.
    max_tokens: budget >= maxTokens ? budget + maxTokens : maxTokens,
    stream: true,
    ...(request.system === "" ? {} : { system: [{ type: "text", text: request.system, cache_control: EPHEMERAL }] }),
    messages: toMessages(isRefused(request) ? plainConversation(request.messages) : request.messages),
    ...(request.tools.length === 0 ? {} : {
      tools: request.tools.map((tool): JsonObject => ({
        name: tool.name,
        description: tool.description,
        input_schema: { type: "object", ...tool.input },
      })),
    }),
    ...(budget > 0 ? { thinking: { type: "enabled", budget_tokens: budget } } : {}),
    // Thinking models refuse a temperature.
    ...(request.temperature === undefined || budget > 0 ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { top_p: request.topP }),
    ...(required === undefined ? {} : { tool_choice: { type: "tool", name: required } }),
    ...(request.schema === undefined || required !== undefined
      ? {}
      : { output_config: { format: { type: "json_schema", schema: request.schema } } }),
    ...options.extraBody,
  };
}

/** The API refuses calls and results in a request without tools. */
function isRefused({ tools, messages }: ModelRequest): boolean {
  return tools.length === 0 && messages.some(({ role }) => role === "tool");
}

const EPHEMERAL: JsonObject = { type: "ephemeral" };

/** Roles must alternate, so adjacent messages of one role are merged. */
function toMessages(messages: readonly Message[]): JsonObject[] {
  const out: { role: string; content: JsonObject[] }[] = [];
  for (const message of messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const content = message.parts.map(toBlock).filter((block) => block !== null);
    // An answer that was cut off may end with a thought, which the API refuses.
    while (content.length > 0 && isThought(content[content.length - 1])) content.pop();
    if (content.length === 0) continue;
    const last = out[out.length - 1];
    if (last?.role === role) last.content.push(...content);
    else out.push({ role, content });
  }
  // The next request reads the conversation so far from the cache.
  const lastBlock = out[out.length - 1]?.content.at(-1);
  if (lastBlock) lastBlock.cache_control = EPHEMERAL;
  return out;
}

function isThought({ type }: JsonObject): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

function toBlock(part: Part): JsonObject | null {
  switch (part.kind) {
    case "text":
      // The API refuses blank blocks, and models begin with them.
      return part.text.trim() === "" ? null : { type: "text", text: part.text };
    case "thinking":
      return thinkingBlock(part);
    case "media":
      return mediaBlock(part);
    case "file":
      return part.mediaType?.startsWith("image/") && /^https?:/.test(part.uri)
        ? { type: "image", source: { type: "url", url: part.uri } }
        : { type: "text", text: `[file: ${part.uri}]` };
    case "tool_call":
      return { type: "tool_use", id: wireId(part.callId), name: part.tool, input: argumentsOf(part.input) };
    case "tool_result":
      return {
        type: "tool_result",
        tool_use_id: wireId(part.callId),
        content: part.output.map(toBlock).filter((block) => block !== null),
        ...(part.isError ? { is_error: true } : {}),
      };
  }
}

/** Thoughts are sent back only with their signature: the API refuses unsigned ones. */
function thinkingBlock(part: Part & { kind: "thinking" }): JsonObject | null {
  if (part.opaque?.provider !== NAME || !isObject(part.opaque.data)) return null;
  const { signature, redacted } = part.opaque.data;
  if (typeof redacted === "string") return { type: "redacted_thinking", data: redacted };
  return typeof signature === "string" ? { type: "thinking", thinking: part.text, signature } : null;
}

function mediaBlock(part: Part & { kind: "media" }): JsonObject {
  const source: JsonObject = { type: "base64", media_type: part.mediaType, data: part.base64 };
  if (part.mediaType.startsWith("image/")) return { type: "image", source };
  if (part.mediaType === "application/pdf") return { type: "document", source };
  return { type: "text", text: `[${part.mediaType}: ${part.name ?? "attachment"} cannot be shown to this model]` };
}

/** Ids of other providers may contain characters that this API refuses. */
function wireId(id: string): string {
  return id.replace(/[^\w-]/g, "_");
}

interface Block {
  kind: string;
  /** Our index, for tool calls. */
  call: number;
  signature: string;
}

/** Folds the events of one answer into chunks. */
export class AnthropicFold implements AnswerFold {
  readonly #options: { where: string; key: string };
  readonly #blocks = new Map<unknown, Block>();
  #calls = 0;
  #isEnded = false;
  #reason: string | null = null;
  #usage: Record<string, unknown> | null = null;

  constructor(options: { where: string; key: string }) {
    this.#options = options;
  }

  push(event: string, out: ModelChunk[]): void {
    if (event === "" || this.#isEnded) return;
    const value = eventObject(event, this.#options.where);
    if (!value) return;
    switch (value.type) {
      case "message_start":
        if (isObject(value.message)) this.#count(value.message.usage);
        // Reported at once: an answer that is cut off still costs its input tokens.
        if (this.#usage !== null) out.push({ type: "usage", usage: toUsage(this.#usage) });
        return;
      case "content_block_start":
        return this.#start(value, out);
      case "content_block_delta":
        return this.#delta(value, out);
      case "content_block_stop":
        return this.#stop(value.index, out);
      case "message_delta":
        if (isObject(value.delta) && typeof value.delta.stop_reason === "string") {
          this.#reason = value.delta.stop_reason;
        }
        return this.#count(value.usage);
      case "message_stop":
        out.push(...this.end());
        return;
      case "message":
        return this.#whole(value, out);
      default: {
        const error = value.error === undefined ? null : toError(value, this.#options);
        if (error) throw error;
      }
    }
  }

  end(): ModelChunk[] {
    if (this.#isEnded) return [];
    if (this.#reason === null) throw cutOffError(this.#options.where);
    this.#isEnded = true;
    const finish: ModelChunk = { type: "finish", stop: toStop(this.#reason) };
    return this.#usage === null ? [finish] : [{ type: "usage", usage: toUsage(this.#usage) }, finish];
  }

  /** Later counts replace earlier ones: they are running totals. */
  #count(usage: unknown): void {
    if (!isObject(usage)) return;
    const told = Object.entries(usage).filter(([, count]) => typeof count === "number");
    if (told.length > 0) this.#usage = { ...this.#usage, ...Object.fromEntries(told) };
  }

  #start(event: Record<string, unknown>, out: ModelChunk[]): void {
    if (!isObject(event.content_block)) return;
    const { type, text, thinking, id, name, data, input } = event.content_block;
    const block: Block = { kind: String(type), call: -1, signature: "" };
    this.#blocks.set(event.index, block);
    if (type === "text" && typeof text === "string" && text !== "") out.push({ type: "text", text });
    if (type === "thinking" && typeof thinking === "string" && thinking !== "") {
      out.push({ type: "thinking", text: thinking });
    }
    if (type === "redacted_thinking" && typeof data === "string") {
      out.push({ type: "thinking", text: "", opaque: { provider: NAME, data: { redacted: data } } });
    }
    if (type === "tool_use") {
      block.call = this.#calls++;
      // The opening holds an empty object as a placeholder, or the whole input where a server does not stream it.
      const isWhole = isObject(input) && Object.keys(input).length > 0;
      out.push({
        type: "call",
        index: block.call,
        callId: String(id),
        tool: String(name),
        input: isWhole ? JSON.stringify(input) : "",
      });
    }
  }

  #delta(event: Record<string, unknown>, out: ModelChunk[]): void {
    const block = this.#blocks.get(event.index);
    const delta = event.delta;
    if (!block || !isObject(delta)) return;
    if (typeof delta.text === "string") out.push({ type: "text", text: delta.text });
    else if (typeof delta.thinking === "string") out.push({ type: "thinking", text: delta.thinking });
    else if (typeof delta.signature === "string") block.signature += delta.signature;
    else if (typeof delta.partial_json === "string" && delta.partial_json !== "" && block.call >= 0) {
      out.push({ type: "call", index: block.call, input: delta.partial_json });
    }
  }

  #stop(index: unknown, out: ModelChunk[]): void {
    const block = this.#blocks.get(index);
    this.#blocks.delete(index);
    if (block?.kind !== "thinking" || block.signature === "") return;
    out.push({ type: "thinking", text: "", opaque: { provider: NAME, data: { signature: block.signature } } });
  }

  /** An answer that came as one body. */
  #whole(message: Record<string, unknown>, out: ModelChunk[]): void {
    const content: unknown[] = Array.isArray(message.content) ? message.content : [];
    for (const [index, block] of content.entries()) {
      this.#start({ index, content_block: block }, out);
      if (isObject(block) && typeof block.signature === "string") {
        this.#delta({ index, delta: { signature: block.signature } }, out);
      }
      this.#stop(index, out);
    }
    if (typeof message.stop_reason === "string") this.#reason = message.stop_reason;
    this.#count(message.usage);
  }
}

function toUsage(usage: Record<string, unknown>): Usage {
  const cachedTokens = tokens(usage.cache_read_input_tokens);
  const inputTokens = tokens(usage.input_tokens) + cachedTokens + tokens(usage.cache_creation_input_tokens);
  const outputTokens = tokens(usage.output_tokens);
  return { inputTokens, outputTokens, cachedTokens, thinkingTokens: 0, totalTokens: inputTokens + outputTokens };
}

/** Why the model stopped. */
export function toStop(reason: string): Stop {
  switch (reason) {
    case "end_turn":
    case "stop_sequence":
      return { reason: "end", raw: reason };
    case "tool_use":
      return { reason: "tool_calls", raw: reason };
    case "max_tokens":
    case "model_context_window_exceeded":
      return { reason: "length", raw: reason };
    case "refusal":
      return { reason: "refusal", raw: reason };
    default:
      return { reason: "other", raw: reason };
  }
}

/** The error in an event of a stream; null when the event is none. */
export function toError(
  event: Json | Record<string, unknown>,
  options: { where: string; key: string },
): QwenError | null {
  const read = readErrorValue(event);
  return read && refusalError({ ...read, ...options });
}
