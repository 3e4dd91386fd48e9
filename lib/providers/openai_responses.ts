import type { Message, Part, Stop } from "../model/content.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import type { ModelChunk, ModelRequest, Provider } from "../model/ports.ts";
import type { Usage } from "../model/usage.ts";
import { type AnswerFold, foldEvents } from "./http/fold_events.ts";
import { hostOf, postEvents } from "./http/post_events.ts";
import { cutOffError, readErrorValue, refusalError } from "./http/refusal.ts";
import { argumentsOf, eventObject, tokens } from "./http/wire_values.ts";
import type { ProviderOptions } from "./options.ts";

const NAME = "openai-responses";
/** Models that think, and whose encrypted thoughts can be sent back. */
const THINKS = /^(o\d|gpt-5|codex)/i;
const LAST = /^\{"type":"response\.(completed|incomplete|failed)"/;

/** Any server with OpenAI's Responses API. */
export function openProvider(options: ProviderOptions): Provider {
  return { name: NAME, stream: (request, signal) => stream(request, { options, signal }) };
}

async function* stream(
  request: ModelRequest,
  { options, signal }: { options: ProviderOptions; signal: AbortSignal },
): AsyncGenerator<ModelChunk[]> {
  const fold = new ResponsesFold({ where: hostOf(options.baseUrl), key: options.key });
  const progress = { hasContent: false };
  const events = postEvents({
    url: `${options.baseUrl}/responses`,
    headers: options.key === "" ? {} : { authorization: `Bearer ${options.key}` },
    body: toWire(request, options),
    traceparent: request.traceparent,
    options,
    signal,
    progress,
    isLast: (event) => LAST.test(event),
  });
  yield* foldEvents(events, { fold, signal, progress });
}

/** The body of the request. The server keeps nothing, unless `extra_body` says otherwise. */
export function toWire(request: ModelRequest, options: Pick<ProviderOptions, "maxTokens" | "extraBody">): JsonObject {
  const maxTokens = request.maxTokens ?? options.maxTokens;
  const required = request.tools.find(({ name }) => name === request.requiredTool)?.name;
  const thinks = request.effort !== undefined || THINKS.test(request.model);
  return {
    model: request.model,
    ...(request.system === "" ? {} : { instructions: request.system }),
    input: request.messages.flatMap(toItems),
    stream: true,
    store: false,
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { top_p: request.topP }),
    ...(request.effort === undefined ? {} : { reasoning: { effort: request.effort, summary: "auto" } }),
    // Without it the thoughts of earlier answers would be lost, because the server keeps none.
    ...(thinks ? { include: ["reasoning.encrypted_content"] } : {}),
    ...(request.tools.length === 0 ? {} : {
      tools: request.tools.map((tool): JsonObject => ({
        type: "function",
        name: tool.name,
        description: tool.description,
        parameters: tool.input,
        strict: false,
      })),
    }),
    ...(required === undefined ? {} : { tool_choice: { type: "function", name: required } }),
    ...(request.schema === undefined || required !== undefined ? {} : {
      text: { format: { type: "json_schema", name: "answer", schema: request.schema, strict: false } },
    }),
    ...options.extraBody,
  };
}

/** The items of one message; parts of one kind that follow each other share a message. */
function toItems({ role, parts }: Message): JsonObject[] {
  const items: JsonObject[] = [];
  for (const part of parts) {
    const item = ownItem(part);
    if (item) {
      items.push(item);
      continue;
    }
    const content = role === "assistant" ? outputPart(part) : inputPart(part);
    if (!content) continue;
    const last = items.at(-1);
    if (last?.type === "message" && Array.isArray(last.content)) last.content.push(content);
    else items.push({ type: "message", role: role === "assistant" ? "assistant" : "user", content: [content] });
  }
  return items;
}

/** Calls, results and thoughts are items of their own. */
function ownItem(part: Part): JsonObject | null {
  if (part.kind === "tool_call") {
    const input = JSON.stringify(argumentsOf(part.input));
    return { type: "function_call", call_id: part.callId, name: part.tool, arguments: input };
  }
  if (part.kind === "tool_result") {
    const output = part.output.map(inputPart).filter((piece) => piece !== null);
    const isText = output.every(({ type }) => type === "input_text");
    return {
      type: "function_call_output",
      call_id: part.callId,
      output: isText ? output.map(({ text }) => text).join("\n\n") : output,
    };
  }
  if (part.kind !== "thinking" || part.opaque?.provider !== NAME || !isObject(part.opaque.data)) return null;
  const { id, encrypted } = part.opaque.data;
  if (typeof id !== "string" || typeof encrypted !== "string") return null;
  const summary = part.text === "" ? [] : [{ type: "summary_text", text: part.text }];
  return { type: "reasoning", id, summary, encrypted_content: encrypted };
}

function outputPart(part: Part): JsonObject | null {
  return part.kind === "text" && part.text !== "" ? { type: "output_text", text: part.text } : null;
}

function inputPart(part: Part): JsonObject | null {
  switch (part.kind) {
    case "text":
      return { type: "input_text", text: part.text };
    case "media": {
      const url = `data:${part.mediaType};base64,${part.base64}`;
      if (part.mediaType.startsWith("image/")) return { type: "input_image", image_url: url };
      return { type: "input_file", filename: part.name ?? "file", file_data: url };
    }
    case "file":
      return part.mediaType?.startsWith("image/") && /^https?:/.test(part.uri)
        ? { type: "input_image", image_url: part.uri }
        : { type: "input_text", text: `[file: ${part.uri}]` };
    default:
      return null;
  }
}

interface Call {
  index: number;
  hasInput: boolean;
}

/** Folds the events of one answer into chunks. */
export class ResponsesFold implements AnswerFold {
  readonly #options: { where: string; key: string };
  readonly #calls = new Map<unknown, Call>();
  #stop: Stop | null = null;
  #usage: Usage | null = null;
  #isRefusal = false;
  #isEnded = false;

  constructor(options: { where: string; key: string }) {
    this.#options = options;
  }

  push(event: string, out: ModelChunk[]): void {
    if (event === "" || event === "[DONE]" || this.#isEnded) return;
    const value = eventObject(event, this.#options.where);
    if (!value) return;
    switch (value.type) {
      case "response.output_item.added":
        return this.#added(value, out);
      case "response.output_text.delta":
        return this.#text(value.delta, out);
      case "response.refusal.delta":
        this.#isRefusal = true;
        return this.#text(value.delta, out);
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        if (typeof value.delta === "string" && value.delta !== "") out.push({ type: "thinking", text: value.delta });
        return;
      case "response.function_call_arguments.delta":
        return this.#input(value.output_index, { text: value.delta, out });
      case "response.output_item.done":
        return this.#done(value, out);
      case "response.completed":
      case "response.incomplete":
        this.#close(isObject(value.response) ? value.response : {});
        out.push(...this.end());
        return;
      default:
        return this.#other(value, out);
    }
  }

  end(): ModelChunk[] {
    if (this.#isEnded) return [];
    if (this.#stop === null) throw cutOffError(this.#options.where);
    this.#isEnded = true;
    const finish: ModelChunk = { type: "finish", stop: this.#stop };
    return this.#usage === null ? [finish] : [{ type: "usage", usage: this.#usage }, finish];
  }

  #text(delta: unknown, out: ModelChunk[]): void {
    if (typeof delta === "string" && delta !== "") out.push({ type: "text", text: delta });
  }

  #added({ output_index: at, item }: Record<string, unknown>, out: ModelChunk[]): void {
    if (!isObject(item) || item.type !== "function_call") return;
    const index = this.#calls.size;
    const input = typeof item.arguments === "string" ? item.arguments : "";
    this.#calls.set(at, { index, hasInput: input !== "" });
    out.push({ type: "call", index, callId: String(item.call_id), tool: String(item.name), input });
  }

  #input(at: unknown, { text, out }: { text: unknown; out: ModelChunk[] }): void {
    const call = this.#calls.get(at);
    if (!call || typeof text !== "string" || text === "") return;
    call.hasInput = true;
    out.push({ type: "call", index: call.index, input: text });
  }

  /** An item that is complete: its parts that were not streamed, and the encrypted thoughts. */
  #done({ output_index: at, item }: Record<string, unknown>, out: ModelChunk[]): void {
    if (!isObject(item)) return;
    if (item.type === "function_call" && this.#calls.get(at)?.hasInput !== true) {
      if (!this.#calls.has(at)) this.#added({ output_index: at, item }, out);
      else this.#input(at, { text: item.arguments, out });
    }
    const { id, encrypted_content: encrypted } = item;
    if (item.type !== "reasoning" || typeof id !== "string" || typeof encrypted !== "string") return;
    out.push({ type: "thinking", text: "", opaque: { provider: NAME, data: { id, encrypted } } });
  }

  #close({ status, incomplete_details: details, usage }: Record<string, unknown>): void {
    if (isObject(usage)) this.#usage = toUsage(usage);
    const reason = isObject(details) && typeof details.reason === "string" ? details.reason : String(status ?? "");
    this.#stop = this.#isRefusal || reason === "content_filter"
      ? { reason: "refusal", raw: reason }
      : reason === "max_output_tokens"
      ? { reason: "length", raw: reason }
      : { reason: this.#calls.size > 0 ? "tool_calls" : "end", raw: reason };
  }

  /** An error, or an answer that came as one body. */
  #other(value: Record<string, unknown>, out: ModelChunk[]): void {
    const response = isObject(value.response) ? value.response : value;
    const isError = value.type === "error" || value.type === "response.failed" || isObject(response.error);
    if (isError) {
      const read = readErrorValue(isObject(response.error) ? { error: response.error } : { error: value });
      throw refusalError({ ...(read ?? { text: "", codes: [] }), ...this.#options });
    }
    if (value.object !== "response" || !Array.isArray(value.output)) return;
    for (const [at, item] of value.output.entries()) {
      if (!isObject(item)) continue;
      const content = Array.isArray(item.content) ? item.content.filter(isObject) : [];
      for (const { text, refusal } of content) {
        if (refusal !== undefined) this.#isRefusal = true;
        this.#text(text ?? refusal, out);
      }
      this.#done({ output_index: at, item }, out);
    }
    this.#close(value);
    out.push(...this.end());
  }
}

function toUsage(usage: Record<string, unknown>): Usage {
  const { input_tokens_details: input, output_tokens_details: output } = usage;
  const inputTokens = tokens(usage.input_tokens);
  const outputTokens = tokens(usage.output_tokens);
  return {
    inputTokens,
    outputTokens,
    cachedTokens: tokens(isObject(input) ? input.cached_tokens : undefined),
    thinkingTokens: tokens(isObject(output) ? output.reasoning_tokens : undefined),
    totalTokens: tokens(usage.total_tokens) || inputTokens + outputTokens,
  };
}
