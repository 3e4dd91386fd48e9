/**
 * The line format of saved sessions: an append-only tree of records with Gemini-style parts, the one that
 * qwen-code writes, so that sessions go both ways. What the format has no place for is kept in fields of our own
 * (`opaque`, `input`), which other readers ignore.
 */
import type { Message, Opaque, Part, ToolCall, ToolResult } from "../model/content.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { Usage } from "../model/usage.ts";

/** One line of a session file. */
export interface ChatRecord {
  uuid: string;
  parentUuid: string | null;
  sessionId: string;
  timestamp: string;
  type: "user" | "assistant" | "tool_result" | "system";
  subtype?: string;
  provenance?: string;
  cwd: string;
  version: string;
  gitBranch?: string;
  /** Set in the conversation of a sub-agent. */
  agentId?: string;
  agentName?: string;
  isSidechain?: boolean;
  model?: string;
  message?: Content;
  usageMetadata?: JsonObject;
  toolCallResult?: JsonObject;
  systemPayload?: JsonObject;
  forkedFrom?: { sessionId: string; messageUuid: string };
}

/** A message as the format writes it. */
export interface Content {
  role: "user" | "model";
  parts: JsonObject[];
}

/** A message in the words of the format. */
export function toContent(message: Message): Content {
  return { role: message.role === "assistant" ? "model" : "user", parts: message.parts.map(toWirePart) };
}

/** A part in the words of the format. */
export function toWirePart(part: Part): JsonObject {
  switch (part.kind) {
    case "text":
      return { text: part.text };
    case "thinking":
      return { text: part.text, thought: true, ...opaqueFields(part.opaque) };
    case "media":
      return { inlineData: { mimeType: part.mediaType, data: part.base64, ...named(part.name) } };
    case "file":
      return { fileData: { fileUri: part.uri, ...(part.mediaType === null ? {} : { mimeType: part.mediaType }) } };
    case "tool_call":
      return toFunctionCall(part);
    case "tool_result":
      return toFunctionResponse(part);
  }
}

function named(name: string | undefined): JsonObject {
  return name === undefined ? {} : { displayName: name };
}

function opaqueFields(opaque: Opaque | undefined): JsonObject {
  if (opaque === undefined) return {};
  const signature = isObject(opaque.data) ? opaque.data.signature : undefined;
  return {
    ...(typeof signature === "string" ? { thoughtSignature: signature } : {}),
    opaque: { provider: opaque.provider, data: opaque.data },
  };
}

function toFunctionCall(call: ToolCall): JsonObject {
  const isPlain = isObject(call.input);
  return {
    functionCall: { id: call.callId, name: call.tool, args: isPlain ? call.input : {} },
    ...(isPlain ? {} : { input: call.input }),
    ...opaqueFields(call.opaque),
  };
}

function toFunctionResponse(result: ToolResult): JsonObject {
  let text = "";
  const others: JsonObject[] = [];
  for (const part of result.output) {
    if (part.kind === "text") text += part.text;
    else others.push(toWirePart(part));
  }
  return {
    functionResponse: {
      id: result.callId,
      name: result.tool,
      response: result.isError ? { error: text } : { output: text },
      ...(others.length > 0 ? { parts: others } : {}),
    },
  };
}

/** Where parts come from. */
export interface Origin {
  /** Names calls that came without an id. */
  owner: string;
  /** The model that made them, as far as it is known. */
  model?: string | null;
}

/** Parts read back; what is not understood is left out. */
export function fromWireParts(parts: unknown, origin: Origin): Part[] {
  if (!Array.isArray(parts)) return [];
  const { owner, model } = origin;
  return parts.flatMap((part, index) =>
    isObject(part) ? fromWirePart(part, { owner: `${owner}-${index}`, model }) : []
  );
}

function fromWirePart(part: Record<string, unknown>, origin: Origin): Part[] {
  const opaque = readOpaque(part, origin);
  if (isObject(part.functionCall)) return [fromFunctionCall(part, { id: origin.owner, opaque })];
  if (isObject(part.functionResponse)) return [fromFunctionResponse(part.functionResponse, origin)];
  if (isObject(part.inlineData) && typeof part.inlineData.data === "string") {
    const { mimeType, data, displayName } = part.inlineData;
    return [{
      kind: "media",
      mediaType: typeof mimeType === "string" ? mimeType : "application/octet-stream",
      base64: data,
      ...(typeof displayName === "string" ? { name: displayName } : {}),
    }];
  }
  if (isObject(part.fileData) && typeof part.fileData.fileUri === "string") {
    const { mimeType, fileUri } = part.fileData;
    return [{ kind: "file", uri: fileUri, mediaType: typeof mimeType === "string" ? mimeType : null }];
  }
  if (part.thought === true) {
    const text = typeof part.text === "string" ? part.text : "";
    return text === "" && !opaque ? [] : [{ kind: "thinking", text, ...(opaque ? { opaque } : {}) }];
  }
  return typeof part.text === "string" ? [{ kind: "text", text: part.text }] : [];
}

function readOpaque(part: Record<string, unknown>, origin: Origin): Opaque | undefined {
  if (isObject(part.opaque) && typeof part.opaque.provider === "string") {
    return { provider: part.opaque.provider, data: (part.opaque.data ?? null) as Json };
  }
  if (typeof part.thoughtSignature !== "string") return undefined;
  // The format does not say whose signature it is: the model's name does.
  const provider = /claude/i.test(origin.model ?? "") ? "anthropic" : "gemini";
  return { provider, data: { signature: part.thoughtSignature } };
}

function fromFunctionCall(part: Record<string, unknown>, found: { id: string; opaque: Opaque | undefined }): Part {
  const call = part.functionCall as Record<string, unknown>;
  const input = part.input ?? (isObject(call.args) ? call.args : {});
  return {
    kind: "tool_call",
    callId: typeof call.id === "string" && call.id !== "" ? call.id : found.id,
    tool: typeof call.name === "string" ? call.name : "unknown",
    input: input as Json,
    ...(found.opaque ? { opaque: found.opaque } : {}),
  };
}

function fromFunctionResponse(answer: Record<string, unknown>, origin: Origin): Part {
  const response = isObject(answer.response) ? answer.response : {};
  const isError = response.output === undefined && response.error !== undefined;
  const value = isError ? response.error : response.output ?? (Object.keys(response).length > 0 ? response : "");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const output: Part[] = text === "" ? [] : [{ kind: "text", text }];
  return {
    kind: "tool_result",
    callId: typeof answer.id === "string" ? answer.id : "",
    tool: typeof answer.name === "string" ? answer.name : "",
    output: [...output, ...fromWireParts(answer.parts, origin)],
    isError,
  };
}

/** Tokens in the words of the format. */
export function toUsageMetadata(usage: Usage): JsonObject {
  return {
    promptTokenCount: usage.inputTokens,
    candidatesTokenCount: usage.outputTokens,
    thoughtsTokenCount: usage.thinkingTokens,
    totalTokenCount: usage.totalTokens,
    cachedContentTokenCount: usage.cachedTokens,
  };
}

/** Tokens read back from an assistant's record. */
export function fromUsageMetadata(value: unknown): Usage | null {
  if (!isObject(value)) return null;
  return {
    inputTokens: count(value.promptTokenCount),
    outputTokens: count(value.candidatesTokenCount),
    cachedTokens: count(value.cachedContentTokenCount),
    thinkingTokens: count(value.thoughtsTokenCount),
    totalTokens: count(value.totalTokenCount),
  };
}

/** A number that can be added up: zero for everything that is none. */
export function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
