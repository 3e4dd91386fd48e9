import type { Mode, PermissionUpdate } from "./ports/access.ts";
import type { Message, Part } from "./content.ts";
import type { Json, JsonObject, JsonSchema } from "./json.ts";
import type { ParkedAnswer } from "./parked.ts";
import type { Problem } from "./problem.ts";

/** A request of the host to a session, independent of any dialect. Decoders make it, the engine reads it. */
export type Command = CommandHead & CommandBody;

/** The fields of every command. */
export interface CommandHead {
  /** Unique; events caused by this command name it as their `cause`. */
  id: string;
  /** The addressed session; null is the only or the newest one. */
  sessionId: string | null;
  /** Where no session is named: opens a new one, or takes the first one while it is unused. */
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
    /** Parts of the command's name; empty when `raw` is still to be parsed. */
    path: string[];
    args: string;
    raw: string;
    /** Shell commands that the host has approved for this command. */
    approved?: string[];
    /** The host has already confirmed the action. */
    confirmed?: true;
    /** The host itself sends on the prompt that the command makes. */
    hostContinues?: true;
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
  /** `answered` names the client and its decision, where several share the session. */
  | { type: "answer"; askId: string; answer: Answer; answered?: { name: string; decision: string } }
  /** Withdraws a command that has not been answered yet; null withdraws all. */
  | { type: "withdraw"; commandId: string | null }
  | { type: "configure"; changes: SessionChange[] }
  | { type: "query"; query: Query }
  | OpenCommand
  /** Cancels what runs and ends the session. */
  | { type: "close" }
  /** The client introduces itself; the answer needs no session. */
  | { type: "greet" }
  /** Lists saved sessions, of one folder or of all; `cursor` continues an earlier list, `live` adds those in use. */
  | { type: "list_sessions"; cwd: string | null; cursor: string | null; live?: true }
  /** Removes the saved session that the command names, also if it is open. */
  | { type: "delete_session" }
  | JoinCommand
  /** The client wants no further events of a session, which lives on. */
  | { type: "leave" }
  /** Lists the jobs of a queue. */
  | { type: "list_jobs" }
  /** The client says nothing: the session introduces itself. */
  | { type: "introduce" }
  /** A line that could not be decoded. It is a value, so that the stream goes on. */
  | { type: "invalid"; problem: Problem };

/** The commands of one type. */
export type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;

/** Opens a session for a client that manages its sessions itself. */
export interface OpenCommand {
  type: "open";
  /** A new session, or the saved one that the command names. */
  what: "new" | "saved";
  /** The absolute working folder of the session. */
  cwd: string;
  /** MCP servers of the client for this session. */
  servers: Record<string, JsonObject>;
  abilities: ClientAbilities;
  /** The conversation so far is reported before the answer, as messages or as turns. */
  replays?: "messages" | "turns";
}

/**
 * Follows a session of a server from its start: a live one, a saved one, or a new one where none is named. A client that
 * comes back names the last event that it saw, and may name the log that the event was in.
 */
export interface JoinCommand {
  type: "join";
  fromSeq: number | null;
  logId: string | null;
}

/** What a client does for its sessions. */
export interface ClientAbilities {
  /** It reads text files: its unsaved changes count. */
  readsFiles: boolean;
  writesFiles: boolean;
  /** It runs commands in terminals of its own. */
  runsCommands: boolean;
  /** It shows forms, so that a person can be asked more than yes or no. */
  showsForms: boolean;
}

/** A prompt for the model. */
export interface PromptCommand {
  type: "prompt";
  content: Part[];
  promptId: string | null;
  /** The host's own id of this message, echoed where the dialect has a place for it. */
  messageId: string | null;
  options: PromptOptions;
  /** The name of the client, where several share the session. */
  by?: string;
}

/** Options of one prompt. */
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
  /** Adds no message: the model goes on where the conversation stopped. */
  goOn?: true;
  /** The answer to the question with which the saved session stopped; the model goes on after it. */
  parked?: ParkedAnswer;
  /** Continues a prompt: its id may have been used before. */
  continuation?: true;
  /** Runs before the prompts that are already queued. */
  urgent?: true;
  /** Joins the running turn before its next request to the model; without one it is an ordinary prompt. */
  steers?: true;
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
export type SessionChange =
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
  /** In the background the reply does not wait for the servers; the next prompt does. */
  | { key: "mcpServers"; value: Record<string, JsonObject>; background?: true }
  | { key: "mcpServer"; name: string; action: "reconnect" | "enable" | "disable" }
  | { key: "permissions"; value: PermissionUpdate[] }
  /** The language of answers; null leaves it to the model. */
  | { key: "language"; value: string | null }
  | { key: "askTimeoutMs"; value: number | null }
  /** Whether this client answers questions. */
  | { key: "answers"; value: boolean }
  | { key: "settings"; value: JsonObject };

/** Callbacks of the host for one kind of event. */
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

/** An MCP server inside the host; its messages travel as questions to the host. */
export interface HostServer {
  name: string;
  timeoutMs: number | null;
  /** Its tools run without a question. */
  trust?: true;
  /** The server's answers to the host's own handshake, valid for the next connection only. */
  manifest?: ServerManifest;
}

/** A server's answers to `initialize` and `tools/list`. */
export interface ServerManifest {
  introduction: JsonObject;
  /** Absent where the server must be asked. */
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
  /** The session's own usage so far. */
  | { subject: "spending" }
  /** Names the session, so that another one does not get the title. */
  | { subject: "rename"; title: string; sessionId: string | null }
  /** Lets the model write a title for the session, and keeps it where that is asked for. */
  | { subject: "title"; description: string; persist: boolean }
  /** Cancels a queued prompt. */
  | { subject: "cancel_prompt"; messageId: string }
  | { subject: "continue" }
  | { subject: "may_use"; tool: string }
  | { subject: "rewind"; messageId: string; dryRun: boolean }
  /** Files and conversation go back to before a prompt of this session. */
  | { subject: "rewind_prompt"; promptId: string }
  /** The conversation as a document. */
  | { subject: "export"; format: "markdown" | "json" | "html" }
  | { subject: "file"; path: string; maxBytes: number | null; encoding: "utf8" | "base64" }
  | { subject: "resource"; server: string; uri: string }
  /** Files and folders that match a partial path. */
  | { subject: "suggest_files"; text: string }
  /** Makes a folder below the workspace one of its roots; `rereads` reads the instructions again. */
  | { subject: "add_root"; directory: string; rereads: boolean }
  | ToolCallQuery
  /** A JSON-RPC message from a server that lives in the host. */
  | { subject: "mcp_message"; server: string; message: Json }
  | { subject: "task"; action: "stop" | "output" | "background"; taskId: string };

/** A call of an MCP tool for the host itself; the model does not see it. */
export interface ToolCallQuery {
  subject: "call_tool";
  tool: string;
  input: JsonObject;
  timeoutMs: number | null;
  /** The call is refused after this time. */
  expiresAt: number | null;
  /** Whether rules, mode and hooks apply as to a call of the model. */
  isChecked: boolean;
}

/** The host's answer to a question. */
export type Answer =
  | { kind: "allow"; input?: Json; updates?: PermissionUpdate[]; scope?: "once" | "session" }
  | { kind: "deny"; message: string; interrupt?: boolean }
  | { kind: "value"; value: Json }
  | { kind: "failed"; message: string };
