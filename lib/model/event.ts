import type { Access, Denial, Mode, PermissionUpdate, ToolKind } from "./ports/access.ts";
import type { ClientCall, SavedSessionInfo } from "./client_work.ts";
import type { CommandResult } from "./command_result.ts";
import type { Display, Message, Part, Stop, ToolCall } from "./content.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Problem } from "./problem.ts";
import type { ProjectFile } from "./project_file.ts";
import type { Costs, Stats, Usage } from "./usage.ts";
import type { VerifyReport, Work } from "./work.ts";

export type { CommandResult } from "./command_result.ts";
export type { CommandRun, FileChange, VerifyReport, Work } from "./work.ts";

/** A report of a session, independent of any dialect. The engine makes it; encoders and the journal read it. */
export type Event = Envelope & EventBody;

/** The fields of every event. */
export interface Envelope {
  sessionId: string;
  /** From 1, without gaps, per session. */
  seq: number;
  /** Milliseconds since 1970, from the injected clock. */
  at: number;
  /** Id of the command that this answers or follows from. */
  cause: string | null;
  /** Call that started the sub-agent that emits it; null is the main agent. */
  agent: string | null;
  /** It repeats the conversation of an earlier run. */
  isHistory?: true;
}

/** The kinds of event. */
export type EventBody =
  | { type: "session.started"; session: SessionInfo }
  | { type: "session.changed"; session: SessionInfo; what: string }
  /** Introduces the session to a client that says nothing. */
  | { type: "session.introduced"; session: SessionInfo }
  /** The conversation starts anew; later events carry this id, which may be the same. */
  | { type: "session.reset"; newSessionId: string }
  | { type: "session.ended"; reason: EndReason; problem: Problem | null }
  | {
    type: "turn.started";
    turnId: string;
    promptId: string;
    messageId: string | null;
    prompt: Part[];
    session: SessionInfo;
    /** The name of the client that sent the prompt, where several share the session. */
    by?: string;
  }
  /** The turn waits for tools that the client runs. */
  | { type: "turn.paused"; turnId: string; calls: ToolCall[]; usage: Usage }
  | TurnCompleted
  | { type: "message.started"; messageId: string; model: string }
  | { type: "part.started"; messageId: string; index: number; part: Part }
  | { type: "part.delta"; messageId: string; index: number; kind: "text" | "thinking" | "tool_call"; delta: string }
  | { type: "part.completed"; messageId: string; index: number; part: Part }
  | {
    type: "message.completed";
    messageId: string;
    model: string;
    parts: Part[];
    usage: Usage;
    stop: Stop;
    interrupted: boolean;
  }
  /** Text that enters the conversation from outside the model: a sub-agent's prompt, a notice, a replayed prompt. */
  | {
    type: "message.added";
    message: Message;
    origin: "agent_prompt" | "notification" | "interrupt" | "replay" | "history" | "command" | "steering";
  }
  /** `paths` are the absolute paths of the files that the call needs; absent where it needs none. */
  | {
    type: "tool.started";
    callId: string;
    tool: string;
    toolKind: ToolKind;
    input: Json;
    title: string;
    paths?: string[];
  }
  | { type: "tool.progress"; callId: string; tool: string; progress: ToolProgress }
  | ToolCompleted
  /** `promptId` is set for the question of a slash command, which belongs to no turn. */
  | { type: "ask.opened"; askId: string; ask: Ask; promptId?: string }
  /** `answered` tells the clients of a server who has decided. */
  | {
    type: "ask.closed";
    askId: string;
    by: "client" | "interrupt" | "timeout" | "input_closed";
    answered?: { name: string; decision: string };
  }
  | { type: "reply"; result: Reply }
  | { type: "rejected"; problem: Problem }
  | { type: "notice"; level: "info" | "warning"; code: string; text: string; data?: JsonObject }
  | {
    type: "retry.scheduled";
    attempt: number;
    maxAttempts: number;
    delayMs: number;
    problem: Problem;
    discardedCalls: number;
    /** Set where the run waits for a used-up quota: when the wait ends, as an ISO time. */
    until?: string;
  }
  | { type: "model.changed"; from: string; to: string; problem: Problem | null }
  | {
    type: "history.compacted";
    trigger: "manual" | "auto";
    tokensBefore: number;
    tokensAfter: number;
    durationMs: number;
    /** Only old results of tools were removed. */
    isPartial?: true;
  }
  /** The conversation and the files went back to before a prompt. */
  | { type: "history.rewound"; promptId: string }
  | { type: "task.started"; taskId: string; callId: string | null; agentName: string | null; description: string }
  | {
    type: "task.completed";
    taskId: string;
    callId: string | null;
    status: "completed" | "failed" | "cancelled";
    summary: string;
    usage: TaskUsage;
    /** The file with its conversation. */
    transcript?: string;
  }
  | { type: "hook.started"; hookId: string; name: string; event: string }
  | {
    type: "hook.completed";
    hookId: string;
    name: string;
    event: string;
    outcome: "success" | "error" | "cancelled";
    output: string;
    /** What it wrote to stderr. */
    stderr?: string;
    exitCode: number | null;
  }
  /** What a running hook has written so far. */
  | { type: "hook.progress"; hookId: string; name: string; event: string; stdout: string; stderr: string }
  /** The hooks at the end of a turn have run. */
  | { type: "hooks.stopped"; event: string; hooks: string[]; isBlocked: boolean; reason: string | null }
  | { type: "heartbeat"; state: Activity; sinceMs: number; until?: string };

/** The current activity of a session. */
export type Activity =
  | "idle"
  | "waiting_model"
  | "streaming"
  | "tool"
  | "waiting_permission"
  | "retry_sleep"
  /** The quota of the provider is used up, and the run waits until it is available again. */
  | "waiting_quota";

/** Why a session ended. */
export type EndReason = "input_closed" | "done" | "client_gone" | "signal" | "fatal";

/** The facts about a session that first records report. */
export interface SessionInfo {
  sessionId: string;
  cwd: string;
  model: string;
  /** How much the model thinks; absent leaves it to the model. */
  effort?: string;
  mode: Mode;
  tools: string[];
  servers: ServerInfo[];
  commands: string[];
  /** Commands for clients that can show a dialog. */
  dialogCommands?: string[];
  agents: string[];
  /** How answers are written; absent where nothing was chosen. */
  outputStyle?: string;
  version: string;
  sandbox: SandboxInfo;
  /** Project files that were ignored, and why. */
  ignored: { path: string; reason: string }[];
  /** Files of the project and of the home folder, whether they are used or not. */
  projectFiles?: ProjectFile[];
}

/** An MCP server and its status. */
export interface ServerInfo {
  name: string;
  /** `needs-auth`: a person has to log in first. */
  status: "connected" | "pending" | "failed" | "needs-auth" | "disabled";
  source: "host" | "settings" | "flag" | "project";
  error?: string;
  tools?: { name: string; description: string }[];
  serverInfo?: { name: string; version: string };
}

/** How tools are confined, as the probe found it. */
export interface SandboxInfo {
  backend: "bubblewrap" | "seatbelt" | "process-group" | "off";
  filesystem: boolean;
  network: boolean;
  processes: boolean;
  /** The probe tried to escape and failed. */
  verified: boolean;
  /** What commands are confined by, in a verified sandbox: `read-only` for those that only read, `workspace` for others. */
  profiles?: ("read-only" | "workspace")[];
}

/** The one terminal event of a turn. */
export interface TurnCompleted {
  type: "turn.completed";
  turnId: string;
  promptId: string;
  outcome: Outcome;
  /** Tokens of this turn. */
  usage: Usage;
  /** Tokens of the whole session, and by model. */
  total: Usage;
  stats: Stats;
  durationMs: number;
  apiDurationMs: number;
  /** Model rounds of this turn. */
  rounds: number;
  /** Refusals by policy in the whole session. */
  denials: Denial[];
  /** Background jobs that were still running. */
  background: { id: string; command: string }[];
  origin?: Json;
  /** The context window of the session's model. */
  contextWindow?: number;
  /** The last run of the verification command. */
  verify?: VerifyReport;
  /** What the turn changed and ran; absent where it is not tracked. */
  work?: Work;
  /** The cost of each model in the whole session. */
  costs?: Costs;
}

/** How a turn ended. */
export type Outcome =
  | { kind: "done"; text: string; stop: Stop; structured?: Json }
  /** `problem` is set where it was not a client: it names the signal, or says that the reader is gone. */
  | {
    kind: "interrupted";
    by: "client" | "signal" | "host_denial";
    during: "streaming" | "tools";
    problem?: Problem;
  }
  | { kind: "limit"; problem: Problem; text: string }
  | { kind: "failed"; problem: Problem; text: string }
  /** A slash command answered without the model. */
  | { kind: "command"; text: string; isError: boolean };

/** The end of one tool call. */
export interface ToolCompleted {
  type: "tool.completed";
  callId: string;
  tool: string;
  toolKind: ToolKind;
  input: Json;
  /** What the model sees. */
  output: Part[];
  display: Display | null;
  isError: boolean;
  durationMs: number;
  /** Set when the call did not run. */
  denial: Denial | null;
  /** Id of the result's journal entry. */
  entryId?: string;
  /** The tool's own structured result, for hosts that render it. */
  data?: JsonObject;
}

/** Progress of a running tool. */
export type ToolProgress =
  | { kind: "output"; text: string; channel: "stdout" | "stderr" }
  | { kind: "status"; elapsedMs: number; totalBytes: number; totalLines: number }
  | { kind: "steps"; progress: number; total: number | null; message: string | null }
  | { kind: "display"; display: Display };

/** A question to the host. */
export type Ask =
  | {
    kind: "permission";
    callId: string;
    tool: string;
    toolKind: ToolKind;
    input: Json;
    access: Access[];
    confirmation: Confirmation;
    suggestions: PermissionUpdate[];
    reason: string | null;
  }
  | { kind: "hook"; callbackId: string; payload: JsonObject; callId: string | null }
  | { kind: "mcp"; server: string; message: Json }
  | { kind: "client_call"; call: ClientCall }
  | {
    kind: "elicitation";
    server: string;
    message: string;
    mode: "form" | "url";
    schema: JsonObject | null;
    url: string | null;
  }
  | { kind: "confirm_shell"; commands: string[]; command: string }
  | { kind: "confirm_action"; prompt: string; command: string }
  | { kind: "confirm_quit" };

/** The preview of a tool call that a person decides on. */
export type Confirmation =
  | { kind: "edit"; title: string; file: string; diff: string; original: string | null; modified: string }
  | { kind: "exec"; title: string; command: string; root: string }
  | { kind: "mcp"; title: string; server: string; tool: string }
  | { kind: "info"; title: string; prompt: string; urls: string[] }
  | { kind: "plan"; title: string; plan: string }
  | { kind: "other"; title: string };

/** Tokens and calls of a background task. */
export interface TaskUsage {
  totalTokens: number;
  toolUses: number;
  durationMs: number;
}

/** The answer to a command of the host. */
export type Reply =
  | { kind: "configured"; session: SessionInfo; changes: string[] }
  | {
    kind: "initialized";
    session: SessionInfo;
    commands: CommandInfo[];
    agents: { name: string; description: string }[];
    models: ModelInfo[];
  }
  /** A client has introduced itself. */
  | { kind: "greeted" }
  /** A session was opened for a client that manages its sessions itself. */
  | { kind: "opened"; session: SessionInfo; commands: CommandInfo[]; models: ModelInfo[]; contextWindow: number }
  | { kind: "closed" }
  /** A client follows a session from an event on; the events come after this reply. */
  | {
    kind: "joined";
    session: SessionInfo;
    commands: CommandInfo[];
    models: ModelInfo[];
    /** The log of the session: its numbers mean nothing in another one. */
    logId: string;
    fromSeq: number;
    role: "controller" | "observer";
  }
  | { kind: "left" }
  | { kind: "sessions"; sessions: SavedSessionInfo[]; nextCursor: string | null }
  | { kind: "deleted" }
  /** `promptId` is what was cancelled or, when nothing was, what runs. */
  | { kind: "interrupted"; wasRunning: boolean; promptId: string | null; queued: string[]; cancelled?: string[] }
  /** A silent prompt was added to the conversation. */
  | { kind: "noted"; promptId: string }
  | { kind: "value"; subject: string; value: Json }
  | { kind: "command"; promptId: string; path: string[]; args: string; result: CommandResult }
  /** The files that a prompt names by `@path`: those that were read, those that do not exist, and remarks. */
  | { kind: "references"; promptId: string; read: string[]; missing: string[]; notes: string[] }
  | {
    kind: "hint";
    promptId: string | null;
    trigger: "slash" | "at" | "question";
    status: "loading" | "ok" | "error";
    suggestions: Suggestion[];
    isPerfectMatch: boolean;
    message?: string;
  }
  | { kind: "heartbeat"; promptId: string | null; state: Activity; sinceMs: number; until?: string };

/** A slash command, as lists show it. */
export interface CommandInfo {
  name: string;
  description: string;
  argumentHint: string;
}

/** A model that can be chosen. */
export interface ModelInfo {
  id: string;
  label: string;
  contextWindow: number;
}

/** One entry of a completion list. */
export interface Suggestion {
  label: string;
  value: string;
  description?: string;
  matchedIndex?: number;
}
