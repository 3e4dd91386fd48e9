import type { AgentSpec, JsonSchema, Mode } from "../../model/mod.ts";
import type { SessionParts } from "./session_parts.ts";

/** The settings of a session that can change while it lives. */
export class SessionState {
  /** Changes when the conversation starts anew under another id. */
  sessionId: string;
  readonly defaultModel: string;
  readonly startedAt: number;
  model: string;
  mode: Mode;
  effort: string | null;
  thinkingTokens: number | null;
  /** Replaces the system prompt that the session was made with. */
  systemPrompt: string | null = null;
  appendSystemPrompt: string | null = null;
  /** The language of answers. */
  language: string | null = null;
  /** The shape of every answer; replaces the contract of the run. */
  schema: JsonSchema | null = null;
  /** Whether the host answers questions. */
  answers: boolean;
  askTimeoutMs: number | null;
  agents: AgentSpec[];
  roots: string[];
  /** Why the conversation starts; null once hooks were notified. */
  starting: "startup" | "resume" | "fork" | "clear" | null;
  /** Number of prompts that were started. */
  prompts = 0;
  /** The messages of the prompts of this session, by the ids of the prompts. */
  readonly promptMessages: Map<string, string> = new Map();

  constructor({ identity, model, tools, host, world }: SessionParts) {
    this.sessionId = identity.sessionId;
    this.model = model.name;
    this.defaultModel = model.name;
    this.startedAt = world.clock.now();
    this.mode = tools.mode;
    this.answers = host.answers;
    this.askTimeoutMs = host.askTimeoutMs;
    this.effort = model.effort;
    this.thinkingTokens = model.thinkingTokens;
    this.agents = [...tools.agents];
    this.roots = [...identity.roots];
    this.starting = identity.startedBy ?? "startup";
  }

  /** Adds folders to the workspace, or removes them. */
  changeRoots(update: { change: "add" | "remove"; directories: readonly string[] }): void {
    const named = new Set(update.directories);
    if (update.change === "add") this.roots = [...new Set([...this.roots, ...named])];
    // The working folder itself stays.
    else this.roots = this.roots.filter((root, index) => index === 0 || !named.has(root));
  }
}
