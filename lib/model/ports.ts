import type { Access, Mode, PermissionUpdate, ToolKind, Verdict } from "./access.ts";
import type { Change, CommandBody } from "./command.ts";
import type { Display, Message, Opaque, Part, Stop } from "./content.ts";
import type { CommandInfo, CommandResult, Confirmation, ModelInfo, Reply, SessionInfo, ToolProgress } from "./event.ts";
import type { Json, JsonObject, JsonSchema } from "./json.ts";
import type { CallFigures, Stats, Usage } from "./usage.ts";

/** Time, injected so that tests are deterministic. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Does something after a time, unless it is called off by what is returned. */
  after(ms: number, act: () => void): () => void;
  /** Rejects with `signal.reason` when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Fresh identifiers, injected so that tests are deterministic. */
export interface Ids {
  /** A UUID. */
  next(): string;
}

/** A source of model answers. */
export interface Provider {
  readonly name: string;
  /**
   * One answer, in batches: what one network read held is one batch, so that a fast stream costs one wake-up
   * a read. Ends after exactly one `finish`. Throws only QwenError; when aborted, throws `signal.reason`.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk[]>;
}

/** What the model is asked. */
export interface ModelRequest {
  model: string;
  system: string;
  messages: readonly Message[];
  tools: readonly ToolSpec[];
  temperature?: number;
  topP?: number;
  maxTokens?: number;
  /** Budget or level of thinking, for providers that have one. */
  effort?: string;
  thinkingTokens?: number;
  /** Asks for JSON of this shape, for providers that can. */
  schema?: JsonSchema;
}

/** A piece of a model's answer. */
export type ModelChunk =
  | { type: "text"; text: string }
  /** `opaque` completes a thought: more thinking after it is another thought. */
  | { type: "thinking"; text: string; opaque?: Opaque }
  /** A tool call or more of its arguments; calls are told apart by `index`. */
  | { type: "call"; index: number; callId?: string; tool?: string; input: string; opaque?: Opaque }
  | { type: "usage"; usage: Usage }
  | { type: "finish"; stop: Stop };

/** What a model is told about a tool. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
}

/** A tool that the session can run. */
export interface Tool extends ToolSpec {
  readonly kind: ToolKind;
  /** Whether calls may run beside each other: true only for tools that change nothing. */
  readonly parallel: boolean;
  /** Names under which rules and models may also speak of it. */
  readonly aliases?: readonly string[];
  /** A few words for a person: `Read src/main.ts`. Never throws. */
  title(input: JsonObject): string;
  /** What this call needs, before it runs. Pure: same input, same answer. */
  needs(input: JsonObject, context: ToolContext): Access[];
  /** Loads what its calls need; asked for when the model begins to write the first one. */
  ready?(): Promise<unknown>;
  /** What a person has to see to decide. Reads, never writes. */
  confirm?(input: JsonObject, context: ToolContext): Promise<Confirmation>;
  /**
   * Yields progress, returns what the model will see. Throws QwenError for a failure the model should read,
   * `signal.reason` when aborted; anything else thrown is reported as an internal fault of the tool.
   */
  run(input: JsonObject, context: ToolContext): AsyncGenerator<ToolProgress, ToolOutcome>;
}

/** What a tool came to. */
export interface ToolOutcome {
  /** What the model sees. */
  output: Part[];
  /** What a person sees, where it differs. */
  display?: Display;
  isError?: boolean;
  /** The result as data, for hosts that render it. */
  data?: JsonObject;
  linesAdded?: number;
  linesRemoved?: number;
}

/** What surrounds a tool call. */
export interface ToolContext {
  readonly callId: string;
  readonly sessionId: string;
  readonly cwd: string;
  /** Absolute roots of the workspace, the first one is `cwd`. */
  readonly roots: readonly string[];
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly files: Files;
  readonly shell: Shell;
  /** What tools keep from call to call within one session. */
  readonly memory: ToolMemory;
  readonly mode: Mode;
  /** The host's answer to a question that belongs to this call, such as the answers to `ask_user_question`. */
  readonly answer: Json | null;
  /** Changes the approval mode: what `exit_plan_mode` does once it is approved. */
  setMode(mode: Mode): void;
}

/** What tools remember during a session. */
export interface ToolMemory {
  /** Files as they were last read or written by us, by real path. */
  readonly seen: Map<string, SeenFile>;
  todos: import("./content.ts").Todo[];
  /** Background shell jobs by id. */
  readonly jobs: Map<string, Job>;
}

/** A file as a tool last saw it: unchanged while time and size are the same. */
export interface SeenFile {
  mtimeMs: number;
  size: number;
  /** Whether the model has seen all of it; absent is not. */
  whole?: boolean;
  /** The lines of the last read, so that the same read again can say that nothing changed. */
  range?: string;
  /** How many lines from the first one on the model has seen without a gap. */
  readTo?: number;
}

/** A shell command that runs in the background. */
export interface Job {
  readonly id: string;
  readonly command: string;
  readonly pid: number;
  readonly isRunning: boolean;
  /** Output so far, bounded. */
  output(): string;
  /** Ends the whole process group. Resolves when it is gone. */
  stop(): Promise<void>;
}

/**
 * The only way tools touch files. Paths are absolute. Everything is confined by real path to the workspace roots;
 * what lies outside throws QwenError.
 */
export interface Files {
  /** Makes ready what the first use would wait for. */
  ready?(): Promise<void>;
  /** The real path, or a QwenError that says why it may not be touched. */
  resolve(path: string, purpose: "read" | "write"): Promise<string>;
  /** The content; with `maxBytes` only its head, otherwise a file too large for memory throws. */
  read(path: string, limits?: { maxBytes: number }): Promise<Uint8Array>;
  stat(path: string): Promise<FileInfo | null>;
  /** The real path, or a QwenError as from `resolve`, and what is there; null where nothing is. */
  examine(path: string, purpose: "read" | "write"): Promise<{ real: string; info: FileInfo | null }>;
  list(path: string): Promise<{ name: string; isDirectory: boolean; isSymlink: boolean }[]>;
  /** Atomic: a reader sees the old content or the new one. Makes missing folders. Tells what was written. */
  write(path: string, content: Uint8Array): Promise<FileInfo>;
}

/** What is known about a file. */
export interface FileInfo {
  isFile: boolean;
  isDirectory: boolean;
  size: number;
  mtimeMs: number;
}

/** The only way tools start processes. */
export interface Shell {
  /**
   * Resolves when commands may run: their confinement was proved, or is not to be had and not required. Throws
   * QwenError `sandbox_unavailable` otherwise. Where it exists it has to be awaited before `run`.
   */
  ready?(): Promise<void>;
  /** Runs in its own process group, without our stdin or stdout, with a clean environment. */
  run(request: ShellRequest): ShellRun;
}

/** A command to run. */
export interface ShellRequest {
  command: string;
  cwd: string;
  /** Infinity is no limit. */
  timeoutMs: number;
  signal: AbortSignal;
  /** What the command leaves running lives on until `stop`; otherwise it ends with the command. */
  background?: boolean;
}

/** A command that runs. */
export interface ShellRun {
  readonly pid: number;
  /** Output as it comes. Ends when the process has ended and its pipes were drained for a moment. */
  readonly output: AsyncIterable<{ channel: "stdout" | "stderr"; bytes: Uint8Array }>;
  readonly status: Promise<{ code: number | null; signal: string | null; timedOut: boolean }>;
  /** Ends the whole process group. Resolves when it is gone. */
  stop(): Promise<void>;
}

/** Decides on tool calls. Pure but for the rules it holds. */
export interface Policy {
  /** Makes ready what the first judgement would wait for. */
  ready?(): Promise<void>;
  judge(call: PolicyCall): Promise<Verdict>;
  /** Applies a host's change for the rest of the session. */
  update(update: PermissionUpdate): void;
  /** Whether a tool is offered to the model at all. */
  offers(tool: string): boolean;
  /** Changes of permissions that would make this call allowed. */
  suggest(call: PolicyCall): Promise<PermissionUpdate[]>;
}

/** A call to be judged. */
export interface PolicyCall {
  tool: string;
  kind: ToolKind;
  input: JsonObject;
  access: Access[];
  mode: Mode;
}

/** A checker made of one schema: null when the value is fine, otherwise what is wrong with it. */
export type Check = (value: unknown) => string | null;

/** Where a session is kept. Appends never throw: a failure is told once through `onFailure`. */
export interface Journal {
  /** Resolves when it may be written; rejects when another process writes it. */
  ready(): Promise<void>;
  append(entry: JournalEntry): void;
  /** Resolves when everything appended is on disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** A sub-agent, as its transcript names it. */
export interface AgentFacts {
  /** The call that started it. */
  agentId: string;
  name: string;
  description: string;
  /** How many agents stand above it. */
  depth: number;
  model: string;
  isBackground: boolean;
}

/** Where the conversation of a sub-agent is kept. */
export interface AgentTranscript {
  readonly path: string;
  readonly journal: Journal;
  /** Writes down how it ended, and closes the file. Never throws. */
  end(status: "completed" | "failed" | "cancelled"): Promise<void>;
}

/** What is kept of a session. */
export type JournalEntry =
  | { type: "message"; message: Message; at: number; model?: string; usage?: Usage }
  | { type: "compaction"; history: Message[]; at: number; tokensBefore?: number; tokensAfter?: number }
  | { type: "usage"; model: string; usage: Usage; durationMs: number; at: number }
  | ({ type: "call"; tool: string; at: number } & CallFigures)
  | { type: "note"; subtype: string; payload: JsonObject; at: number };

/** Slash commands, completion hints and `@` references behind one door. One instance serves all sessions of a folder. */
export interface Commands {
  /** All commands in alphabetical order; `headless` leaves out those that need a user interface. */
  list(scope?: "all" | "headless"): CommandInfo[];
  /** Loads what reads and runs commands: most sessions are never sent one. The same for all who ask. */
  load(): Promise<LoadedCommands>;
  /** Paths of files and folders that may be meant, best first; folders end with a slash. Throws a plain error. */
  suggestFiles(text: string, signal: AbortSignal): Promise<string[]>;
  /** Brings the files that a prompt refers to into it. Throws only `signal.reason`. */
  expand(request: ExpandRequest, signal: AbortSignal): Promise<Expanded>;
  /** Reads the custom commands again. */
  refresh(): Promise<void>;
  /** Project files that were not honoured, and why. */
  readonly ignored: readonly { path: string; reason: string }[];
  /** Stops what runs in the background, such as the walk for the file index. */
  close(): Promise<void>;
}

/** Slash commands and hints, ready to be answered. */
export interface LoadedCommands {
  /** A text read as a command, or null when it is for the model: `//`, `/*` and a path such as `/etc/hosts` are text. */
  parse(text: string): ParsedCommand | null;
  /** Never throws but for `desk.signal.reason`: a failed command is a message of level error. */
  run(request: CommandRequest, desk: SessionDesk): Promise<CommandResult>;
  /**
   * Replies in order: perhaps `loading`, then one `ok` or `error`. Ends without a further reply when a newer request
   * of the same session and prompt replaces it, when it is cancelled, or when the desk's signal is aborted.
   */
  hint(request: HintRequest, desk: SessionDesk): AsyncIterable<HintReply>;
  /** Ends the running hint of a session and prompt; null is all of the session. Whether there was one. */
  cancelHint(sessionId: string, promptId: string | null): boolean;
}

/** A prompt template of an MCP server, which can be called as a command. */
export interface OfferedPrompt {
  /** As it is typed after the slash. */
  name: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  /** What the server makes of the arguments. Throws QwenError, or `signal.reason`. */
  fill(input: Record<string, string>, signal: AbortSignal): Promise<Part[]>;
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

/** A completion wanted. */
export type HintRequest = Omit<Extract<CommandBody, { type: "hint" }>, "type">;

/** A completion list, or word that it is on its way. */
export type HintReply = Extract<Reply, { kind: "hint" }>;

/** A prompt whose references are to be read. */
export interface ExpandRequest {
  parts: readonly Part[];
  /** References that the host resolved itself; they come first. */
  references: readonly { original: string; resolved: string }[];
  cwd: string;
  files: Files;
}

/** A prompt with the content of its references, and what was left out of it. */
export interface Expanded {
  parts: Part[];
  notes: string[];
}

/** What a command may see and do of its session. All of it belongs to the session that the command was sent to. */
export interface SessionDesk {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly files: Files;
  readonly shell: Shell;
  info(): SessionInfo;
  history(): readonly Message[];
  /** Takes another conversation in place of the present one. */
  replaceHistory(history: Message[]): Promise<void>;
  /** Forgets the conversation. The engine decides whether the session id changes. */
  clear(): Promise<void>;
  /** Summarises the conversation; null is the default instruction. */
  compact(instructions: string | null): Promise<{ tokensBefore: number; tokensAfter: number }>;
  /** What the model says about the conversation, which stays as it is. */
  ask(instruction: string): Promise<string>;
  usage(): { total: Usage; stats: Stats; startedAt: number; prompts: number; contextTokens: number };
  models(): Promise<ModelInfo[]>;
  tools(): readonly { name: string; description: string; server?: string }[];
  agents(): readonly { name: string; description: string }[];
  hooks(): readonly { event: string; matcher: string | null; name: string; fired?: number }[];
  jobs(): readonly Pick<Job, "id" | "command" | "isRunning">[];
  settings(): JsonObject;
  rules(): { allow: readonly string[]; ask: readonly string[]; deny: readonly string[] };
  /** Changes the session as a host could; throws QwenError when it may not be. */
  configure(change: Change): Promise<void>;
  permit(update: PermissionUpdate): void;
  /** The policy's word on a shell command that a custom command wants to run. */
  judgeShell(command: string): Promise<Verdict>;
  /** Absolute workspace roots, the first one is the working folder. */
  directories(): readonly string[];
  readonly checkpoints: Checkpoints;
  readonly restores: RestorePoints;
  readonly memory: MemoryFiles;
}

/** Who has set something: the operator of the machine, the user, the project or whoever started the program. */
export type SettingOrigin = "system" | "user" | "project" | "flag";

/** Conversations saved under a name. */
export interface Checkpoints {
  list(): Promise<{ tag: string; at: number }[]>;
  /** Replaces one of the same name. */
  save(tag: string, history: readonly Message[]): Promise<void>;
  /** Null when there is none of that name. */
  load(tag: string): Promise<Message[] | null>;
  /** Whether there was one. */
  delete(tag: string): Promise<boolean>;
}

/** States of the workspace that were kept before tools changed it. */
export interface RestorePoints {
  list(): Promise<RestorePoint[]>;
  /** Puts the files back; the conversation goes back as well when `history` is set. */
  restore(id: string): Promise<{ files: string[]; history: Message[] | null }>;
}

/** One state of the workspace that can be had back. */
export interface RestorePoint {
  id: string;
  at: number;
  label: string;
  /** The call before which it was kept; it can be proposed again. */
  call?: { tool: string; input: Json };
}

/** Standing instructions in files such as QWEN.md. */
export interface MemoryFiles {
  /** Those that are in force, in the order in which the model sees them. */
  show(): Promise<{ path: string; content: string }[]>;
  /** Adds a fact and returns the file it went to. */
  add(fact: string, scope: "project" | "user"): Promise<string>;
  /** Reads them again and returns those now in force. */
  refresh(): Promise<{ path: string; content: string }[]>;
}
