import type {
  AgentFacts,
  AgentSpec,
  AgentTranscript,
  Ask,
  Check,
  ClientCall,
  Clock,
  CommandContext,
  Commands,
  Files,
  HostFamily,
  HostServer,
  Ids,
  Journal,
  Json,
  JsonObject,
  JsonSchema,
  Message,
  Mode,
  ModelInfo,
  ParkedCall,
  Policy,
  Prices,
  Problem,
  ProjectFile,
  Provider,
  Query,
  SandboxInfo,
  SavedAgent,
  ServerInfo,
  SettingOrigin,
  Shell,
  Stats,
  Ticket,
  Tool,
  Tracer,
  Usage,
  WorkTracker,
} from "../../model/mod.ts";
import type { ConfiguredHook } from "../hooks/hooks.ts";
import type { Limits } from "../turn/budget.ts";
import type { Contract } from "../turn/result/contract.ts";
import type { RetryRules } from "../turn/retry.ts";
import type { VerifyRules } from "../turn/result/verification.ts";

/** The ports of a session: everything outside the engine that it works with. */
export interface SessionParts {
  identity: SessionIdentity;
  model: ModelPort;
  tools: ToolPort;
  store: StorePort;
  host: HostPort;
  world: World;
}

/** Who and where the session is. Nothing of it changes while the session lives. */
export interface SessionIdentity {
  sessionId: string;
  version: string;
  /** The absolute working folder. */
  cwd: string;
  /** Absolute workspace roots at the start; the first one is `cwd`. */
  roots: readonly string[];
  /** How the conversation began; `startup` when absent. */
  startedBy?: "startup" | "resume" | "fork";
  /** The agent as which the session itself runs. */
  agentName?: string;
  /** The name of the output style that was chosen. */
  outputStyle?: string;
  sandbox: SandboxInfo;
  /** Project files that were ignored, and why. */
  ignored: readonly { path: string; reason: string }[];
  /** Files of the project and of the home folder, whether they are used or not. */
  projectFiles?: readonly ProjectFile[];
}

/** The model: who answers, with which instructions and within which limits. */
export interface ModelPort {
  provider: Provider;
  /** The model that the session starts with. */
  name: string;
  /** Models that are asked, in order, when the first one has no capacity. */
  fallbacks: readonly string[];
  /** Models that the session may be switched to. */
  choices: readonly ModelInfo[];
  /** The context window of a model that is not among `choices`, in tokens. */
  contextWindow: number;
  /** The share of the context window at which the conversation is compacted; the engine has a default. */
  compactAt?: number;
  /** Prices of models; without them no cost is known. */
  prices?: Prices;
  retry: RetryRules;
  limits: Limits;
  effort: string | null;
  thinkingTokens: number | null;
  /** The system prompt; it may change with memory files. */
  system(): Promise<string>;
  /** The system prompt of an agent: its own text with the facts and context files of this run. */
  agentSystem(prompt: string): Promise<string>;
  /** The structured-output contract of every prompt of the run. */
  contract: Contract | null;
  /** Makes the contract of one structured-output prompt; throws QwenError for an unusable schema. */
  makeContract(schema: JsonSchema): Promise<Contract>;
}

/** Tools: what the model may call, what decides on calls and what calls may touch. */
export interface ToolPort {
  /** The built-in tools. Those of MCP servers come from the host port. */
  list: readonly Tool[];
  /** The approval mode at the start. */
  mode: Mode;
  policy: Policy;
  files: Files;
  /** The files with single paths outside the workspace, which the answer to a question has opened for one call. */
  open?(paths: readonly string[]): Files;
  shell: SessionShell;
  /** Compiles the schema of a tool's input. */
  compileCheck(schema: JsonSchema): Promise<Check>;
  /** Removes from a call's input what must not be written down. */
  redact(tool: string, input: Json): Json;
  /** The sub-agents that can be called. */
  agents: readonly AgentSpec[];
  /** How deep sub-agents may start sub-agents; 0 is not at all. The engine has a default. */
  maxAgentDepth?: number;
  /** The command that decides whether the work on a prompt is done. */
  verify?: VerifyRules;
  /** Whether a turn fails when a call was denied and not made up for. */
  failsOnDenied?: boolean;
  /** Whether every command is refused, because a sandbox is required and unavailable. */
  refusesCommands?: boolean;
  /** The hosts that commands reach; absent when it is not known. */
  hosts?: "all" | readonly string[];
  /** Keeps an output for the session in a file that tools and commands can open; returns its path. */
  keepOutput?(name: string, content: Uint8Array): Promise<string>;
  /** Tracks the changes of each prompt; absent where nobody asks for them. */
  work?: WorkTracker;
  /** Instructions of sub-folders; absent where none are read. */
  nestedContext?: NestedContext;
}

/**
 * The instructions for the folders of a file that the conversation has not had yet; `known` are those that it had, and
 * is added to.
 */
export type NestedContext = (path: string, known: Set<string>) => Promise<string[]>;

/** The shell of a session, which ends with it. */
export interface SessionShell extends Shell {
  /** Resolves when everything that was started has ended. */
  close(): Promise<void>;
  /** Kills everything that was started, without waiting. */
  kill(): void;
}

/** What is kept of the session, and what was kept of it before. */
export interface StorePort {
  /** Null where the session is not recorded. */
  journal: Journal | null;
  /** The file of the journal. */
  transcriptPath?(): string;
  /** Goes on in a new journal under another id; absent where a conversation that starts anew keeps its id. */
  startAnew?(sessionId: string): Promise<void>;
  /** The conversation so far. */
  history: readonly Message[];
  /** Number of prompt ids that the conversation has used before; none when absent. */
  promptsBefore?: number;
  /** The question with which the conversation stopped; its calls have no results yet. */
  parked?: ParkedCall;
  /** Tokens used before. */
  usage: Readonly<Usage>;
  /** Work done before; none when absent. */
  stats?: Stats;
  /** Opens the transcript of a sub-agent; absent where nothing is recorded. */
  openTranscript?(agent: AgentFacts): Promise<AgentTranscript>;
  /** Reads the transcript of a sub-agent; null where there is none of this id. */
  readTranscript?(agentId: string): Promise<SavedAgent | null>;
  /** Failures to record since the last call. */
  faults?(): Problem[];
  /** Called before a prompt is worked on: file changes from here on belong to it. */
  onPrompt(messageId: string): void;
  /** Called at the end with the figures of the whole session. */
  onEnd(summary: { startedAt: number; endedAt: number; stats: Stats }): Promise<void>;
  /** Answers queries about stored data, such as usage over days; undefined for any other query. */
  query(query: Query): Promise<Json | undefined>;
}

/** The host: who answers questions, and what it adds to the session. */
export interface HostPort {
  /** Whose protocol the client speaks; no client when absent. */
  family?: HostFamily;
  /** Whether the client answers questions from the start. */
  answers: boolean;
  /** Whether the client can be asked more than yes or no; it can when absent. */
  showsForms?: boolean;
  /** Work that is left to the client; absent where it does none. */
  clientWork?: ClientWork;
  /** How long a question may stay open; null is no limit. */
  askTimeoutMs: number | null;
  /** The interval of unrequested heartbeats; null is never. */
  heartbeatMs: number | null;
  /** Writes a question that nobody answers to a file and returns its path; absent where it is denied. */
  park?: (ticket: Ticket) => Promise<string>;
  /** Slash commands; null where there are none. */
  commands: Commands | null;
  /** What slash commands may do beyond the session itself. */
  commandContext: CommandContextParts | null;
  /** MCP servers; null where there are none. */
  servers: Servers | null;
  /** Hooks of the settings; a host may register more. */
  hooks: readonly ConfiguredHook[];
}

/** Time, ids and randomness, injected so that tests are deterministic. */
export interface World {
  clock: Clock;
  ids: Ids;
  /** Returns a number in [0, 1). */
  random(): number;
  /** Follows the work on prompts; absent where nobody watches. */
  tracer?: Tracer;
}

/** The part of a command context that comes from outside the engine. */
export interface CommandContextParts
  extends Pick<CommandContext, "checkpoints" | "restores" | "memory" | "settings" | "rules"> {
  /** The settings by origin; later ones win. */
  settingSources(): { origin: SettingOrigin; settings: JsonObject }[];
  /** The origin of a rule in force. */
  ruleOrigin(behavior: "allow" | "ask" | "deny", rule: string): SettingOrigin | "session";
}

/** How an MCP server reaches the host and its user. */
export interface HostLink {
  /** Carries a JSON-RPC message to a server inside the host; rejects when the host fails or is gone. */
  askHost(question: { server: string; message: Json }, signal: AbortSignal): Promise<Json>;
  /** Asks the user. */
  elicit(question: Omit<Extract<Ask, { kind: "elicitation" }>, "kind">, signal: AbortSignal): Promise<Json>;
}

/** Files and commands that the client of a session takes care of. */
export interface ClientWork {
  /** Called once, by the session that they belong to. */
  bind(ask: AskClient): void;
}

/**
 * Leaves work to the client and returns its answer. Throws QwenError when it fails, or the reason of a cancelled turn,
 * unless the work outlives the turn.
 */
export type AskClient = (call: ClientCall, options?: { outlivesTurn?: boolean }) => Promise<Json>;

/** The MCP servers of a session. */
export interface Servers {
  /** Called once, by the session they belong to. */
  bind(link: HostLink): void;
  /** Resolves when every server is connected, failed or timed out. */
  ready(): Promise<void>;
  list(): ServerInfo[];
  tools(): Tool[];
  /** The instructions of connected servers for the model. */
  instructions(): string[];
  /** Sets the function that is called when the tools have changed. */
  onChange(listener: () => void): void;
  /** Sets the servers that live inside the host. */
  setHostServers(servers: readonly HostServer[]): Promise<void>;
  /** Replaces the servers that were set before; those of the host's handshake as well, unless they are kept. */
  setServers(
    servers: Readonly<Record<string, JsonObject>>,
    options: { introduced: "keep" | "replace" },
  ): Promise<{ added: string[]; removed: string[]; errors: Record<string, string> }>;
  act(name: string, action: "reconnect" | "enable" | "disable"): Promise<void>;
  /** Takes a message of the host, from a server in it or for another server; returns the answer of such a server. */
  deliver(server: string, message: Json): Promise<JsonObject | null>;
  readResource(server: string, uri: string): Promise<Json>;
  /** Calls a tool by the name that models use and returns the server's result. Throws QwenError on failure. */
  call(tool: string, call: { input: JsonObject; signal: AbortSignal }): Promise<JsonObject>;
  close(): Promise<void>;
}
