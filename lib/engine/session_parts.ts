import type {
  AgentFacts,
  AgentSpec,
  AgentTranscript,
  Ask,
  Check,
  Clock,
  Commands,
  Files,
  HostServer,
  Ids,
  Journal,
  Json,
  JsonObject,
  JsonSchema,
  Message,
  Mode,
  ModelInfo,
  Policy,
  Problem,
  Provider,
  Query,
  SandboxInfo,
  ServerInfo,
  SessionDesk,
  SettingOrigin,
  Shell,
  Stats,
  Tool,
  Usage,
} from "../model/mod.ts";
import type { Limits } from "./budget.ts";
import type { Contract } from "./contract.ts";
import type { ArmedHook } from "./hooks.ts";
import type { RetryRules } from "./retry.ts";

/** Everything foreign that a session works with, handed in when it is made. */
export interface SessionParts {
  sessionId: string;
  cwd: string;
  roots: readonly string[];
  version: string;
  clock: Clock;
  ids: Ids;
  random: () => number;
  provider: Provider;
  model: string;
  fallbackModels: readonly string[];
  models: readonly ModelInfo[];
  contextWindow: number;
  /** The share of it at which a conversation is shortened, where that is not the usual one. */
  compactAt?: number;
  /** The system prompt; may change with memory files. */
  system: () => string;
  tools: readonly Tool[];
  policy: Policy;
  compileCheck: (schema: JsonSchema) => Promise<Check>;
  /** Makes the contract of a structured-output prompt; throws QwenError for a schema that cannot be kept. */
  makeContract: (schema: JsonSchema) => Promise<Contract>;
  /** The contract of every prompt of the run. */
  contract: Contract | null;
  /** What may be written down of a call's input. */
  redact: (tool: string, input: Json) => Json;
  files: Files;
  /** `close` waits for the end of everything that was started, `kill` does not. */
  shell: Shell & { close(): Promise<void>; kill(): void };
  mode: Mode;
  limits: Limits;
  retry: RetryRules;
  sandbox: SandboxInfo;
  ignored: readonly { path: string; reason: string }[];
  agents: readonly AgentSpec[];
  /** The agent as which the session itself runs. */
  agentName?: string;
  /** How deep sub-agents may start sub-agents. */
  maxAgentDepth?: number;
  /** The system prompt of an agent: its own text with the facts and context files of this run. */
  systemFor?: (prompt: string) => string;
  /** Whether the client answers questions from the start. */
  answers: boolean;
  askTimeoutMs: number | null;
  effort: string | null;
  thinkingTokens: number | null;
  journal: Journal | null;
  history: readonly Message[];
  /** How many prompt ids the conversation has used before; none unless said. */
  promptsBefore?: number;
  usage: Readonly<Usage>;
  /** What the session has done before; nothing unless said. */
  stats?: Stats;
  commands: Commands | null;
  /** Hooks that are armed from the start; a host may arm more. */
  hooks: readonly ArmedHook[];
  /** How the conversation came to be; a new one unless said. */
  startedBy?: "startup" | "resume" | "fork";
  /** The file in which the conversation is kept. */
  transcriptPath?: string;
  /** Opens a file for what a sub-agent says; absent where nothing is kept. */
  openTranscript?: (agent: AgentFacts) => Promise<AgentTranscript>;
  /** What could not be kept since it was last asked; absent where nothing is kept. */
  faults?: () => Problem[];
  servers: Servers | null;
  /** What commands may do beyond the session itself. */
  desk: DeskParts | null;
  /** How often a sign of life is given unasked; null is never. */
  heartbeatMs: number | null;
  /** Told at the end, with what the whole session has done. */
  onEnd: (summary: { startedAt: number; endedAt: number; stats: Stats }) => Promise<void>;
  /** Told before a prompt is worked on: what is changed from here on belongs to it. */
  onPrompt: (messageId: string) => void;
  /** Answers questions that the engine cannot, such as usage over days; undefined when it is not its to answer. */
  query: (query: Query) => Promise<Json | undefined>;
}

/** The parts of a desk that come from outside the engine. */
export interface DeskParts extends Pick<SessionDesk, "checkpoints" | "restores" | "memory" | "settings" | "rules"> {
  /** The settings by where they come from, the later ones win. */
  settingSources(): { origin: SettingOrigin; settings: JsonObject }[];
  /** Where a rule in force comes from. */
  ruleOrigin(behavior: "allow" | "ask" | "deny", rule: string): SettingOrigin | "session";
}

/** What a server that lives in the host, or asks a person, needs of the session. */
export interface HostLink {
  /** Carries a JSON-RPC message to the host; rejects when the host fails or is gone. */
  askHost(question: { server: string; message: Json }, signal: AbortSignal): Promise<Json>;
  elicit(question: Omit<Extract<Ask, { kind: "elicitation" }>, "kind">, signal: AbortSignal): Promise<Json>;
}

/** MCP servers of a session. */
export interface Servers {
  /** Told once, by the session they belong to. */
  bind(link: HostLink): void;
  /** Resolves when every server is connected, failed or out of time. */
  ready(): Promise<void>;
  list(): ServerInfo[];
  tools(): Tool[];
  /** What connected servers want the model to know about them. */
  instructions(): string[];
  /** Called when the tools have changed. */
  onChange(listener: () => void): void;
  /** Servers that live in the host. */
  setHostServers(servers: readonly HostServer[]): Promise<void>;
  /** Replaces the servers that were set before; those of the host's introduction as well, unless they are kept. */
  setServers(
    servers: Readonly<Record<string, JsonObject>>,
    options: { introduced: "keep" | "replace" },
  ): Promise<{ added: string[]; removed: string[]; errors: Record<string, string> }>;
  act(name: string, action: "reconnect" | "enable" | "disable"): Promise<void>;
  /** A message from a server that lives in the host. */
  deliver(server: string, message: Json): void;
  readResource(server: string, uri: string): Promise<Json>;
  /** Calls a tool by the name that models know, and returns what its server said. Throws QwenError where it cannot. */
  call(tool: string, call: { input: JsonObject; signal: AbortSignal }): Promise<JsonObject>;
  close(): Promise<void>;
}
