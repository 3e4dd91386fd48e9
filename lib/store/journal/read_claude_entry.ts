/** Reads the line format of Claude Code's sessions. */
import type { Message, Opaque, Part } from "../../model/content.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import type { EntryNaming } from "../store_paths.ts";
import { count } from "./record.ts";

type Fields = Record<string, unknown>;

/** The type of an entry as our own records name it: results of tools are not messages of the user. */
export function entryType(entry: Fields): { type: string; subtype: string | null } | null {
  const { message } = entry;
  if (!isObject(message) || !("content" in message)) return null;
  if (entry.type !== "user") return { type: String(entry.type), subtype: null };
  if (blocksOf(message.content).some((block) => block.type === "tool_result")) {
    return { type: "tool_result", subtype: null };
  }
  return { type: "user", subtype: entry.isMeta === true || entry.isCompactSummary === true ? "meta" : null };
}

/** The title that an entry gives to its session; null for every other entry. */
export function entryTitle(entry: Fields): string | null {
  const title = entry.customTitle ?? entry.aiTitle ?? (entry.type === "summary" ? entry.summary : null);
  return typeof title === "string" && title !== "" ? title : null;
}

/** The message of an entry; null where it has none in this format. */
export function messageOfEntry(entry: Fields, naming: EntryNaming): Message | null {
  const { message } = entry;
  if (!isObject(message) || !("content" in message)) return null;
  if (entry.type === "assistant") {
    // Claude Code writes a line for each block; the id of the message joins them.
    const id = typeof message.id === "string" ? message.id : String(entry.uuid);
    return { id, role: "assistant", parts: withHidden(partsOf(message.content, naming), entry.qwen) };
  }
  if (entry.type !== "user") return null;
  const parts = partsOf(message.content, naming);
  const isTool = parts.length > 0 && parts.every((part) => part.kind === "tool_result");
  return {
    id: String(entry.uuid),
    role: isTool ? "tool" : "user",
    parts: parts.map((part) => part.kind === "tool_result" ? { ...part, entryId: String(entry.uuid) } : part),
    ...(entry.isMeta === true ? { isNote: true } : {}),
  };
}

/** The tokens of an assistant's entry; null where it has none. */
export function usageOfEntry(entry: Fields): { messageId: string; model: string; usage: Usage } | null {
  const { message } = entry;
  if (entry.type !== "assistant" || !isObject(message) || !isObject(message.usage)) return null;
  const { usage, id, model } = message;
  const cachedTokens = count(usage.cache_read_input_tokens);
  const inputTokens = count(usage.input_tokens) + count(usage.cache_creation_input_tokens) + cachedTokens;
  const outputTokens = count(usage.output_tokens);
  return {
    messageId: typeof id === "string" ? id : String(entry.uuid),
    model: typeof model === "string" ? model : "unknown",
    usage: { inputTokens, outputTokens, cachedTokens, thinkingTokens: 0, totalTokens: inputTokens + outputTokens },
  };
}

function partsOf(content: unknown, naming: EntryNaming): Part[] {
  if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content }];
  return blocksOf(content).flatMap((block) => partOf(block, naming));
}

function partOf(block: Fields, naming: EntryNaming): Part[] {
  if (block.type === "text" && typeof block.text === "string") return [{ kind: "text", text: block.text }];
  if (block.type === "thinking" && typeof block.thinking === "string") {
    const { signature } = block;
    const opaque = typeof signature === "string" && signature !== ""
      ? { opaque: { provider: "anthropic", data: { signature } } }
      : {};
    return [{ kind: "thinking", text: block.thinking, ...opaque }];
  }
  if (block.type === "tool_use" && typeof block.id === "string" && typeof block.name === "string") {
    const tool = naming.ownTool(block.name);
    return [{ kind: "tool_call", callId: block.id, tool, input: naming.ownInput(tool, (block.input ?? {}) as Json) }];
  }
  if (block.type === "tool_result" && typeof block.tool_use_id === "string") {
    const output = partsOf(block.content, naming);
    return [{ kind: "tool_result", callId: block.tool_use_id, tool: "", output, isError: block.is_error === true }];
  }
  const { source } = block;
  if (!isObject(source) || typeof source.data !== "string" || typeof source.media_type !== "string") return [];
  return [{ kind: "media", mediaType: source.media_type, base64: source.data }];
}

/** Puts back what only this program can read. */
function withHidden(parts: Part[], own: unknown): Part[] {
  const hidden = isObject(own) && Array.isArray(own.parts) ? own.parts : [];
  const out = [...parts];
  for (const entry of hidden) {
    if (!isObject(entry) || typeof entry.index !== "number") continue;
    const opaque = opaqueOf(entry.opaque);
    const more = opaque ? { opaque } : {};
    if (typeof entry.thinking === "string") {
      out.splice(entry.index, 0, { kind: "thinking", text: entry.thinking, ...more });
    } else {
      const call = out[entry.index];
      if (call?.kind === "tool_call") out[entry.index] = { ...call, ...more };
    }
  }
  return out;
}

function opaqueOf(value: unknown): Opaque | null {
  if (!isObject(value) || typeof value.provider !== "string") return null;
  return { provider: value.provider, data: (value.data ?? null) as Json };
}

function blocksOf(content: unknown): Fields[] {
  return Array.isArray(content) ? content.filter((block): block is Fields => isObject(block)) : [];
}
