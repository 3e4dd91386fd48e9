/** The frame of `chat.completion` lines, and the parts that both output formats share. */
import type { ToolCall } from "../../model/content.ts";
import type { Event, TurnCompleted } from "../../model/event.ts";
import type { Json } from "../../model/json.ts";
import type { Usage } from "../../model/usage.ts";
import { turnWork } from "../shared/turn_work.ts";
import { sessionEvent } from "./encode/annotations.ts";
import { wireProblem } from "./errors.ts";
import type { ChatSession, ChatState } from "./chat_state.ts";
import type { Annotation, FinishReason, Metadata, WireCall, WireUsage } from "../../../schemas/chat/out.gen.ts";

/** The version of this protocol. */
export const PROTOCOL_VERSION = 1;

/** Capabilities that the first record lists. */
export const CAPABILITIES = {
  chunks: true,
  annotations: true,
  control_channel: true,
  command_hints: true,
  commands: true,
  references: true,
  heartbeat: true,
  cancel: true,
  client_tools: true,
  tool_requests: true,
  parallel_sessions: true,
  messages: true,
  json_schema: true,
  host_continues: true,
} as const;

const DEFAULT_LIMITS = { maxInputLineBytes: 33_554_432, maxOutputLineBytes: 1_000_000, maxDepth: 200 };

/** How deep an input line may nest. */
export function maxDepth(state: ChatState): number {
  return (state.options.limits ?? DEFAULT_LIMITS).maxDepth;
}

/** The fields at the head of every `chat.completion` line. */
export function frame(session: ChatSession, event: Event): { id: string; created: number; model: string } {
  return { id: `chatcmpl-${session.sessionId}`, created: Math.floor(event.at / 1000), model: session.model };
}

/** The metadata of a session's first line. */
export function receipt(state: ChatState, session: ChatSession): Partial<Metadata> {
  const { format, extras, version } = state.options;
  const limits = state.options.limits ?? DEFAULT_LIMITS;
  const info = session.info;
  return {
    event: "init",
    protocol_version: PROTOCOL_VERSION,
    input_format: typeof extras.inputFormat === "string" ? extras.inputFormat : "stream-json",
    output_format: format,
    capabilities: { ...CAPABILITIES },
    cwd: info?.cwd ?? "",
    tools: info?.tools ?? [],
    commands: [...info?.commands ?? [], ...info?.dialogCommands ?? []].sort(),
    approval_mode: info?.mode ?? "default",
    sandbox: info ? { ...info.sandbox } : null,
    ...(info && info.ignored.length > 0 ? { ignored_config: info.ignored.map((file) => ({ ...file })) } : {}),
    ...(info?.projectFiles ? { project_files: info.projectFiles.map((file) => ({ ...file })) } : {}),
    limits: {
      max_input_line_bytes: limits.maxInputLineBytes,
      max_output_line_bytes: limits.maxOutputLineBytes,
      max_depth: limits.maxDepth,
    },
    version: info?.version ?? version,
  };
}

/** The name of this build and protocol for the API's `system_fingerprint`. */
export function fingerprint(state: ChatState, session: ChatSession): string {
  return `qwen-${session.info?.version ?? state.options.version}-p${PROTOCOL_VERSION}`;
}

/** Tokens as the chat API counts them. */
export function wireUsage(usage: Usage): WireUsage {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.totalTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: usage.thinkingTokens },
  };
}

/** A tool call as the chat API writes it. */
export function wireCall(call: ToolCall): WireCall {
  return { id: call.callId, type: "function", function: { name: call.tool, arguments: argumentsText(call.input) } };
}

/** The arguments of a call as text; arguments that are not JSON stay unchanged. */
export function argumentsText(input: Json): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

/** The metadata of a turn's summary. */
export function summary(turn: TurnCompleted): Partial<Metadata> {
  const { outcome } = turn;
  const facts: Partial<Metadata> = {
    event: "summary",
    subtype: summarySubtype(turn),
    duration_ms: turn.durationMs,
    duration_api_ms: turn.apiDurationMs,
    num_turns: turn.rounds,
    permission_denials: turn.denials.map((denial) => ({
      tool_call_id: denial.callId,
      tool_name: denial.tool,
      tool_input: denial.input,
      source: denial.source,
      message: denial.message,
      hint: denial.hint,
    })),
    ...turnWork(turn),
  };
  if (outcome.kind === "limit" || outcome.kind === "failed") facts.error = wireProblem(outcome.problem);
  if (outcome.kind === "interrupted" && outcome.problem) facts.error = wireProblem(outcome.problem);
  if (outcome.kind === "command" && outcome.isError) {
    facts.error = { code: "command_failed", message: outcome.text, retryable: false };
  }
  if (outcome.kind === "done" && outcome.structured !== undefined) facts.structured_output = outcome.structured;
  if (turn.background.length > 0) facts.background = turn.background;
  return facts;
}

/** The summary of a prompt that joined the conversation without a model call. */
export const NOTED: Partial<Metadata> = {
  event: "summary",
  subtype: "success",
  duration_ms: 0,
  duration_api_ms: 0,
  num_turns: 0,
  permission_denials: [],
};

/** The whole answer of a turn. */
export function finalText(turn: TurnCompleted, session: ChatSession): string {
  const { outcome } = turn;
  switch (outcome.kind) {
    case "done":
      if (outcome.text === "" && outcome.structured !== undefined) return JSON.stringify(outcome.structured);
      return outcome.text;
    case "interrupted":
      return session.lastText;
    case "limit":
    case "failed":
      return outcome.text || outcome.problem.message;
    case "command":
      return outcome.text;
  }
}

/** Whether the output limit has cut the answer of a turn. */
export function isTruncated({ outcome }: Pick<TurnCompleted, "outcome">): boolean {
  if (outcome.kind === "failed") return outcome.problem.code === "answer_truncated";
  return outcome.kind === "done" && outcome.stop.reason === "length";
}

/** Why the model stopped, as the chat API names it. */
export function finishReason(reason: "end" | "tool_calls" | "length" | "refusal" | "other"): FinishReason {
  if (reason === "tool_calls" || reason === "length") return reason;
  return reason === "refusal" ? "content_filter" : "stop";
}

/** The session event that goes with the end of a turn. */
export function endAnnotation(turn: TurnCompleted & Event, session: ChatSession): Annotation[] {
  const { outcome } = turn;
  const stamp = session.stamp(turn);
  if (isTruncated(turn)) {
    return [sessionEvent("MAX_TOKENS", { message: "Response truncated due to token limits.", ...stamp })];
  }
  switch (outcome.kind) {
    case "done":
      return [sessionEvent("Finished", { message: "The turn is finished.", ...stamp })];
    case "limit":
    case "failed":
      return [sessionEvent(endEvent(outcome.problem.code), { message: outcome.problem.message, ...stamp })];
    default:
      return [];
  }
}

function endEvent(code: string): "MaxSessionTurns" | "SessionTokenLimitExceeded" | "LoopDetected" | "Error" {
  if (code === "turn_limit") return "MaxSessionTurns";
  if (code === "budget.tokens" || code === "context_overflow") return "SessionTokenLimitExceeded";
  return code === "loop_detected" ? "LoopDetected" : "Error";
}

function summarySubtype(turn: TurnCompleted): "success" | "error" | "cancelled" | "limit" {
  switch (turn.outcome.kind) {
    case "done":
      return "success";
    case "interrupted":
      return "cancelled";
    case "limit":
      return "limit";
    case "failed":
      return "error";
    case "command":
      return turn.outcome.isError ? "error" : "success";
  }
}
