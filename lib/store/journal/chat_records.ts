import { type ShownCall, textOf, type ToolResult } from "../../model/content.ts";
import type { JsonObject } from "../../model/json.ts";
import type { JournalEntry } from "../../model/ports.ts";
import type { JournalFormat, JournalOptions } from "./journal.ts";
import { type ChatRecord, SESSION_FORMAT, toContent, toUsageMetadata, toWirePart } from "./record.ts";

/** Makes the records of a session file in the format of qwen-code. */
export class ChatRecords implements JournalFormat {
  readonly #options: JournalOptions;
  #parent: string | null;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#parent = options.parent ?? null;
  }

  continueFrom(leaf: string | null): void {
    this.#parent = leaf;
  }

  recordsOf(entry: JournalEntry): ChatRecord[] {
    switch (entry.type) {
      case "message":
        return entry.message.role === "tool" ? this.#toolRecords(entry) : [this.#messageRecord(entry)];
      case "compaction":
        return [this.#system(entry.at, "chat_compression", {
          info: {
            originalTokenCount: entry.tokensBefore ?? 0,
            newTokenCount: entry.tokensAfter ?? 0,
            compressionStatus: 1,
          },
          compressedHistory: entry.history.map((message) => ({ ...toContent(message) })),
        })];
      case "usage":
      case "call":
        return [this.#system(entry.at, "ui_telemetry", { uiEvent: telemetryOf(entry) })];
      case "note":
        return [this.#system(entry.at, entry.subtype, entry.payload)];
    }
  }

  #messageRecord(entry: JournalEntry & { type: "message" }): ChatRecord {
    const isUser = entry.message.role === "user";
    return {
      ...this.#head(entry.message.id, entry.at),
      type: isUser ? "user" : "assistant",
      provenance: isUser ? "real_user" : "assistant_output",
      ...this.#surroundings(),
      ...(entry.model === undefined ? {} : { model: entry.model }),
      message: toContent(entry.message),
      ...(entry.message.by === undefined ? {} : { by: entry.message.by }),
      ...(entry.usage === undefined ? {} : { usageMetadata: toUsageMetadata(entry.usage) }),
    };
  }

  #toolRecords(entry: JournalEntry & { type: "message" }): ChatRecord[] {
    const results = entry.message.parts.filter((part) => part.kind === "tool_result");
    return results.map((result, index) => ({
      ...this.#head(result.entryId ?? (index === 0 ? entry.message.id : this.#options.ids.next()), entry.at),
      type: "tool_result",
      provenance: "tool_result",
      ...this.#surroundings(),
      message: { role: "user", parts: [toWirePart(result)] },
      toolCallResult: toolCallResult(result),
    }));
  }

  #system(at: number, subtype: string, payload: JsonObject): ChatRecord {
    return {
      ...this.#head(this.#options.ids.next(), at),
      type: "system",
      provenance: "system",
      subtype,
      ...this.#surroundings(),
      systemPayload: payload,
    };
  }

  #head(uuid: string, at: number): Pick<ChatRecord, "uuid" | "parentUuid" | "sessionId" | "timestamp"> {
    const parentUuid = this.#parent;
    this.#parent = uuid;
    return { uuid, parentUuid, sessionId: this.#options.sessionId, timestamp: new Date(at).toISOString() };
  }

  #surroundings(): Pick<
    ChatRecord,
    "cwd" | "version" | "format" | "gitBranch" | "agentId" | "agentName" | "isSidechain"
  > {
    const { paths, version, gitBranch, side } = this.#options;
    return {
      cwd: paths.cwd,
      version,
      format: SESSION_FORMAT,
      ...(gitBranch ? { gitBranch } : {}),
      ...(side ? { ...side, isSidechain: true } : {}),
    };
  }
}

function toolCallResult(result: ToolResult): JsonObject {
  const status = result.isError ? "error" : "success";
  const { change, answered } = result.shown ?? {};
  return {
    callId: result.callId,
    status,
    resultDisplay: result.isError ? textOf(result.output) : change ? fileDiff(change) : "",
    executionStatus: status,
    ...(answered ? { answered } : {}),
    ...(result.isError ? { error: {} } : {}),
  };
}

/** The change of a file, without the two whole files that the format has place for. */
function fileDiff({ file, isNew, diff, added, removed }: NonNullable<ShownCall["change"]>): JsonObject {
  const counts = { model_added_lines: added, model_removed_lines: removed, user_added_lines: 0, user_removed_lines: 0 };
  return { fileDiff: diff, fileName: file, originalContent: isNew ? null : "", newContent: "", diffStat: counts };
}

function telemetryOf(entry: JournalEntry & { type: "usage" | "call" }): JsonObject {
  const timestamp = new Date(entry.at).toISOString();
  if (entry.type === "call") {
    return {
      "event.name": "qwen-code.tool_call",
      "event.timestamp": timestamp,
      function_name: entry.tool,
      duration_ms: entry.durationMs,
      success: !entry.isError,
      metadata: { model_added_lines: entry.linesAdded, model_removed_lines: entry.linesRemoved },
    };
  }
  return {
    "event.name": "qwen-code.api_response",
    "event.timestamp": timestamp,
    model: entry.model,
    status_code: 200,
    duration_ms: entry.durationMs,
    input_token_count: entry.usage.inputTokens,
    output_token_count: entry.usage.outputTokens,
    cached_content_token_count: entry.usage.cachedTokens,
    thoughts_token_count: entry.usage.thinkingTokens,
    total_token_count: entry.usage.totalTokens,
  };
}
