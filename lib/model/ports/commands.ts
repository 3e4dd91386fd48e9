import type { PermissionUpdate, ToolKind, Verdict } from "./access.ts";
import type { Clock } from "../clock.ts";
import type { CommandBody, SessionChange } from "../command.ts";
import type { Message, Part } from "../content.ts";
import type { CommandInfo, CommandResult, ModelInfo, Reply, SessionInfo } from "../event.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Job } from "./tool.ts";
import type { Costs, Stats, Usage } from "../usage.ts";
import type { Files, Shell } from "./workspace.ts";

/** Slash commands, completion hints and `@` references. One instance serves all sessions of a folder. */
export interface Commands {
  /** All commands in alphabetical order; `headless` leaves out those that need a user interface. */
  list(scope?: "all" | "headless"): CommandInfo[];
  /** Reads a text as a command; null when it is for the model: `//`, `/*` and a path such as `/etc/hosts` are text. */
  parse(text: string): ParsedCommand | null;
  /** Throws only `context.signal.reason`: a failed command is a message of level error. */
  run(request: CommandRequest, context: CommandContext): Promise<CommandResult>;
  /**
   * Yields perhaps `loading`, then one `ok` or `error`. Ends without a further reply when a newer request of the same
   * session and prompt replaces it, when it is cancelled, or when the context's signal is aborted.
   */
  hint(request: HintRequest, context: CommandContext): AsyncIterable<HintReply>;
  /** Ends the running hint of a session and prompt; null is all of the session. Returns whether there was one. */
  cancelHint(sessionId: string, promptId: string | null): boolean;
  /** Paths of matching files and folders, best first; folders end with a slash. Throws a plain error. */
  suggestFiles(text: string, signal: AbortSignal): Promise<string[]>;
  /** The conversation as a document. */
  exportHistory(format: "markdown" | "json" | "html", facts: ExportFacts): string;
  /** Adds the files that a prompt refers to. Throws only `signal.reason`. */
  expand(request: ExpandRequest, signal: AbortSignal): Promise<Expanded>;
  /** Reads the custom commands again. */
  refresh(): Promise<void>;
  /** Project files that were ignored, and why. */
  readonly ignored: readonly { path: string; reason: string }[];
  /** Files of custom commands that are in use. */
  readonly used?: readonly string[];
  /** Stops background work, such as the walk for the file index. */
  close(): Promise<void>;
}

/** A prompt template of an MCP server, which can be called as a command. */
export interface OfferedPrompt {
  /** As it is typed after the slash. */
  name: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  /** Fills in the arguments on the server. Throws QwenError, or `signal.reason`. */
  fill(input: Record<string, string>, signal: AbortSignal): Promise<Part[]>;
}

/** A conversation that is exported. */
export interface ExportFacts {
  sessionId: string;
  model: string;
  at: number;
  history: readonly Message[];
}

/** A text that is a command. */
export interface ParsedCommand {
  trigger: "slash" | "question";
  /** Names without aliases, such as `["chat", "save"]`; for an unknown command the word that was typed. */
  path: string[];
  args: string;
  raw: string;
  /** Whether such a command exists and is enabled. */
  known: boolean;
}

/** A command to run. */
export interface CommandRequest {
  path: string[];
  args: string;
  raw: string;
  /** What the host has approved: the shell commands it was shown or, after `confirm_action`, the raw command. */
  approved?: readonly string[];
}

/** A request for completions. */
export type HintRequest = Omit<Extract<CommandBody, { type: "hint" }>, "type">;

/** A completion list, or a notice that it is being made. */
export type HintReply = Extract<Reply, { kind: "hint" }>;

/** A prompt whose references are to be read. */
export interface ExpandRequest {
  parts: readonly Part[];
  /** References that the host resolved itself; they come first. */
  references: readonly { original: string; resolved: string }[];
  cwd: string;
  files: Files;
}

/** A prompt with the content of its references, and notes on what was left out. */
export interface Expanded {
  parts: Part[];
  notes: string[];
  /** Names of the files and folders that were read. */
  read: string[];
  /** Names that no file or folder has. */
  missing: string[];
}

/** What a command may see and do in its session. All of it belongs to the session that the command was sent to. */
export interface CommandContext {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly files: Files;
  readonly shell: Shell;
  info(): SessionInfo;
  /** The name of the provider that answers. */
  provider(): string;
  history(): readonly Message[];
  /** Replaces the conversation. */
  replaceHistory(history: Message[]): Promise<void>;
  /** Forgets the conversation. The engine decides whether the session id changes. */
  clear(): Promise<void>;
  /** Summarises the conversation; null is the default instruction. */
  compact(instructions: string | null): Promise<{ tokensBefore: number; tokensAfter: number }>;
  /** Asks the model about the conversation, which stays as it is. */
  ask(instruction: string): Promise<string>;
  usage(): { total: Usage; stats: Stats; startedAt: number; prompts: number; contextTokens: number; costs?: Costs };
  models(): Promise<ModelInfo[]>;
  tools(): readonly { name: string; description: string; server?: string; kind?: ToolKind }[];
  agents(): readonly { name: string; description: string }[];
  hooks(): readonly { event: string; matcher: string | null; name: string; fired?: number }[];
  jobs(): readonly Pick<Job, "id" | "command" | "isRunning">[];
  settings(): JsonObject;
  rules(): { allow: readonly string[]; ask: readonly string[]; deny: readonly string[] };
  /** Changes the session as a host could; throws QwenError when the change is refused. */
  configure(change: SessionChange): Promise<void>;
  permit(update: PermissionUpdate): void;
  /** The policy's verdict on a shell command that a custom command wants to run. */
  judgeShell(command: string): Promise<Verdict>;
  /** Absolute workspace roots; the first one is the working folder. */
  directories(): readonly string[];
  readonly checkpoints: Checkpoints;
  readonly restores: RestorePoints;
  readonly memory: MemoryFiles;
}

/** Where a setting comes from: the machine, the user, the project or the command line. */
export type SettingOrigin = "system" | "user" | "project" | "flag";

/** Conversations saved under a name. */
export interface Checkpoints {
  list(): Promise<{ tag: string; at: number }[]>;
  /** Replaces one of the same name. */
  save(tag: string, history: readonly Message[]): Promise<void>;
  /** Null when there is none of that name. */
  load(tag: string): Promise<Message[] | null>;
  /** Returns whether there was one. */
  delete(tag: string): Promise<boolean>;
}

/** States of the workspace that were saved before tools changed it. */
export interface RestorePoints {
  list(): Promise<RestorePoint[]>;
  /** Restores the files; the conversation goes back as well when `history` is set. */
  restore(id: string): Promise<{ files: string[]; history: Message[] | null }>;
}

/** One state of the workspace that can be restored. */
export interface RestorePoint {
  id: string;
  at: number;
  label: string;
  /** The call before which it was saved; it can be proposed again. */
  call?: { tool: string; input: Json };
}

/** Standing instructions in files such as QWEN.md. */
export interface MemoryFiles {
  /** The files in force, in the order in which the model sees them. */
  show(): Promise<{ path: string; content: string }[]>;
  /** Adds a fact and returns the path of the file. */
  add(fact: string, scope: "project" | "user"): Promise<string>;
  /** Reads the files again and returns those now in force. */
  refresh(): Promise<{ path: string; content: string }[]>;
}
