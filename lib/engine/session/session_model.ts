import { type AgentSpec, fail } from "../../model/mod.ts";
import type { ModelCallParts } from "../turn/model_call.ts";
import type { TurnModel } from "../turn/turn.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionState } from "./session_state.ts";

/** Model classes of one vendor; elsewhere they mean the model of the session. */
const MODEL_CLASSES: ReadonlySet<string> = new Set(["inherit", "default", "sonnet", "opus", "haiku"]);
// Compaction starts while there is still room for an answer and a summary.
const COMPACT_AT = 0.7;

/** The model of a session as its turns ask it: name, system prompt, effort and context window. */
export class SessionModel implements TurnModel {
  readonly call: ModelCallParts;
  readonly #parts: SessionParts;
  readonly #state: SessionState;

  constructor(parts: SessionParts, { state, call }: { state: SessionState; call: ModelCallParts }) {
    this.call = call;
    this.#parts = parts;
    this.#state = state;
  }

  /** The context window of the present model, in tokens. */
  get contextWindow(): number {
    const { choices, contextWindow } = this.#parts.model;
    return choices.find(({ id }) => id === this.#state.model)?.contextWindow ?? contextWindow;
  }

  /** The number of tokens from which on the conversation is compacted. */
  get compactionLimit(): number {
    return this.contextWindow * (this.#parts.model.compactAt ?? COMPACT_AT);
  }

  /** The agent as which the session itself runs; null where it runs as none. */
  get lead(): AgentSpec | null {
    const { agentName } = this.#parts.identity;
    return agentName === undefined ? null : this.#state.agents.find((agent) => agent.name === agentName) ?? null;
  }

  /** Throws QwenError when the session is to run as an agent that does not exist. */
  requireLead(): void {
    const { agentName } = this.#parts.identity;
    if (agentName === undefined || this.lead) return;
    const known = this.#state.agents.map((agent) => agent.name).join(", ");
    throw fail("config_invalid", `There is no agent "${agentName}"`, { hint: `Known: ${known}.` });
  }

  /** The model of the main agent. One that was chosen while the session ran wins over the agent's own. */
  name(): string {
    const { model, defaultModel } = this.#state;
    const wanted = this.lead?.model;
    return wanted === undefined || model !== defaultModel ? model : this.nameFor(wanted);
  }

  /** The model of an agent that names this one, a class of models or none. */
  nameFor(wanted: string | undefined): string {
    const { choices } = this.#parts.model;
    const isClass = wanted !== undefined && MODEL_CLASSES.has(wanted) && !choices.some(({ id }) => id === wanted);
    return wanted === undefined || isClass ? this.#state.model : wanted;
  }

  async system(): Promise<string> {
    const { systemPrompt, appendSystemPrompt, language } = this.#state;
    const { model, host } = this.#parts;
    const { lead } = this;
    return [
      systemPrompt ?? await (lead ? model.agentSystem(lead.prompt) : model.system()),
      ...(host.servers?.instructions() ?? []),
      ...(appendSystemPrompt ? [appendSystemPrompt] : []),
      ...(language === null ? [] : [`Write your answers in this language: ${language}.`]),
    ].join("\n\n");
  }

  effort(): { effort?: string; thinkingTokens?: number } {
    const { effort, thinkingTokens } = this.#state;
    return {
      ...(effort === null ? {} : { effort }),
      ...(thinkingTokens === null ? {} : { thinkingTokens }),
    };
  }
}
