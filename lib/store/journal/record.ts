/**
 * The line format of saved sessions: an append-only tree of records with Gemini-style parts. It is the format of
 * qwen-code, so that each program can resume the sessions of the other. Fields of our own (`opaque`, `input`, `by`, `answered`) keep what
 * the format cannot express; other readers ignore them.
 */
import type { Message, Opaque, Part, ToolCall, ToolResult } from "../../model/content.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";

/** The version of the format. A program reads the versions up to its own. */
export const SESSION_FORMAT = 1;

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
  /** The version of the format; absent in files of qwen-code and of older versions. */
  format?: number;
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
  /** Who wrote a prompt, where several people share the session. */
  by?: string;
  forkedFrom?: { sessionId: string; messageUuid: string };
}

/** A message as the format writes it. */
export interface Content {
  role: "user" | "model";
  parts: JsonObject[];
}

/** Converts a message to the format. */
export function toContent(message: Message): Content {
  return { role: message.role === "assistant" ? "model" : "user", parts: message.parts.map(toWirePart) };
}

/** Converts a part to the format. */
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

/** Converts token counts to the format. */
export function toUsageMetadata(usage: Usage): JsonObject {
  return {
    promptTokenCount: usage.inputTokens,
    candidatesTokenCount: usage.outputTokens,
    thoughtsTokenCount: usage.thinkingTokens,
    totalTokenCount: usage.totalTokens,
    cachedContentTokenCount: usage.cachedTokens,
  };
}

/** A finite number, or zero for any other value. */
export function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
