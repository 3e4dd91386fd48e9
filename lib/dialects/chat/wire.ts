/** Types of the lines that this dialect writes; `schemas/chat/out.schema.json` is their contract. */
import type { Json, JsonObject } from "../../model/json.ts";
import type { AnsiMark, Span } from "./ansi.ts";

/** Why a choice ended. */
export type FinishReason = "stop" | "tool_calls" | "length" | "content_filter" | "error";

/** A tool call as the chat API writes it. */
export interface WireCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** More of a tool call in a chunk. */
export interface WireCallDelta {
  index: number;
  id?: string;
  type?: "function";
  function: { name?: string; arguments: string };
}

/** Tokens as the chat API counts them. */
export interface WireUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details: { cached_tokens: number };
  completion_tokens_details: { reasoning_tokens: number };
}

/** What every annotation may carry. */
export interface AnnotationHead {
  log_scope?: "system" | "tool" | "debug";
  prompt_id?: string;
  /** Milliseconds since 1970. */
  timestamp?: number;
}

/** Text as a terminal would show it. */
export interface TerminalAnnotation extends AnnotationHead {
  type: "x-qwen-terminal";
  channel: "stdout" | "stderr";
  source: "assistant" | "tool" | "console" | "system";
  text: string;
  spans: Span[];
  ansi: AnsiMark[];
  tool_call_id?: string;
  console_level?: "log" | "warn" | "error" | "info" | "debug";
  exit_code?: number;
}

/** State of a tool call. */
export type ToolStatus = "Pending" | "Executing" | "Success" | "Error" | "Canceled" | "Confirming";

/** A tool call and what it came to, for people. */
export interface ToolDisplayAnnotation extends AnnotationHead {
  type: "x-qwen-tool-display";
  tool_call_id: string;
  tool_name: string;
  session_id: string;
  status: ToolStatus;
  result_display?: ResultDisplay;
  confirmation: WireConfirmation | null;
  pending: boolean;
}

/** The result of a tool, by kind. */
export type ResultDisplay =
  | { kind: "string"; text: string; log_scope?: "tool" }
  | {
    kind: "file_diff";
    file_name: string;
    diff: string;
    original: string | null;
    modified: string;
    stat: DiffStat;
  }
  | { kind: "todo_list"; todos: { id: string; content: string; status: string }[] }
  | { kind: "plan_summary"; message: string; plan_markdown: string }
  | {
    kind: "task_execution";
    subagentName: string;
    taskDescription: string;
    status: "running" | "completed" | "failed" | "cancelled";
    toolCalls: { callId: string; name: string; status: "executing" | "success" | "error"; description: string }[];
    result?: string;
  };

/** Lines that were changed, by whom. */
export interface DiffStat {
  ai_added_lines: number;
  ai_removed_lines: number;
  user_added_lines: number;
  user_removed_lines: number;
}

/** What a person needs to see to decide. */
export type WireConfirmation =
  | {
    type: "edit";
    title: string;
    file_name: string;
    file_diff: string;
    original_content: string | null;
    new_content: string;
  }
  | { type: "exec"; title: string; command: string; root_command: string }
  | { type: "mcp"; title: string; server_name: string; tool_name: string }
  | { type: "info"; title: string; prompt: string; urls: string[] }
  | { type: "plan"; title: string; plan: string };

/** A summary of reasoning. */
export interface ThoughtAnnotation extends AnnotationHead {
  type: "x-qwen-thought";
  subject: string;
  description: string;
}

/** Names of session events. */
export type SessionEventName =
  | "Finished"
  | "MAX_TOKENS"
  | "MaxSessionTurns"
  | "ChatCompressed"
  | "SessionTokenLimitExceeded"
  | "LoopDetected"
  | "Retry"
  | "Error"
  | "USER_CANCELLED";

/** Something that happened to the session. */
export interface SessionEventAnnotation extends AnnotationHead {
  type: "x-qwen-session-event";
  event: SessionEventName;
  message: string;
  metrics?: Record<string, number>;
}

/** A raw escape sequence. */
export interface AnsiAnnotation extends AnnotationHead {
  type: "x-qwen-ansi";
  value: string;
}

/** Any annotation. */
export type Annotation =
  | TerminalAnnotation
  | ToolDisplayAnnotation
  | ThoughtAnnotation
  | SessionEventAnnotation
  | AnsiAnnotation;

/** A question that did not get a proper answer. */
export interface ControlError {
  request_id: string;
  subtype: string;
  message: string;
  retryable: boolean;
}

/** What went wrong, inside `metadata`. */
export interface WireProblem {
  code: string;
  message: string;
  retryable: boolean;
  hint?: string;
  status?: number;
}

/** Facts about a line. */
export interface Metadata {
  session_id: string;
  prompt_id: string | null;
  seq: number;
  parent_tool_call_id?: string;
  control_errors?: ControlError[];
  event?: "init" | "summary" | "pause";
  error?: WireProblem;
  [key: string]: unknown;
}

/** A message inside a `chat.completion`. */
export type WireMessage =
  | {
    role: "assistant";
    content: string | null;
    tool_calls?: WireCall[] | null;
    reasoning_content?: string;
    annotations?: Annotation[];
  }
  | { role: "tool"; tool_call_id: string; content: string; annotations?: Annotation[] };

/** A whole message as one line. */
export interface CompletionLine {
  object: "chat.completion";
  id: string;
  created: number;
  model: string;
  choices: { index: 0; message: WireMessage; finish_reason: FinishReason }[];
  usage?: WireUsage;
  system_fingerprint?: string;
  metadata: Metadata;
}

/** What a chunk adds. */
export interface Delta {
  role?: "assistant";
  content?: string;
  reasoning_content?: string;
  tool_calls?: WireCallDelta[];
  annotations?: Annotation[];
}

/** An increment as one line. */
export interface ChunkLine {
  object: "chat.completion.chunk";
  id: string;
  created: number;
  model: string;
  choices: { index: 0; delta: Delta; finish_reason: FinishReason | null }[];
  usage?: WireUsage;
  system_fingerprint?: string;
  metadata: Metadata;
}

/** An error that belongs to no turn. */
export interface ErrorLine {
  error: { message: string; type: string; param: string | null; code: string };
  line?: number;
}

/** Lines beside the conversation. */
export type SideLine =
  | {
    type: "result/command";
    session_id: string;
    prompt_id: string;
    command: { kind: "slash"; path: string[]; args: string };
    result: JsonObject;
  }
  | {
    type: "result/command_hint";
    session_id: string;
    prompt_id: string | null;
    trigger: string;
    status: "loading" | "ok" | "error";
    suggestions: { label: string; value: string; description?: string; matchedIndex?: number }[];
    message?: string;
    metadata: { is_perfect_match: boolean };
  }
  | {
    type: "result/heartbeat";
    session_id: string;
    prompt_id?: string;
    status: "ok";
    ts: number;
    state: string;
    since_ms: number;
  }
  | { type: "result/cancel"; session_id: string; prompt_id?: string; status: "ok" | "noop"; message: string }
  | {
    type: "control_request";
    request_id: string;
    session_id: string;
    prompt_id: string | null;
    subtype: string;
    request: JsonObject;
    tool?: { name: string; arguments: Json };
    metadata: JsonObject;
  }
  | { type: "control_response"; request_id: string; response: JsonObject }
  | {
    type: "x-qwen-session-event";
    session_id: string;
    prompt_id: string | null;
    event: SessionEventName;
    message: string;
  };

/** Any line. */
export type ChatLine = CompletionLine | ChunkLine | ErrorLine | SideLine;
