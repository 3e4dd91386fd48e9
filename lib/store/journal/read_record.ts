/** Reads the line format of saved sessions. */
import type { Opaque, Part, ShownCall } from "../../model/content.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import { count } from "./record.ts";

/** The record that parts come from. */
export interface Origin {
  /** The prefix of ids for calls without an id. */
  owner: string;
  /** The model that wrote the parts, if it is known. */
  model?: string | null;
}

/** Reads parts; those that are not understood are left out. */
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
  // The format does not name the provider of a signature, so the model's name decides.
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

/** What people saw of a call, as the record of its result has it; null where it has nothing. */
export function shownOf(record: Record<string, unknown>): ShownCall | null {
  const { resultDisplay: display, answered } = record;
  const shown: ShownCall = {};
  if (isObject(display) && typeof display.fileDiff === "string" && typeof display.fileName === "string") {
    const counts = isObject(display.diffStat) ? display.diffStat : {};
    const [added, removed] = [count(counts.model_added_lines), count(counts.model_removed_lines)];
    const isNew = display.originalContent === null;
    shown.change = { file: display.fileName, isNew, diff: display.fileDiff, added, removed };
  }
  if (isObject(answered) && typeof answered.name === "string" && typeof answered.decision === "string") {
    shown.answered = { name: answered.name, decision: answered.decision };
  }
  return shown.change || shown.answered ? shown : null;
}

/** Reads the token counts of an assistant's record. */
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
