import type { Message, Opaque, Part, Stop } from "../model/content.ts";
import { deferred } from "../model/deferred.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { fail, QwenError } from "../model/problem.ts";
import type { ModelChunk, ModelRequest, Provider } from "../model/ports.ts";
import type { Usage } from "../model/usage.ts";
import { hostOf, postEvents, refusals } from "./http.ts";
import type { ProviderOptions } from "./options.ts";
import { type Fold, foldEvents } from "./fold_events.ts";
import type { WireCall, WireChunk, WireDelta, WireUsage } from "./openai_wire.ts";
import { argumentsOf, tokens } from "./parts.ts";
import { cutError, readErrorValue } from "./stream_faults.ts";

const NAME = "openai";
const DONE = "[DONE]";

/** Servers that take a budget of thinking; others refuse what they do not know. */
const KNOWS_BUDGET = /aliyuncs\.com|modelscope/;

/** Any server that speaks OpenAI's chat completions. */
export function openProvider(options: ProviderOptions): Provider {
  const refused = new Set<string>();
  return { name: NAME, stream: (request, signal) => stream(request, { options, signal, refused }) };
}

async function* stream(
  request: ModelRequest,
  facts: { options: ProviderOptions; signal: AbortSignal; refused: Set<string> },
): AsyncGenerator<ModelChunk[]> {
  const { options, signal, refused } = facts;
  const whole = toWire(request, options);
  const body = refused.size === 0 ? whole : (await concessions()).concede(whole, refused);
  const where = hostOf(options.baseUrl);
  const fold = new OpenAiFold({ where, callPrefix: `call_${request.messages.length}_` });
  const events = postEvents({
    url: `${options.baseUrl}/chat/completions`,
    headers: options.key === "" ? {} : { authorization: `Bearer ${options.key}` },
    body,
    options,
    signal,
    isLast: (event) => event === DONE,
  });
  try {
    yield* thoughtsApart(foldEvents(events, { fold, signal }));
  } catch (error) {
    const fault = error instanceof SaidError
      ? (await refusals()).refusalError({ ...error.said, where, key: options.key })
      : error;
    throw fault instanceof QwenError && fault.problem.status !== undefined
      ? (await concessions()).learn(fault, { body, refused })
      : fault;
  }
}

/** Some local servers leave the thoughts of a model in its text, in tags: they are told as thoughts. */
async function* thoughtsApart(batches: AsyncIterable<ModelChunk[]>): AsyncGenerator<ModelChunk[]> {
  let tags: import("./think_tags.ts").ThinkTags | null | undefined;
  for await (const batch of batches) {
    if (tags === undefined) {
      const first = batch.find((chunk) => chunk.type === "text" && chunk.text.trim() !== "");
      if (first?.type === "text") tags = /^\s*<think>/.test(first.text) ? new (await tagged()).ThinkTags() : null;
    }
    const chunks = tags ? tags.apply(batch) : batch;
    if (chunks.length > 0) yield chunks;
  }
}

async function tagged(): Promise<typeof import("./think_tags.ts")> {
  return await import(deferred("./think_tags.ts"));
}

async function concessions(): Promise<typeof import("./concessions.ts")> {
  return await import(deferred("./concessions.ts"));
}

/** OpenAI's own server has renamed the bound and refuses the old name for some models; others know only the old one. */
const RENAMED_BOUND = /^https:\/\/api\.openai\.com\//;

/** What of the options shapes the body. */
export type WireOptions = Pick<ProviderOptions, "baseUrl" | "maxTokens" | "extraBody">;

/** The body of the request. */
export function toWire(request: ModelRequest, options: WireOptions): JsonObject {
  const messages: JsonObject[] = [];
  if (request.system !== "") messages.push({ role: "system", content: request.system });
  const wantsThoughts = WANTS_THOUGHTS.test(`${request.model} ${options.baseUrl}`);
  for (const message of request.messages) {
    if (message.role !== "assistant") pushMessage(message, messages);
    else messages.push(...assistantMessage(message.parts, { wantsThoughts }));
  }
  const maxTokens = request.maxTokens ?? options.maxTokens;
  return {
    model: request.model,
    messages,
    ...(maxTokens === undefined
      ? {}
      : { [RENAMED_BOUND.test(options.baseUrl) ? "max_completion_tokens" : "max_tokens"]: maxTokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { top_p: request.topP }),
    ...(request.effort === undefined ? {} : { reasoning_effort: request.effort }),
    ...(request.thinkingTokens !== undefined && KNOWS_BUDGET.test(options.baseUrl)
      ? { thinking_budget: request.thinkingTokens }
      : {}),
    stream: true,
    stream_options: { include_usage: true },
    ...(request.tools.length === 0 ? {} : {
      tools: request.tools.map((tool): JsonObject => ({
        type: "function",
        function: { name: tool.name, description: tool.description, parameters: tool.input },
      })),
    }),
    ...(request.schema === undefined ? {} : {
      response_format: { type: "json_schema", json_schema: { name: "answer", schema: request.schema } },
    }),
    ...options.extraBody,
  };
}

function pushMessage(message: Message, out: JsonObject[]): void {
  // The wire takes nothing but text as a tool's answer, so pictures follow as words of the user.
  const media: JsonObject[] = [];
  const content: JsonObject[] = [];
  for (const part of message.parts) {
    if (part.kind === "tool_result") {
      const text: JsonObject[] = [];
      for (const piece of part.output) {
        const shown = contentPart(piece);
        if (shown) (shown.type === "text" ? text : media).push(shown);
      }
      if (text.length === 0) text.push({ type: "text", text: media.length > 0 ? "(see the attached content)" : "" });
      out.push({ role: "tool", tool_call_id: wireId(part.callId), content: plainContent(text) });
    } else {
      const shown = contentPart(part);
      if (shown) content.push(shown);
    }
  }
  if (media.length > 0) out.push({ role: "user", content: media });
  if (content.length > 0) out.push({ role: "user", content: plainContent(content) });
}

/** Text goes as a string, which every server takes; some refuse a list, also of nothing but text. */
function plainContent(parts: readonly JsonObject[]): Json {
  return parts.every(({ type }) => type === "text") ? parts.map(({ text }) => text).join("\n\n") : [...parts];
}

/** Models that refuse an earlier answer which comes back without its thoughts, also when it had none or other ones. */
const WANTS_THOUGHTS = /deepseek|kimi|moonshot/i;
const NO_THOUGHTS = "(no thoughts)";

function assistantMessage(parts: readonly Part[], { wantsThoughts }: { wantsThoughts: boolean }): JsonObject[] {
  let text = "";
  let reasoning = "";
  const calls: Json[] = [];
  for (const part of parts) {
    if (part.kind === "text") text += part.text;
    // Another provider's thoughts come with a signature that means nothing here.
    else if (part.kind === "thinking" && part.opaque === undefined) reasoning += part.text;
    else if (part.kind === "tool_call") {
      calls.push({
        id: wireId(part.callId),
        type: "function",
        function: { name: part.tool, arguments: JSON.stringify(argumentsOf(part.input)) },
        ...extraOf(part.opaque),
      });
    }
  }
  // An answer that was cut off may have said nothing, which some servers refuse.
  if (text.trim() === "" && calls.length === 0) return [];
  if (reasoning === "" && wantsThoughts) reasoning = NO_THOUGHTS;
  return [{
    role: "assistant",
    content: text === "" ? null : text,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }];
}

/** What came with a call and is wanted back with it, such as the signature that Google's models demand. */
function extraOf(opaque: Opaque | undefined): JsonObject {
  if (opaque?.provider !== NAME || !isObject(opaque.data)) return {};
  const { extra_content } = opaque.data;
  return isObject(extra_content) ? { extra_content: extra_content as JsonObject } : {};
}

/** OpenAI's own server refuses ids that are longer; those of other servers and hosts may be. */
const MAX_ID_CHARS = 40;

/** The id of a call as it is sent: the same for the call and its result. */
function wireId(id: string): string {
  if (id.length <= MAX_ID_CHARS) return id;
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < id.length; i++) hash = BigInt.asUintN(64, (hash ^ BigInt(id.charCodeAt(i))) * 0x100000001b3n);
  const end = hash.toString(16).padStart(16, "0");
  return `${id.slice(0, MAX_ID_CHARS - end.length - 1)}_${end}`;
}

function contentPart(part: Part): JsonObject | null {
  switch (part.kind) {
    case "text":
      return { type: "text", text: part.text };
    case "media": {
      const { mediaType, base64 } = part;
      if (mediaType.startsWith("image/")) {
        return { type: "image_url", image_url: { url: `data:${mediaType};base64,${base64}` } };
      }
      if (mediaType.startsWith("audio/")) {
        const format = mediaType.slice(6).replace("mpeg", "mp3").replace("x-wav", "wav");
        return { type: "input_audio", input_audio: { data: base64, format } };
      }
      return {
        type: "file",
        file: { filename: part.name ?? "file", file_data: `data:${mediaType};base64,${base64}` },
      };
    }
    case "file":
      return part.mediaType?.startsWith("image/") && /^https?:/.test(part.uri)
        ? { type: "image_url", image_url: { url: part.uri } }
        : { type: "text", text: `[file: ${part.uri}]` };
    default:
      return null;
  }
}

/** What the fold has to know to speak of errors and to name calls that the server left nameless. */
export interface FoldOptions {
  where: string;
  /** Start of the ids of calls that came without one. */
  callPrefix: string;
}

interface Slot {
  /** Where the server keeps the call; two calls may claim the same place. */
  place: number;
  id: string | null;
}

/** Folds the events of one answer into chunks. */
export class OpenAiFold implements Fold {
  readonly #options: FoldOptions;
  readonly #slots: Slot[] = [];
  #reason: string | null = null;
  #isDone = false;
  #isEnded = false;
  #hasContent = false;
  #usage: Usage | null = null;

  constructor(options: FoldOptions) {
    this.#options = options;
  }

  /** Adds what one event means to `out`. Throws SaidError when the event is an error. */
  push(event: string, out: ModelChunk[]): void {
    if (event === DONE) {
      this.#isDone = true;
      out.push(...this.end());
      return;
    }
    const chunk = this.#isEnded ? null : this.#parse(event);
    if (chunk === null) return;
    const choice = chunk.choices?.[0];
    if (chunk.error || (!choice && !chunk.usage)) {
      const said = readErrorValue(chunk);
      if (said) throw new SaidError(said);
    }
    if (choice) {
      const delta = choice.delta ?? choice.message;
      if (delta) this.#delta(delta, out);
      if (choice.finish_reason) this.#reason = choice.finish_reason;
    }
    if (chunk.usage) this.#usage = toUsage(chunk.usage);
  }

  /** The last chunks: usage, when the server told it, and the finish. Throws when the answer is not complete. */
  end(): ModelChunk[] {
    if (this.#isEnded) return [];
    const isComplete = this.#reason !== null || (this.#isDone && this.#hasContent);
    if (!isComplete) {
      throw cutError(this.#options.where);
    }
    this.#isEnded = true;
    const stop = toStop(this.#reason, { hasCalls: this.#slots.length > 0 });
    const finish: ModelChunk = { type: "finish", stop };
    return this.#usage === null ? [finish] : [{ type: "usage", usage: this.#usage }, finish];
  }

  #parse(event: string): WireChunk | null {
    if (event === "") return null;
    let value: unknown;
    try {
      value = JSON.parse(event);
    } catch (error) {
      throw fail("provider_stream_cut", `${this.#options.where} sent an event that is not JSON`, { cause: error });
    }
    return isObject(value) ? value as WireChunk : null;
  }

  #delta(delta: WireDelta, out: ModelChunk[]): void {
    const thought = delta.reasoning_content ?? delta.reasoning;
    if (typeof thought === "string" && thought !== "") {
      this.#hasContent = true;
      out.push({ type: "thinking", text: thought });
    }
    const content = delta.content ?? delta.refusal;
    if (typeof content === "string") {
      if (content !== "") {
        this.#hasContent = true;
        out.push({ type: "text", text: content });
      }
    } else if (Array.isArray(content)) {
      const text = content.map((part) => part?.text ?? "").join("");
      if (text !== "") out.push({ type: "text", text });
      this.#hasContent = true;
    }
    if (Array.isArray(delta.tool_calls)) {
      for (const [position, call] of delta.tool_calls.entries()) {
        if (isObject(call)) this.#call(call, { position, out });
      }
    }
  }

  #call(call: WireCall, at: { position: number; out: ModelChunk[] }): void {
    this.#hasContent = true;
    const args = call.function?.arguments ?? "";
    const input = typeof args === "string" ? args : JSON.stringify(args);
    const tool = typeof call.function?.name === "string" ? call.function.name : "";
    const id = idOf(call);
    const extra = isObject(call.extra_content)
      ? { opaque: { provider: NAME, data: { extra_content: call.extra_content } } }
      : {};
    const index = this.#find(call, at.position);
    if (index >= 0) {
      // Some servers open a call by its id and name the tool afterwards.
      at.out.push({ type: "call", index, ...(tool === "" ? {} : { tool }), input, ...extra });
      return;
    }
    this.#slots.push({ place: call.index ?? at.position, id });
    const own = this.#slots.length - 1;
    const callId = id ?? `${this.#options.callPrefix}${own}`;
    at.out.push({ type: "call", index: own, callId, tool, input, ...extra });
  }

  /** Our index of the call this piece continues, or -1 for a new call. */
  #find(call: WireCall, position: number): number {
    const id = idOf(call);
    const isOpening = id !== null && Boolean(call.function?.name);
    if (call.index === undefined || call.index === null) {
      if (id !== null) return this.#slots.findIndex((slot) => slot.id === id);
      return call.function?.name ? -1 : Math.min(position, this.#slots.length - 1);
    }
    for (let i = this.#slots.length - 1; i >= 0; i--) {
      const slot = this.#slots[i];
      if (slot.place !== call.index) continue;
      // Some servers put every call at place 0 and tell them apart by id alone.
      return isOpening && slot.id !== null && slot.id !== id ? -1 : i;
    }
    return -1;
  }
}

function idOf({ id }: WireCall): string | null {
  return id === undefined || id === null || id === "" ? null : String(id);
}

function toUsage(usage: WireUsage): Usage {
  const inputTokens = tokens(usage.prompt_tokens);
  const outputTokens = tokens(usage.completion_tokens);
  return {
    inputTokens,
    outputTokens,
    cachedTokens: tokens(usage.prompt_tokens_details?.cached_tokens ?? usage.cached_tokens),
    thinkingTokens: tokens(usage.completion_tokens_details?.reasoning_tokens),
    totalTokens: tokens(usage.total_tokens) || inputTokens + outputTokens,
  };
}

/** Why the model stopped, in our words. Some servers say `stop` although they call tools. */
export function toStop(reason: string | null, facts: { hasCalls: boolean }): Stop {
  switch (reason) {
    case "tool_calls":
    case "function_call":
      return { reason: "tool_calls", raw: reason };
    case "length":
      return { reason: "length", raw: reason };
    case "content_filter":
      return { reason: "refusal", raw: reason };
    case "stop":
    case "eos":
    case null:
      return { reason: facts.hasCalls ? "tool_calls" : "end", raw: reason };
    default:
      return { reason: facts.hasCalls ? "tool_calls" : "other", raw: reason };
  }
}

/** An error that a server says in the middle of a stream, until it is put in our words. */
class SaidError extends Error {
  readonly said: { text: string; codes: unknown[] };

  constructor(said: { text: string; codes: unknown[] }) {
    super(said.text);
    this.said = said;
  }
}
