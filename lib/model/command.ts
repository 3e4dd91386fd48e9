import type { Mode, PermissionUpdate } from "./access.ts";
import type { Message, Part } from "./content.ts";
import type { Json, JsonObject, JsonSchema } from "./json.ts";
import type { Problem } from "./problem.ts";

/** What a host may ask of a session, in no dialect. Made by decoders, read by the engine. */
export type Command = CommandHead & CommandBody;

/** What every command carries. */
export interface CommandHead {
  /** Unique; events caused by this command name it as their `cause`. */
  id: string;
  /** The session meant; null is the only or the newest one. */
  sessionId: string | null;
  /** With no session named: the command opens a new one, or takes the first one while nothing was asked of it yet. */
  fresh?: true;
}

/** The kinds of command. */
export type CommandBody =
  | PromptCommand
  | { type: "tool_response"; promptId: string | null; results: ClientToolResult[] }
  | { type: "tool_request"; promptId: string | null; callId: string; tool: string; input: Json }
  | {
    type: "slash";
    promptId: string | null;
    /** Words of the command's name; empty when `raw` has still to be read. */
    path: string[];
    args: string;
    raw: string;
    /** Shell commands that the host has approved for this command. */
    approved?: string[];
    /** The host has said yes to the question whether to act at all. */
    confirmed?: true;
  }
  | {
    type: "hint";
    promptId: string | null;
    trigger: "slash" | "at" | "question";
    text: string;
    cursor: number;
    cwd: string | null;
  }
  | { type: "hint_cancel"; promptId: string | null }
  | { type: "heartbeat"; promptId: string | null }
  | { type: "interrupt"; promptId: string | null; cancelQueued?: boolean }
  | { type: "answer"; askId: string; answer: Answer }
  /** Withdraws a command that has not been answered yet; null withdraws all. */
  | { type: "withdraw"; commandId: string | null }
  | { type: "configure"; changes: Change[] }
  | { type: "query"; query: Query }
  /** A line that was not understood: a value, so that the stream lives. */
  | { type: "invalid"; problem: Problem };

/** A prompt for the model. */
export interface PromptCommand {
  type: "prompt";
  content: Part[];
  promptId: string | null;
  /** The host's own id of this message, echoed where the dialect has a place for it. */
  messageId: string | null;
  options: PromptOptions;
}

/** What holds for one prompt only. */
export interface PromptOptions {
  model?: string;
  temperature?: number;
  topP?: number;
  maxTokens?: number;
  /** Only these tools are offered. */
  tools?: string[];
  /** Tools that the client itself runs. */
  clientTools?: ClientTool[];
  /** The structured-output contract for this prompt. */
  schema?: JsonSchema;
  maxTurns?: number;
  timeoutMs?: number;
  /** Conversation that came with the prompt. */
  history?: Message[];
  system?: string;
  /** `@path` and slash commands are left alone. */
  literal?: boolean;
  /** Files named by the host: replaced text and the path to read. */
  references?: { original: string; resolved: string }[];
  /** Append to the history, start no turn. */
  silent?: boolean;
  /** Says nothing new: the model goes on where the conversation stopped. */
  goOn?: true;
  /** The same prompt goes on: its id may have been used before. */
  continuation?: true;
  /** Goes before the prompts that wait already. */
  urgent?: true;
  /** Opaque to the engine; echoed on the turn's end. */
  origin?: Json;
}

/** A tool declared by the client. */
export interface ClientTool {
  name: string;
  description: string;
  input: JsonSchema;
}

/** The result of a tool that the client ran. */
export interface ClientToolResult {
  callId: string;
  output: Part[];
  isError: boolean;
}

/** A change to the session. */
export type Change =
  | { key: "mode"; value: Mode }
  | { key: "model"; value: string | null }
  | { key: "effort"; value: string | null }
  | { key: "thinkingTokens"; value: number | null }
  | { key: "systemPrompt"; value: string }
  | { key: "appendSystemPrompt"; value: string }
  | { key: "schema"; value: JsonSchema | null }
  | { key: "hooks"; value: HookRegistration[] }
  | { key: "agents"; value: AgentSpec[] }
  | { key: "hostServers"; value: HostServer[] }
  /** In the background the answer does not wait for them, the next prompt does. */
  | { key: "mcpServers"; value: Record<string, JsonObject>; background?: true }
  | { key: "mcpServer"; name: string; action: "reconnect" | "enable" | "disable" }
  | { key: "permissions"; value: PermissionUpdate[] }
  /** What answers are written in; null leaves it to the model. */
  | { key: "language"; value: string | null }
  | { key: "askTimeoutMs"; value: number | null }
  /** Whether this client answers questions. */
  | { key: "answers"; value: boolean }
  | { key: "settings"; value: JsonObject };

/** A callback of the host, armed for one kind of event. */
export interface HookRegistration {
  event: string;
  matcher: string | null;
  callbackIds: string[];
  timeoutMs: number | null;
  onFailure: "continue" | "block";
}

/** A sub-agent that can be called by name. */
export interface AgentSpec {
  name: string;
  description: string;
  prompt: string;
  tools?: string[];
  deniedTools?: string[];
  model?: string;
  maxTurns?: number;
  background?: boolean;
}

/** An MCP server that lives in the host and is spoken to through questions. */
export interface HostServer {
  name: string;
  timeoutMs: number | null;
  /** What the server answered when the host introduced itself to it: good for the next connection only. */
  manifest?: ServerManifest;
}

/** A server's own answers to a client that introduces itself and asks what it offers. */
export interface ServerManifest {
  introduction: JsonObject;
  /** Absent where it has to be asked. */
  tools?: JsonObject;
}

/** A question of the host about the session, answered by a `reply`. */
export type Query =
  | {
    subject:
      | "session"
      | "tools"
      | "models"
      | "commands"
      | "agents"
      | "mcp"
      | "settings"
      | "permissions"
      | "hooks"
      | "version";
  }
  | { subject: "context"; details: boolean }
  | { subject: "usage"; range: string | null }
  /** What the session itself has used so far. */
  | { subject: "spending" }
  /** The session may be named, so that another one does not get the title. */
  | { subject: "rename"; title: string; sessionId: string | null }
  /** Takes a prompt back that still waits. */
  | { subject: "cancel_prompt"; messageId: string }
  | { subject: "continue" }
  | { subject: "may_use"; tool: string }
  | { subject: "rewind"; messageId: string; dryRun: boolean }
  | { subject: "file"; path: string; maxBytes: number | null; encoding: "utf8" | "base64" }
  | { subject: "resource"; server: string; uri: string }
  /** Files and folders that somebody who types may mean. */
  | { subject: "suggest_files"; text: string }
  /** Makes a folder below the workspace one of its roots; `rereads` looks for instructions again. */
  | { subject: "add_root"; directory: string; rereads: boolean }
  | ToolCallQuery
  /** A JSON-RPC message from a server that lives in the host. */
  | { subject: "mcp_message"; server: string; message: Json }
  | { subject: "task"; action: "stop" | "output" | "background"; taskId: string };

/** A call of a server's tool for the host itself: the model hears nothing of it. */
export interface ToolCallQuery {
  subject: "call_tool";
  tool: string;
  input: JsonObject;
  timeoutMs: number | null;
  /** After this moment the call is not made any more. */
  expiresAt: number | null;
  /** Whether rules, mode and hooks decide on it as on a call of the model. */
  isChecked: boolean;
}

/** The host's answer to a question of ours. */
export type Answer =
  | { kind: "allow"; input?: Json; updates?: PermissionUpdate[]; scope?: "once" | "session" }
  | { kind: "deny"; message: string; interrupt?: boolean }
  | { kind: "value"; value: Json }
  | { kind: "failed"; message: string };
