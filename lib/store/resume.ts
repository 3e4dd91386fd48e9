import type { Message } from "../model/content.ts";
import { isObject } from "../model/json.ts";
import { fail } from "../model/problem.ts";
import { addUsage, copyStats, NO_STATS, NO_USAGE, type Stats, type Usage } from "../model/usage.ts";
import { branchTo, type Node, readNodes, readSkeleton, type Skeleton } from "./branch.ts";
import { fromUsageMetadata, fromWireParts } from "./read_record.ts";
import { count } from "./record.ts";
import { repairCalls } from "../model/repair_calls.ts";

/** A session read back from disk, ready to be continued. */
export interface SavedSession {
  sessionId: string;
  path: string;
  /** The record that the next one hangs on: `parent` of the journal. */
  leaf: string | null;
  /** Every tool call in it has a result. */
  messages: Message[];
  usage: Usage;
  stats: Stats;
  title: string | null;
  /** The model that answered last. */
  model: string | null;
  interruption: "none" | "interrupted_prompt" | "interrupted_turn";
  /** How many prompt ids were given away; never fewer. */
  prompts: number;
  /** Lines that could not be read. */
  skippedLines: number;
  /** Calls whose result was lost and is now an error. */
  repairedCalls: number;
}

/** Where in a session to resume. */
export interface ResumeOptions {
  sessionId: string;
  /** Everything after this record is dropped. */
  at?: string;
  /** Refuses unless what is dropped is exactly the turn of this prompt. */
  dropsTurn?: string;
}

/** Reads a session from its file. Throws `session_not_found` where the record to resume at is not in it. */
export async function loadSession(path: string, options: ResumeOptions): Promise<SavedSession> {
  const skeleton = await readSkeleton(path);
  const branch = chooseBranch(skeleton, options);
  const compaction = branch.findLastIndex((node) => node.subtype === "chat_compression");
  const fold = new HistoryFold();
  const live = new Set(branch.slice(Math.max(compaction, 0)));
  for await (const { node, record } of readNodes(path, branch.filter((node) => live.has(node) || isTelling(node)))) {
    fold.tally(record);
    if (live.has(node)) fold.add(record);
  }
  const { messages, repairedCalls } = repairCalls(fold.messages);
  return {
    sessionId: options.sessionId,
    path,
    leaf: branch.at(-1)?.uuid ?? null,
    messages,
    usage: fold.hasTelemetry ? fold.usage : fold.assistantUsage,
    stats: fold.stats,
    title: skeleton.title,
    model: fold.model,
    interruption: interruptionOf(fold.messages),
    prompts: Math.max(fold.prompts, branch.filter((node) => node.type === "user" && node.subtype === null).length),
    skippedLines: skeleton.skippedLines,
    repairedCalls,
  };
}

/** The branch to resume: all of it, or up to the record that the caller names. */
export function chooseBranch(skeleton: Skeleton, options: ResumeOptions): Node[] {
  const branch = branchTo(skeleton.leaf);
  if (options.at === undefined) return branch;
  const end = branch.findLastIndex((node) => node.uuid === options.at);
  if (end === -1) {
    throw fail("session_not_found", `Session ${options.sessionId} has no entry ${options.at} to resume at`, {
      hint: "Name the id of a message of that session.",
    });
  }
  if (options.dropsTurn !== undefined) {
    const prompts = branch.slice(end + 1).filter((node) => node.type === "user" && node.subtype === null);
    if (prompts.length !== 1 || prompts[0].uuid !== options.dropsTurn) {
      throw fail(
        "usage_error",
        `Resume rejected by --resume-drops-turn: resuming at ${options.at} would drop ${prompts.length} ` +
          `${prompts.length === 1 ? "turn" : "turns"}, not exactly the one of ${options.dropsTurn}`,
      );
    }
  }
  return branch.slice(0, end + 1);
}

const TELLING: ReadonlySet<string> = new Set(["ui_telemetry", "session_model", "prompt_count"]);

function isTelling(node: Node): boolean {
  return node.type === "assistant" || TELLING.has(node.subtype ?? "");
}

function interruptionOf(messages: readonly Message[]): SavedSession["interruption"] {
  const last = messages.at(-1);
  if (last === undefined) return "none";
  if (last.role === "user") return "interrupted_prompt";
  if (last.role === "tool") return "interrupted_turn";
  return last.parts.some((part) => part.kind === "tool_call") ? "interrupted_turn" : "none";
}

/** Records in, conversation and counters out. */
class HistoryFold {
  messages: Message[] = [];
  usage: Usage = NO_USAGE;
  assistantUsage: Usage = NO_USAGE;
  hasTelemetry = false;
  model: string | null = null;
  prompts = 0;
  readonly stats: Stats = copyStats(NO_STATS);

  add(record: Record<string, unknown>): void {
    const uuid = String(record.uuid);
    if (record.subtype === "chat_compression") return this.#restart(record);
    if (!isObject(record.message)) return;
    const role = record.type === "assistant" ? "assistant" : record.type === "tool_result" ? "tool" : "user";
    if (record.type === "system") return;
    this.#addParts({ id: uuid, role, parts: fromWireParts(record.message.parts, { owner: uuid, model: this.model }) });
    const result = record.toolCallResult;
    if (role === "tool" && isObject(result) && result.status === "error") this.#markError(String(result.callId));
  }

  /** Takes what a record says about tokens and tools. */
  tally(record: Record<string, unknown>): void {
    if (record.type === "assistant") {
      if (typeof record.model === "string") this.model = record.model;
      const usage = fromUsageMetadata(record.usageMetadata);
      if (usage) this.assistantUsage = addUsage(this.assistantUsage, usage);
    }
    if (!isObject(record.systemPayload)) return;
    if (record.subtype === "prompt_count") this.prompts = Math.max(this.prompts, count(record.systemPayload.prompts));
    if (record.subtype !== "ui_telemetry") return;
    const event = record.systemPayload.uiEvent;
    if (!isObject(event)) return;
    if (event["event.name"] === "qwen-code.api_response") this.#tallyAnswer(event);
    if (event["event.name"] === "qwen-code.api_error") this.#modelStats(event).errors += 1;
    if (event["event.name"] === "qwen-code.tool_call") this.#tallyTool(event);
  }

  // The summary stands for everything before it.
  #restart(record: Record<string, unknown>): void {
    const history = isObject(record.systemPayload) ? record.systemPayload.compressedHistory : undefined;
    if (!Array.isArray(history)) return;
    this.messages = [];
    history.forEach((content, index) => {
      if (!isObject(content)) return;
      const id = `${String(record.uuid)}-${index}`;
      const role = content.role === "model" ? "assistant" : "user";
      this.#addParts({ id, role, parts: fromWireParts(content.parts, { owner: id, model: this.model }) });
    });
  }

  #addParts(message: Message): void {
    const results = message.parts.filter((part) => part.kind === "tool_result");
    const others = message.parts.filter((part) => part.kind !== "tool_result");
    if (results.length > 0) this.#merge({ ...message, role: "tool", parts: results });
    // A result without the form of one says nothing that a provider would accept.
    if (others.length > 0 && message.role !== "tool") this.#merge({ ...message, parts: others });
  }

  #merge(message: Message): void {
    const last = this.messages.at(-1);
    if (last && last.role === message.role && (last.id === message.id || message.role === "tool")) {
      last.parts.push(...message.parts);
    } else this.messages.push(message);
  }

  #markError(callId: string): void {
    for (const part of this.messages.at(-1)?.parts ?? []) {
      if (part.kind === "tool_result" && part.callId === callId) part.isError = true;
    }
  }

  #modelStats(event: Record<string, unknown>): Stats["models"][string] {
    const name = typeof event.model === "string" ? event.model : "unknown";
    this.stats.models[name] ??= { requests: 0, errors: 0, latencyMs: 0, usage: NO_USAGE };
    const stats = this.stats.models[name];
    stats.requests += 1;
    stats.latencyMs += count(event.duration_ms);
    return stats;
  }

  #tallyAnswer(event: Record<string, unknown>): void {
    const usage: Usage = {
      inputTokens: count(event.input_token_count),
      outputTokens: count(event.output_token_count),
      cachedTokens: count(event.cached_content_token_count),
      thinkingTokens: count(event.thoughts_token_count),
      totalTokens: count(event.total_token_count),
    };
    const stats = this.#modelStats(event);
    stats.usage = addUsage(stats.usage, usage);
    this.usage = addUsage(this.usage, usage);
    this.hasTelemetry = true;
  }

  #tallyTool(event: Record<string, unknown>): void {
    const name = typeof event.function_name === "string" ? event.function_name : "unknown";
    this.stats.tools[name] ??= { calls: 0, failures: 0, durationMs: 0 };
    const stats = this.stats.tools[name];
    stats.calls += 1;
    if (event.success === false) stats.failures += 1;
    stats.durationMs += count(event.duration_ms);
    if (isObject(event.metadata)) {
      this.stats.linesAdded += count(event.metadata.model_added_lines);
      this.stats.linesRemoved += count(event.metadata.model_removed_lines);
    }
    const decisions = this.stats.decisions;
    if (event.decision === "accept") decisions.accept += 1;
    if (event.decision === "reject") decisions.reject += 1;
    if (event.decision === "modify") decisions.modify += 1;
    if (event.decision === "auto_accept") decisions.autoAccept += 1;
  }
}
