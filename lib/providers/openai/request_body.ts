import type { Message, Opaque, Part } from "../../model/content.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { ModelRequest } from "../../model/ports.ts";
import { argumentsOf } from "../http/wire_values.ts";
import type { ProviderOptions } from "../options.ts";
import { PROVIDER_NAME } from "./openai_fold.ts";
import { type Quirks, quirksOf } from "./quirks.ts";

const EPHEMERAL: JsonObject = { type: "ephemeral" };

/** The options that shape the body. */
export type WireOptions = Pick<ProviderOptions, "baseUrl" | "maxTokens" | "extraBody"> & {
  /** False where the server has refused a tool that was demanded. */
  canDemand?: boolean;
};

/** The body of the request. */
export function toWire(request: ModelRequest, options: WireOptions): JsonObject {
  const messages: JsonObject[] = [];
  if (request.system !== "") messages.push({ role: "system", content: request.system });
  const quirks = quirksOf({ baseUrl: options.baseUrl, model: request.model });
  for (const message of request.messages) {
    if (message.role !== "assistant") pushMessage(message, messages);
    else messages.push(...assistantMessage(message.parts, quirks));
  }
  const maxTokens = request.maxTokens ?? options.maxTokens;
  const isDemanded = options.canDemand !== false && quirks.toolChoice === "any" && demands(request);
  return {
    model: request.model,
    messages: quirks.cacheMarks ? withMarks(messages) : messages,
    ...(maxTokens === undefined ? {} : { [quirks.limit]: maxTokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { top_p: request.topP }),
    ...reasoningFields(request, quirks),
    stream: true,
    ...(quirks.usage === "on_request" ? { stream_options: { include_usage: true } } : {}),
    ...(request.tools.length === 0 ? {} : {
      tools: request.tools.map((tool): JsonObject => ({
        type: "function",
        function: { name: tool.name, description: tool.description, parameters: tool.input },
      })),
      ...(quirks.parallelCalls === "on_request" ? { parallel_tool_calls: true } : {}),
    }),
    ...(isDemanded ? { tool_choice: { type: "function", function: { name: request.requiredTool ?? "" } } } : {}),
    ...(request.schema === undefined || isDemanded ? {} : {
      response_format: { type: "json_schema", json_schema: { name: "answer", schema: request.schema } },
    }),
    ...options.extraBody,
  };
}

/** Whether a request demands a call of one tool. A model that thinks cannot be made to. */
function demands({ requiredTool, tools, effort, thinkingTokens }: ModelRequest): boolean {
  const isOffered = tools.some(({ name }) => name === requiredTool);
  return isOffered && effort === undefined && thinkingTokens === undefined;
}

/** The fields that ask for thinking, or for none. */
function reasoningFields({ effort, thinkingTokens, thinking }: ModelRequest, { reasoning }: Quirks): JsonObject {
  const isOff = thinking === false && effort === undefined && thinkingTokens === undefined;
  switch (reasoning) {
    case "effort":
      return effort === undefined ? {} : { reasoning_effort: effort };
    case "budget":
      return {
        ...(effort === undefined ? {} : { reasoning_effort: effort }),
        ...(isOff || thinkingTokens === 0 ? { enable_thinking: false } : {}),
        ...(thinkingTokens === undefined || thinkingTokens === 0 ? {} : { thinking_budget: thinkingTokens }),
        ...(effort !== undefined || thinkingTokens ? { enable_thinking: true } : {}),
      };
    case "object":
      if (isOff || thinkingTokens === 0) return { reasoning: { enabled: false } };
      if (thinkingTokens !== undefined) return { reasoning: { max_tokens: thinkingTokens } };
      return effort === undefined ? {} : { reasoning: { effort } };
    case "switch":
      if (isOff || thinkingTokens === 0) return { thinking: { type: "disabled" } };
      return effort === undefined && thinkingTokens === undefined ? {} : { thinking: { type: "enabled" } };
  }
}

/** Marks the system prompt and the last message: the next request reads everything up to there from the cache. */
function withMarks(messages: readonly JsonObject[]): JsonObject[] {
  const last = messages.findLastIndex(({ content }) => content !== null);
  return messages.map((message, index) => {
    const { role, content } = message;
    if ((role !== "system" || index !== 0) && index !== last) return message;
    const parts: Json[] = typeof content === "string" ? [{ type: "text", text: content }] : [...content as Json[]];
    const end = parts.pop();
    if (!isObject(end) || (end.type === "text" && end.text === "")) return message;
    return { ...message, content: [...parts, { ...end as JsonObject, cache_control: EPHEMERAL }] };
  });
}

function pushMessage(message: Message, out: JsonObject[]): void {
  // The API takes only text as a tool's result, so pictures follow as a message of the user.
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

/** Text is sent as a string, which every server takes; some refuse a list even of text alone. */
function plainContent(parts: readonly JsonObject[]): Json {
  return parts.every(({ type }) => type === "text") ? parts.map(({ text }) => text).join("\n\n") : [...parts];
}

const NO_THOUGHTS = "(no thoughts)";

function assistantMessage(
  parts: readonly Part[],
  { requiresThoughts }: Pick<Quirks, "requiresThoughts">,
): JsonObject[] {
  let text = "";
  let reasoning = "";
  const calls: Json[] = [];
  for (const part of parts) {
    if (part.kind === "text") text += part.text;
    // Thoughts of other providers have a signature, which is useless here.
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
  // An answer that was cut off may be empty, which some servers refuse.
  if (text.trim() === "" && calls.length === 0) return [];
  if (reasoning === "" && requiresThoughts) reasoning = NO_THOUGHTS;
  return [{
    role: "assistant",
    content: text === "" ? null : text,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }];
}

/** Data that a server wants back with its call, such as the signature that Google's models require. */
function extraOf(opaque: Opaque | undefined): JsonObject {
  if (opaque?.provider !== PROVIDER_NAME || !isObject(opaque.data)) return {};
  const { extra_content } = opaque.data;
  return isObject(extra_content) ? { extra_content: extra_content as JsonObject } : {};
}

/** OpenAI's own server refuses longer ids; those of other servers and hosts may be longer. */
const MAX_ID_CHARS = 40;

/** The id of a call on the wire, the same for the call and its result. */
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
