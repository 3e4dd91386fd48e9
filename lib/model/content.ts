import type { Json } from "./json.ts";

/** Data that a provider wants back unchanged with a later request, such as a thought's signature. */
export interface Opaque {
  provider: string;
  data: Json;
}

/** A piece of a message. */
export type Part =
  /** A quoted text is content of the host, in which no command and no `@path` is looked for. */
  | { kind: "text"; text: string; isQuoted?: true }
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
  /** Id of its journal entry; a host may resume from it. */
  entryId?: string;
  /** Kept for people who open the session later; models do not see it. */
  shown?: ShownCall;
}

/** What people saw of a call beside its result. */
export interface ShownCall {
  /** The change of a file. */
  change?: { file: string; isNew: boolean; diff: string; added: number; removed: number };
  /** Who answered the question whether the call may run, where several people share the session. */
  answered?: { name: string; decision: string };
}

/** One entry of a conversation. `tool` messages hold nothing but tool results. */
export interface Message {
  id: string;
  role: "user" | "assistant" | "tool";
  parts: Part[];
  /** Set on messages of the role `user` that the program wrote. */
  isNote?: true;
  /** Who wrote it, where several people share the session. */
  by?: string;
}

/** Why a model stopped: normalised, and as the provider put it. */
export interface Stop {
  reason: "end" | "tool_calls" | "length" | "refusal" | "other";
  raw: string | null;
}

/** A tool's result as shown to a person. */
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
