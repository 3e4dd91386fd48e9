import type { Access, Mode, ToolKind } from "./access.ts";
import type { Clock, Ids } from "../clock.ts";
import type { Display, Part, Todo } from "../content.ts";
import type { Confirmation, ToolProgress } from "../event.ts";
import type { Json, JsonObject } from "../json.ts";
import type { ToolSpec } from "./provider.ts";
import type { ToolNaming } from "./tool_naming.ts";
import type { Files, Shell, ShellProfile } from "./workspace.ts";

/** The part of a tool that permission decisions depend on. */
export interface ToolDeclaration extends ToolNaming {
  readonly kind: ToolKind;
  /** Set for tools that sub-agents do not get: a sub-agent talks to nobody but the agent that called it. */
  readonly isForMainAgent?: true;
  /** The access that this call needs. Pure: same input, same answer. */
  needs(input: JsonObject, context: Pick<ToolContext, "cwd" | "shellCwd" | "roots" | "mode">): Access[];
}

/** A tool that the session can run. */
export interface Tool extends ToolSpec, ToolDeclaration {
  /** Whether calls may run in parallel: true only for tools that change nothing. */
  readonly parallel: boolean;
  /** Other names that models use for a field, with the field's own name. */
  readonly fieldAliases?: Readonly<Record<string, string>>;
  /** Names by which models that know another harness call this tool. Permission rules do not know them. */
  readonly callNames?: readonly string[];
  /** Tools of other harnesses with other arguments, whose calls are answered with the name and fields of this tool. */
  readonly insteadOf?: readonly string[];
  /** Whether the tool can do anything in this run; it can when absent. One that cannot is not offered to the model. */
  worksIn?(run: RunSituation): boolean;
  /** Whether sessions of this host have the tool at all; all have it when absent. */
  servesHost?(host: HostFamily): boolean;
  /** A few words for a person: `Read src/main.ts`. Never throws. */
  title(input: JsonObject): string;
  /** The preview that a person sees before deciding. Reads, never writes. */
  confirm?(input: JsonObject, context: ToolContext): Promise<Confirmation>;
  /**
   * Yields progress, returns what the model will see. Throws QwenError for a failure the model should read,
   * `signal.reason` when aborted; anything else thrown is reported as an internal fault of the tool.
   */
  run(input: JsonObject, context: ToolContext): AsyncGenerator<ToolProgress, ToolOutcome>;
}

/** Whose protocol the host speaks; null for a run without a host. */
export type HostFamily = "claude" | "other" | null;

/** What decides whether a tool can work. */
export interface RunSituation {
  mode: Mode;
  host: HostFamily;
  /** Whether somebody answers questions. */
  answers: boolean;
  /** Whether that somebody can be asked more than yes or no. */
  showsForms: boolean;
  /** Whether every command is refused, because a sandbox is required and unavailable. */
  refusesCommands?: boolean;
}

/** The result of a tool call. */
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

/** The surroundings of a tool call. */
export interface ToolContext {
  readonly callId: string;
  readonly sessionId: string;
  readonly cwd: string;
  /** Where commands start, if it is not `cwd`. */
  readonly shellCwd?: string;
  /** The hosts that commands reach; absent when it is not known. */
  readonly hosts?: "all" | readonly string[];
  /** Absolute roots of the workspace; the first one is `cwd`. */
  readonly roots: readonly string[];
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly files: Files;
  readonly shell: Shell;
  /** State that tools keep from call to call within one session. */
  readonly memory: ToolMemory;
  readonly mode: Mode;
  /** The host's answer to a question that belongs to this call, such as the answers to `ask_user_question`. */
  readonly answer: Json | null;
  /** How a command of this call is confined. */
  readonly profile: ShellProfile;
  /** Keeps an output for the session in a file that tools and commands can open; returns its path. */
  keepOutput?(name: string, content: Uint8Array): Promise<string>;
  /** Allows calls for the rest of the session, by rules such as `Bash(git *)`; absent where nothing may be allowed. */
  permit?(rules: readonly string[]): void;
  /** Changes the approval mode, as `exit_plan_mode` does once it is approved. */
  setMode(mode: Mode): void;
}

/** State that tools share during a session. */
export interface ToolMemory {
  /** Files as tools last read or wrote them, by real path. */
  readonly seen: Map<string, SeenFile>;
  todos: Todo[];
  /** Folders whose instructions the conversation has. */
  contexts?: Set<string>;
  /** Background shell jobs by id. */
  readonly jobs: Map<string, Job>;
  /** The outputs that were kept in files. */
  kept?: { files: number; bytes: number };
  /** The folder that the last command changed to; absent while it is the session's. */
  shellCwd?: string;
}

/** A file as a tool last saw it. It is unchanged while time and size are the same. */
export interface SeenFile {
  mtimeMs: number;
  size: number;
  /** Whether the model has seen all of it; absent is not. */
  whole?: boolean;
  /** The lines of the last read, so that repeating it can answer "unchanged". */
  range?: string;
  /** Number of lines, counted from the first, that the model has seen without a gap. */
  readTo?: number;
}

/** A shell command that runs in the background. */
export interface Job {
  readonly id: string;
  readonly command: string;
  readonly pid: number;
  readonly isRunning: boolean;
  /** How long it has been running, in milliseconds. */
  readonly elapsedMs?: number;
  /** The call that started it. */
  readonly callId?: string;
  /** Output so far, bounded. */
  output(): string;
  /** The output since the last call of this method. */
  news?(): string;
  /** Resolves when the job has ended. */
  readonly ended?: Promise<void>;
  /** How the job ended, such as `exit code 1`; null while it runs. */
  readonly exit?: string | null;
  /** How the job ended, as a sentence; only once, so that the model is told once. Null while it runs, and later. */
  takeEnd?(): string | null;
  /** Ends the whole process group. Resolves when it is gone. */
  stop(): Promise<void>;
}

/** A compiled schema: returns null for a valid value, otherwise what is wrong with it. */
export type Check = (value: unknown) => string | null;
