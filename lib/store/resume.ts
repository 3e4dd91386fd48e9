import type { Message, Part } from "../model/content.ts";
import { isObject } from "../model/json.ts";
import { fail } from "../model/problem.ts";
import { addUsage, copyStats, NO_STATS, NO_USAGE, type Stats, type Usage } from "../model/usage.ts";
import { branchTo, type Node, readNodes, readSkeleton, type Skeleton } from "./branch.ts";
import { HEAD_BYTES } from "./journal/line_index.ts";
import { messageOfEntry, usageOfEntry } from "./journal/read_claude_entry.ts";
import { fromUsageMetadata, fromWireParts, shownOf } from "./journal/read_record.ts";
import { count, SESSION_FORMAT } from "./journal/record.ts";
import type { ParkedCall } from "../model/parked.ts";
import { isLostResult, repairCalls } from "../model/conversation/repair_calls.ts";
import type { EntryNaming } from "./store_paths.ts";

/** A session read from disk, ready to continue. */
export interface SavedSession {
  sessionId: string;
  path: string;
  /** The parent of the next record. */
  leaf: string | null;
  /** The conversation; every tool call in it has a result. */
  messages: Message[];
  usage: Usage;
  stats: Stats;
  title: string | null;
  /** The model that answered last. */
  model: string | null;
  interruption: "none" | "interrupted_prompt" | "interrupted_turn";
  /** How many prompt ids have been used. */
  prompts: number;
  /** Lines that could not be read. */
  skippedLines: number;
  /** The number of calls whose lost result was replaced by an error. */
  repairedCalls: number;
  /** The question at which the session stopped; null where it stopped otherwise or has gone on. */
  parked: ParkedCall | null;
}

/** The record at which to resume a session. */
export interface ResumeOptions {
  sessionId: string;
  /** Everything after this record is dropped. */
  at?: string;
  /** Refuses unless exactly the turn of this prompt is dropped. */
  dropsTurn?: string;
  /** The parked question that is answered now; its calls keep waiting for their results. Refused if it is not open. */
  question?: Omit<ParkedCall, "callId">;
  /** Names of tools in a session of Claude Code. */
  claude?: EntryNaming;
}

/** Reads a session from its file. Throws `session_not_found` when it does not contain the record to resume at. */
export async function loadSession(path: string, options: ResumeOptions): Promise<SavedSession> {
  const skeleton = await readSkeleton(path);
  const chosen = chooseBranch(skeleton, options);
  const branch = withResults(chosen, skeleton);
  const compaction = branch.findLastIndex((node) => node.subtype === "chat_compression");
  const fold = new HistoryFold(options.claude ?? OWN_NAMES);
  const recent = branch.slice(Math.max(compaction, 0));
  const live = new Set(recent);
  const wanted = branch.filter((node) => live.has(node) || isCounted(node));
  for await (const { node, record } of readNodes(path, wanted, oldResults(recent))) {
    if (record === null) {
      skeleton.skippedLines += 1;
      continue;
    }
    requireKnown(record, path);
    fold.tally(record);
    if (live.has(node)) fold.add(record);
  }
  const { messages, repairedCalls } = repairCalls(fold.messages);
  const parked = fold.parked;
  if (options.question) requireOpen(options.question, parked);
  return {
    sessionId: options.sessionId,
    path,
    leaf: chosen.at(-1)?.uuid ?? null,
    messages: options.question ? withOpenCalls(messages) : messages,
    parked,
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

/** Throws `session_newer` for a record of a newer program, which this one would misread. */
function requireKnown({ format, version }: Record<string, unknown>, path: string): void {
  if (typeof format !== "number" || format <= SESSION_FORMAT) return;
  const made = typeof version === "string" ? ` (${version})` : "";
  throw fail("session_newer", `${path} was written by a newer version of qwen${made}, in format ${format}`, {
    hint: `This version reads formats up to ${SESSION_FORMAT}. Update qwen, or start a new session.`,
  });
}

/** Throws `ticket_void` unless a question is the one at which the session stopped. */
function requireOpen(question: Omit<ParkedCall, "callId">, parked: ParkedCall | null): void {
  if (parked === null || parked.ticket !== question.ticket) {
    throw fail("ticket_void", "The question was answered before, or the session has gone on without an answer");
  }
  if (parked.inputSha256 === question.inputSha256) return;
  throw fail("ticket_void", "The input in the ticket differs from the input in the session", {
    hint: "To change the input of an allowed call, use --input.",
  });
}

/** The conversation without results for the calls at which it stopped. */
function withOpenCalls(messages: readonly Message[]): Message[] {
  const last = messages.at(-1);
  if (last?.role !== "tool") return [...messages];
  const parts = last.parts.filter((part) => !isLostResult(part));
  return [...messages.slice(0, -1), ...(parts.length === 0 ? [] : [{ ...last, parts }])];
}

/**
 * The long tool results before the newest part of a conversation. No model's context holds that much: the first request
 * would leave them out, so they are not read.
 */
function oldResults(branch: readonly Node[]): Set<Node> {
  const old = new Set<Node>();
  let bytes = 0;
  for (const node of branch.toReversed()) {
    const size = node.lines.reduce((sum, { start, end }) => sum + end - start, 0);
    if (bytes > KEPT_BYTES && node.type === "tool_result" && size > HEAD_BYTES) old.add(node);
    else bytes += size;
  }
  return old;
}

/** The branch to resume: all of it, or up to the named record. */
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

/** Adds the results of parallel calls: Claude Code hangs each on the line of its call, beside the branch. */
function withResults(branch: Node[], { results }: Skeleton): Node[] {
  const nodes = new Set(branch);
  const beside = results.filter((node) =>
    !nodes.has(node) && node.parent?.type === "assistant" && nodes.has(node.parent)
  );
  return [...branch, ...beside];
}

/** Files of our own have our names. */
const OWN_NAMES: EntryNaming = {
  tool: (name) => name,
  ownTool: (name) => name,
  input: (_, input) => input,
  ownInput: (_, input) => input,
};
/** The bytes of the newest records that are always read whole. */
const KEPT_BYTES = 32 * 1024 * 1024;

const COUNTED: ReadonlySet<string> = new Set(["ui_telemetry", "session_model", "prompt_count"]);

/** Whether a record counts for usage and statistics even before a compaction. */
function isCounted(node: Node): boolean {
  return node.type === "assistant" || COUNTED.has(node.subtype ?? "");
}

function interruptionOf(messages: readonly Message[]): SavedSession["interruption"] {
  const last = messages.at(-1);
  if (last === undefined) return "none";
  if (last.role === "user") return "interrupted_prompt";
  if (last.role === "tool") return "interrupted_turn";
  return last.parts.some((part) => part.kind === "tool_call") ? "interrupted_turn" : "none";
}

function parkedCallOf(payload: unknown): ParkedCall | null {
  if (!isObject(payload)) return null;
  const { ticket, call_id: callId, input_sha256: inputSha256 } = payload;
  const isWhole = typeof ticket === "string" && typeof callId === "string" && typeof inputSha256 === "string";
  return isWhole ? { ticket, callId, inputSha256 } : null;
}

/** Builds the conversation and the counters from records. */
class HistoryFold {
  messages: Message[] = [];
  usage: Usage = NO_USAGE;
  assistantUsage: Usage = NO_USAGE;
  hasTelemetry = false;
  model: string | null = null;
  prompts = 0;
  parked: ParkedCall | null = null;
  readonly stats: Stats = copyStats(NO_STATS);
  readonly #naming: EntryNaming;
  /** Messages of Claude Code whose usage was counted. */
  readonly #counted = new Set<string>();
  /** The tools of calls, by the id of the call. */
  readonly #tools = new Map<string, string>();

  constructor(naming: EntryNaming) {
    this.#naming = naming;
  }

  add(record: Record<string, unknown>): void {
    const message = messageOfEntry(record, this.#naming);
    if (message) {
      if (message.role !== "tool") this.parked = null;
      for (const part of message.parts) if (part.kind === "tool_call") this.#tools.set(part.callId, part.tool);
      return this.#addParts({ ...message, parts: message.parts.map((part) => this.#named(part)) });
    }
    const uuid = String(record.uuid);
    if (record.subtype === "chat_compression") return this.#restart(record);
    if (record.subtype === "question_parked") this.parked = parkedCallOf(record.systemPayload);
    if (record.subtype === "question_answered" || record.type === "user" || record.type === "assistant") {
      this.parked = null;
    }
    if (!isObject(record.message)) return;
    const role = record.type === "assistant" ? "assistant" : record.type === "tool_result" ? "tool" : "user";
    if (record.type === "system") return;
    const parts = fromWireParts(record.message.parts, { owner: uuid, model: this.model });
    this.#addParts({ id: uuid, role, parts, ...(typeof record.by === "string" ? { by: record.by } : {}) });
    if (role === "tool" && isObject(record.toolCallResult)) this.#complete(record.toolCallResult);
  }

  /** Adds the tokens and tool calls of a record to the counters. */
  tally(record: Record<string, unknown>): void {
    const told = usageOfEntry(record);
    if (told) return this.#tallyEntry(told);
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

  #tallyEntry({ messageId, model, usage }: { messageId: string; model: string; usage: Usage }): void {
    if (model !== "<synthetic>") this.model = model;
    // Every line of a message repeats its usage.
    if (this.#counted.has(messageId)) return;
    this.#counted.add(messageId);
    this.assistantUsage = addUsage(this.assistantUsage, usage);
    if (usage.totalTokens === 0) return;
    const stats = this.#modelStats({ model });
    stats.usage = addUsage(stats.usage, usage);
  }

  /** A result with the name of its tool, which entries of Claude Code do not repeat. */
  #named(part: Part): Part {
    if (part.kind !== "tool_result" || part.tool !== "") return part;
    return { ...part, tool: this.#tools.get(part.callId) ?? "" };
  }

  // A summary replaces everything before it.
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
    // No provider accepts other parts in a message of results.
    if (others.length > 0 && message.role !== "tool") this.#merge({ ...message, parts: others });
  }

  #merge(message: Message): void {
    const last = this.messages.at(-1);
    if (last && last.role === message.role && (last.id === message.id || message.role === "tool")) {
      last.parts.push(...message.parts);
    } else this.messages.push(message);
  }

  /** Adds to a result what its record says of it beside the output. */
  #complete(record: Record<string, unknown>): void {
    const shown = shownOf(record);
    for (const part of this.messages.at(-1)?.parts ?? []) {
      if (part.kind !== "tool_result" || part.callId !== record.callId) continue;
      if (record.status === "error") part.isError = true;
      if (shown) part.shown = shown;
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
