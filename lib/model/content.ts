import type { Json } from "./json.ts";

/** What a provider wants back unread with a later request, such as a thought's signature. */
export interface Opaque {
  provider: string;
  data: Json;
}

/** A piece of a message. */
export type Part =
  | { kind: "text"; text: string }
  | { kind: "thinking"; text: string; opaque?: Opaque }
  | { kind: "media"; mediaType: string; base64: string; name?: string }
  | { kind: "file"; uri: string; mediaType: string | null }
  | ToolCall
  | ToolResult;

/** A model's request to run a tool. */
export interface ToolCall {
  kind: "tool_call";
  callId: string;
  tool: string;
  /** Parsed arguments; the raw text when they are not JSON. */
  input: Json;
  opaque?: Opaque;
}

/** The answer to a tool call, as the model sees it. */
export interface ToolResult {
  kind: "tool_result";
  callId: string;
  tool: string;
  output: Part[];
  isError: boolean;
  /** Where the session keeps it: what a host may name to go on from here. */
  entryId?: string;
}

/** One entry of a conversation. `tool` messages hold nothing but tool results. */
export interface Message {
  id: string;
  role: "user" | "assistant" | "tool";
  parts: Part[];
}

/** Why a model stopped: in our words, and in the provider's. */
export interface Stop {
  reason: "end" | "tool_calls" | "length" | "refusal" | "other";
  raw: string | null;
}

/** What a tool's result looks like to a person. */
export type Display =
  | { kind: "text"; text: string }
  | {
    kind: "diff";
    file: string;
    diff: string;
    original: string | null;
    modified: string;
    added: number;
    removed: number;
  }
  | { kind: "todos"; todos: Todo[] }
  | { kind: "plan"; message: string; plan: string }
  | {
    kind: "task";
    agent: string;
    description: string;
    status: "running" | "completed" | "failed" | "cancelled";
    calls: TaskCall[];
    result?: string;
  };

/** One tool call of a sub-agent, as its display lists it. */
export interface TaskCall {
  callId: string;
  tool: string;
  status: "executing" | "success" | "error";
  summary: string;
}

/** An entry of the todo list. */
export interface Todo {
  id: string;
  content: string;
  status: "pending" | "in_progress" | "completed";
}

/** The text of all text parts, joined without a separator. */
export function textOf(parts: readonly Part[]): string {
  let text = "";
  for (const part of parts) if (part.kind === "text") text += part.text;
  return text;
}
