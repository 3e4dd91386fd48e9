import { type Message, type Part, textOf, type ToolResult } from "../../model/content.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { JournalEntry } from "../../model/ports.ts";
import type { EntryNaming } from "../store_paths.ts";
import type { JournalFormat, JournalOptions } from "./journal.ts";

const KEPT_NOTES: ReadonlySet<string> = new Set(["question_parked", "question_answered"]);

/**
 * Makes the entries of a session file in the format of Claude Code, so that its hosts can read our sessions and each
 * program can resume those of the other. Tools have the names and parameters of that program. The field `qwen` keeps
 * what the format cannot express; other readers ignore it.
 */
export class ClaudeEntries implements JournalFormat {
  readonly #options: JournalOptions;
  readonly #naming: EntryNaming;
  #parent: string | null;

  constructor(options: JournalOptions, naming: EntryNaming) {
    this.#options = options;
    this.#naming = naming;
    this.#parent = options.parent ?? null;
  }

  continueFrom(leaf: string | null): void {
    this.#parent = leaf;
  }

  recordsOf(entry: JournalEntry): object[] {
    switch (entry.type) {
      case "message":
        return this.#messageEntries(entry.message, entry);
      case "compaction":
        return this.#compactionEntries(entry);
      case "note":
        return this.#noteEntries(entry);
      // Usage is part of the assistant's entries.
      case "usage":
      case "call":
        return [];
    }
  }

  /** Titles and the notes of parked questions; the format has its own ways for the others. */
  #noteEntries({ subtype, payload, at }: JournalEntry & { type: "note" }): object[] {
    const { sessionId, ids } = this.#options;
    if (subtype === "custom_title") {
      return [{ type: "custom-title", customTitle: payload.customTitle ?? "", sessionId }];
    }
    if (!KEPT_NOTES.has(subtype)) return [];
    return [{ ...this.#head({ uuid: ids.next(), at, type: "system" }), subtype, systemPayload: payload }];
  }

  #messageEntries(
    message: Message,
    facts: Pick<JournalEntry & { type: "message" }, "at" | "model" | "usage">,
  ): object[] {
    if (message.role === "tool") {
      const results = message.parts.filter((part) => part.kind === "tool_result");
      return results.map((result, index) => this.#resultEntry(result, { ...facts, message, index }));
    }
    if (message.role === "assistant") return [this.#assistantEntry(message, facts)];
    return [{
      ...this.#head({ uuid: message.id, at: facts.at, type: "user" }),
      message: { role: "user", content: this.#userContent(message.parts) },
      ...(message.isNote ? { isMeta: true } : {}),
    }];
  }

  #resultEntry(result: ToolResult, { message, index, at }: { message: Message; index: number; at: number }): object {
    const { ids } = this.#options;
    const uuid = result.entryId ?? (index === 0 ? message.id : ids.next());
    const texts = result.output.every((part) => part.kind === "text");
    const content = texts ? textOf(result.output) : result.output.flatMap((part) => this.#block(part));
    const block = { tool_use_id: result.callId, type: "tool_result", content };
    return {
      ...this.#head({ uuid, at, type: "user" }),
      message: { role: "user", content: [result.isError ? { ...block, is_error: true } : block] },
      ...(texts ? { toolUseResult: result.isError ? `Error: ${textOf(result.output)}` : textOf(result.output) } : {}),
    };
  }

  #assistantEntry(
    message: Message,
    { at, model, usage }: { at: number } & Partial<JournalEntry & { type: "message" }>,
  ): object {
    const calls = message.parts.some((part) => part.kind === "tool_call");
    const hidden = message.parts.flatMap((part, index) => hiddenPart(part, index));
    return {
      ...this.#head({ uuid: message.id, at, type: "assistant" }),
      message: {
        id: message.id,
        type: "message",
        role: "assistant",
        model: model ?? "<synthetic>",
        content: message.parts.flatMap((part) => this.#block(part)),
        stop_reason: calls ? "tool_use" : "end_turn",
        stop_sequence: null,
        usage: {
          input_tokens: Math.max(0, (usage?.inputTokens ?? 0) - (usage?.cachedTokens ?? 0)),
          output_tokens: usage?.outputTokens ?? 0,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: usage?.cachedTokens ?? 0,
        },
      },
      requestId: `req_${message.id}`,
      ...(hidden.length === 0 ? {} : { qwen: { parts: hidden } }),
    };
  }

  /** A boundary without a parent, and behind it the conversation that replaces everything before. */
  #compactionEntries({ history, at, tokensBefore }: JournalEntry & { type: "compaction" }): object[] {
    const logicalParentUuid = this.#parent;
    this.#parent = null;
    const boundary = {
      ...this.#head({ uuid: this.#options.ids.next(), at, type: "system" }),
      logicalParentUuid,
      subtype: "compact_boundary",
      content: "Conversation compacted",
      isMeta: false,
      level: "info",
      compactMetadata: { trigger: "auto", preTokens: tokensBefore ?? 0 },
    };
    const entries = history.flatMap((message, index) =>
      this.#messageEntries(message, { at }).map((entry) =>
        index === 0 && message.role === "user" ? { ...entry, isCompactSummary: true } : entry
      )
    );
    return [boundary, ...entries];
  }

  #userContent(parts: readonly Part[]): Json {
    if (parts.every((part) => part.kind === "text")) return textOf(parts);
    return parts.flatMap((part) => this.#block(part));
  }

  /** A part as a block of the Messages API; parts that it cannot express have none. */
  #block(part: Part): JsonObject[] {
    switch (part.kind) {
      case "text":
        return part.text === "" ? [] : [{ type: "text", text: part.text }];
      case "thinking": {
        // The API refuses thoughts that it did not sign.
        const signature = signatureOf(part);
        return signature === null ? [] : [{ type: "thinking", thinking: part.text, signature }];
      }
      case "media": {
        const source = { type: "base64", media_type: part.mediaType, data: part.base64 };
        return [{ type: part.mediaType.startsWith("image/") ? "image" : "document", source }];
      }
      case "file":
        return [{ type: "text", text: `[file: ${part.uri}]` }];
      case "tool_call": {
        const input = this.#naming.input(part.tool, part.input);
        return [{
          type: "tool_use",
          id: part.callId,
          name: this.#naming.tool(part.tool),
          input: isObject(input) ? input : { input },
        }];
      }
      case "tool_result":
        return [];
    }
  }

  #head({ uuid, at, type }: { uuid: string; at: number; type: string }): object {
    const { paths, sessionId, version, gitBranch, side } = this.#options;
    const parentUuid = this.#parent;
    this.#parent = uuid;
    return {
      parentUuid,
      isSidechain: side !== undefined,
      userType: "external",
      cwd: paths.cwd,
      sessionId,
      version,
      gitBranch: gitBranch ?? "",
      ...(side ? { agentId: side.agentId } : {}),
      type,
      uuid,
      timestamp: new Date(at).toISOString(),
    };
  }
}

function signatureOf(part: Extract<Part, { kind: "thinking" }>): string | null {
  const data = part.opaque?.provider === "anthropic" ? part.opaque.data : null;
  return isObject(data) && typeof data.signature === "string" ? data.signature : null;
}

/** A part with data that blocks of the Messages API do not have, with its place in the message. */
function hiddenPart(part: Part, index: number): JsonObject[] {
  if (part.kind === "thinking" && signatureOf(part) === null) {
    return [{ index, thinking: part.text, ...(part.opaque ? { opaque: { ...part.opaque } } : {}) }];
  }
  if (part.kind !== "tool_call" || !part.opaque) return [];
  return [{ index, opaque: { ...part.opaque } }];
}
