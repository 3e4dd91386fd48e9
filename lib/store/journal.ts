import type { ToolResult } from "../model/content.ts";
import { deferred } from "../model/deferred.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import type { Ids, Journal, JournalEntry } from "../model/ports.ts";
import { type Problem, problem, QwenError, reasonOf } from "../model/problem.ts";
import { textOf } from "../model/content.ts";
import { joinBytes } from "../stream/join_bytes.ts";
import { endsInLine, MAX_LINE_BYTES } from "./lines.ts";
import { tryLock } from "./lock.ts";
import { agentFile, makePrivateFolderNow, type Place, sessionFile } from "./places.ts";
import { type ChatRecord, toContent, toUsageMetadata, toWirePart } from "./record.ts";

/** What a journal is opened with. */
export interface JournalOptions {
  place: Place;
  sessionId: string;
  /** Version of this program, written into every record. */
  version: string;
  ids: Ids;
  /** Last record of the conversation that is continued. */
  parent?: string | null;
  gitBranch?: string | null;
  /** The sub-agent whose conversation this is, beside the one of the session. */
  side?: { agentId: string; agentName: string };
  /** Told once when the session can no longer be kept; the session itself goes on. */
  onFailure(problem: Problem): void;
}

const MAX_PENDING_BYTES = 256 * 1024 * 1024;
const MAX_WRITE_NOW_BYTES = 64 * 1024;
const MAX_KEPT_STRING = 1024 * 1024;

/**
 * Opens a session's file for writing and locks it. Throws `session_locked` when another process writes it;
 * a folder that cannot be written is told through `onFailure`, and the journal then keeps nothing.
 */
export async function openJournal(options: JournalOptions): Promise<FileJournal> {
  const { place, sessionId, side } = options;
  const path = side ? agentFile(place, { sessionId, agentId: side.agentId }) : sessionFile(place, sessionId);
  let file: Deno.FsFile | null = null;
  try {
    file = openForAppending(path);
    let isLocked = await tryLock(file);
    // A writer that kept nothing removes its file on leaving: what was locked may have no name any more.
    for (let tries = 0; isLocked && !isAt(file, path) && tries < 10; tries++) {
      file.close();
      file = openForAppending(path);
      isLocked = await tryLock(file);
    }
    if (!isLocked) {
      const { sessionLocked }: typeof import("./session_locked.ts") = await import(deferred("./session_locked.ts"));
      throw await sessionLocked(sessionId, path);
    }
    return new FileJournal(options, { path, file, end: endOf(file) });
  } catch (error) {
    file?.close();
    if (error instanceof QwenError) throw error;
    options.onFailure(notKept(path, error));
    return new FileJournal(options, { path, file: null, end: "fresh" });
  }
}

// Here and in the next functions at once and not in turns: each is done sooner than a thread is woken for it.
function openForAppending(path: string): Deno.FsFile {
  const options = { read: true, append: true, create: true, mode: 0o600 };
  try {
    return Deno.openSync(path, options);
  } catch (error) {
    // Only the first session of a project finds no folder.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    makePrivateFolderNow(path.slice(0, path.lastIndexOf("/")));
    return Deno.openSync(path, options);
  }
}

function isAt(file: Deno.FsFile, path: string): boolean {
  const open = file.statSync();
  try {
    const named = Deno.statSync(path);
    return named.ino === open.ino && named.dev === open.dev;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function endOf(file: Deno.FsFile): OpenFile["end"] {
  if (file.statSync().size === 0) return "fresh";
  return endsInLine(file) ? "cut" : "whole";
}

/** The problem of a session that cannot be kept, for one notice. */
export function notKept(path: string, error: unknown): Problem {
  const reason = reasonOf(error);
  return problem("internal", `Cannot keep this session in ${path}: ${reason}`, {
    detail: "session_not_kept",
    hint: "The run goes on, but it cannot be resumed later. Use --no-session-persistence to silence this.",
  });
}

interface OpenFile {
  path: string;
  file: Deno.FsFile | null;
  /** Nothing in it yet, whole lines, or a last line whose writer died. */
  end: "fresh" | "whole" | "cut";
}

/** A session's file, written by one queue in the order of the appends. */
export class FileJournal implements Journal {
  readonly path: string;
  /** Whether nothing was in the file when it was opened. */
  readonly isFresh: boolean;
  readonly #options: JournalOptions;
  readonly #encoder = new TextEncoder();
  #file: Deno.FsFile | null;
  #parent: string | null;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #pump: Promise<void> | null = null;
  #synced = Promise.resolve();
  #isEmpty: boolean;

  constructor(options: JournalOptions, open: OpenFile) {
    this.#options = options;
    this.path = open.path;
    this.#file = open.file;
    this.#parent = options.parent ?? null;
    this.isFresh = this.#isEmpty = open.end === "fresh";
    if (open.end === "cut") this.#push(new Uint8Array([10]));
  }

  /** Hangs the next record on this one. */
  continueFrom(leaf: string | null): void {
    this.#parent = leaf;
  }

  ready(): Promise<void> {
    return Promise.resolve();
  }

  append(entry: JournalEntry): void {
    if (this.#file === null) return;
    for (const record of this.#recordsOf(entry)) this.#push(this.#encoder.encode(lineOf(record)));
    this.#start();
  }

  async sync(): Promise<void> {
    await this.#drain();
    // One after the other: what was written after the last one began may not be in it.
    this.#synced = this.#synced.then(() => this.#syncData());
    await this.#synced;
  }

  /** What a turn said is safe since its end: the few notes that come later reach the disk when they do. */
  async close(): Promise<void> {
    await this.#drain();
    await this.#synced;
    const file = this.#file;
    this.#file = null;
    if (file === null) return;
    try {
      // A session in which nothing happened leaves nothing behind.
      if (this.#isEmpty) await Deno.remove(this.path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) this.#options.onFailure(notKept(this.path, error));
    } finally {
      file.close();
    }
  }

  async #syncData(): Promise<void> {
    try {
      await this.#file?.syncData();
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #push(bytes: Uint8Array): void {
    this.#isEmpty = false;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > MAX_PENDING_BYTES) this.#giveUp(new Error("the disk does not keep up"));
  }

  #start(): void {
    if (this.#pump !== null) return;
    if (this.#pendingBytes <= MAX_WRITE_NOW_BYTES) this.#writeNow();
    else this.#pump = this.#write().finally(() => this.#pump = null);
  }

  /** What is short is handed to the system at once: it is there, whatever becomes of us, before anything follows it. */
  #writeNow(): void {
    const bytes = this.#takePending();
    try {
      for (let done = 0; done < bytes.length && this.#file !== null;) {
        done += this.#file.writeSync(bytes.subarray(done));
      }
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #takePending(): Uint8Array {
    const bytes = joinBytes(this.#pending, this.#pendingBytes);
    this.#pending = [];
    this.#pendingBytes = 0;
    return bytes;
  }

  async #drain(): Promise<void> {
    if (this.#pending.length > 0) this.#start();
    while (this.#pump !== null) await this.#pump;
  }

  async #write(): Promise<void> {
    while (this.#pending.length > 0 && this.#file !== null) {
      const bytes = this.#takePending();
      try {
        for (let done = 0; done < bytes.length && this.#file !== null;) {
          done += await this.#file.write(bytes.subarray(done));
        }
      } catch (error) {
        this.#giveUp(error);
      }
    }
  }

  // After a failed write the file may end inside a line: going on would leave a gap in the middle of the tree.
  #giveUp(error: unknown): void {
    if (this.#file === null) return;
    this.#file.close();
    this.#file = null;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#options.onFailure(notKept(this.path, error));
  }

  #recordsOf(entry: JournalEntry): ChatRecord[] {
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

  #surroundings(): Pick<ChatRecord, "cwd" | "version" | "gitBranch" | "agentId" | "agentName" | "isSidechain"> {
    const { place, version, gitBranch, side } = this.#options;
    return {
      cwd: place.cwd,
      version,
      ...(gitBranch ? { gitBranch } : {}),
      ...(side ? { ...side, isSidechain: true } : {}),
    };
  }
}

/** A record as a line; one that no reader would take back is cut down string by string. */
function lineOf(record: ChatRecord): string {
  const line = JSON.stringify(record);
  return line.length < MAX_LINE_BYTES / 4 ? `${line}\n` : `${JSON.stringify(record, cutDown)}\n`;
}

function cutDown(_key: string, value: unknown): unknown {
  if (typeof value === "string" && value.length > MAX_KEPT_STRING) {
    return `${value.slice(0, MAX_KEPT_STRING)}\n[cut for the saved session: ${value.length} characters]`;
  }
  const media = isObject(value) && isObject(value.inlineData) ? value.inlineData.data : undefined;
  // A cut image is no image: it goes as a whole.
  if (typeof media !== "string" || media.length <= MAX_KEPT_STRING) return value;
  return { text: `[left out of the saved session: media of ${media.length} base64 characters]` };
}

function toolCallResult(result: ToolResult): JsonObject {
  const status = result.isError ? "error" : "success";
  return {
    callId: result.callId,
    status,
    // What people saw of a result is not kept: for an edit it holds two whole files.
    resultDisplay: result.isError ? textOf(result.output) : "",
    executionStatus: status,
    ...(result.isError ? { error: {} } : {}),
  };
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

/** A journal that keeps nothing: what `--no-session-persistence` gives. */
export const NO_JOURNAL: Journal = {
  append(_entry: JournalEntry): void {},
  ready: () => Promise.resolve(),
  sync: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
