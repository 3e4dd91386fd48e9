import type { AgentSpec, JsonSchema, Mode } from "../model/mod.ts";
import type { SessionParts } from "./session_parts.ts";

/** What of a session can change while it lives. */
export class SessionState {
  sessionId: string;
  model: string;
  mode: Mode;
  effort: string | null;
  thinkingTokens: number | null;
  /** In place of the system prompt that the session was made with. */
  systemPrompt: string | null = null;
  appendSystemPrompt: string | null = null;
  /** What answers are written in. */
  language: string | null = null;
  /** Shape of every answer, in place of the run's own contract. */
  schema: JsonSchema | null = null;
  /** Whether somebody answers questions. */
  answers: boolean;
  askTimeoutMs: number | null;
  agents: AgentSpec[];
  roots: string[];
  /** Why the conversation starts, until hooks were told. */
  starting: "startup" | "resume" | "fork" | "clear" | null;
  readonly defaultModel: string;
  /** When it began, for what it has taken so far. */
  readonly startedAt: number;

  constructor(parts: SessionParts) {
    this.sessionId = parts.sessionId;
    this.model = parts.model;
    this.defaultModel = parts.model;
    this.startedAt = parts.clock.now();
    this.mode = parts.mode;
    this.answers = parts.answers;
    this.askTimeoutMs = parts.askTimeoutMs;
    this.effort = parts.effort;
    this.thinkingTokens = parts.thinkingTokens;
    this.agents = [...parts.agents];
    this.roots = [...parts.roots];
    this.starting = parts.startedBy ?? "startup";
  }

  /** Takes folders into the workspace, or out of it again. */
  changeRoots(update: { change: "add" | "remove"; directories: readonly string[] }): void {
    const named = new Set(update.directories);
    if (update.change === "add") this.roots = [...new Set([...this.roots, ...named])];
    // The working folder itself stays.
    else this.roots = this.roots.filter((root, index) => index === 0 || !named.has(root));
  }
}
