import {
  type AgentSpec,
  type ClientToolResult,
  fail,
  type Message,
  type Mode,
  type PromptOptions,
  QwenError,
  type SessionInfo,
  textOf,
  type Tool,
  type ToolCall,
  type ToolMemory,
} from "../model/mod.ts";
import type { Asks } from "./asks.ts";
import { Budget } from "./budget.ts";
import { agentAdmits } from "./built_in_agents.ts";
import { CallGate } from "./call_gate.ts";
import { askAside, askModel, compact, type Compacted, estimateTokens } from "./compaction.ts";
import type { Contract } from "./contract.ts";
import { Crew } from "./crew.ts";
import { History } from "./history.ts";
import { HookDesk } from "./hook_desk.ts";
import type { Hooks } from "./hooks.ts";
import { listAgentsTool } from "./list_agents_tool.ts";
import type { ModelCallParts } from "./model_call.ts";
import type { Outbox, Voice } from "./outbox.ts";
import { Recorder } from "./recorder.ts";
import { CallIds } from "./reply_fold.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionState } from "./session_state.ts";
import { Tally } from "./tally.ts";
import { Toolbox } from "./toolbox.ts";
import { type RunnerParts, ToolRunner } from "./tool_runner.ts";
import { Turn, type TurnEnd } from "./turn.ts";

/** One prompt's work. */
export interface Job {
  voice: Voice;
  options: PromptOptions;
  contract: Contract | null;
  clientResults: (calls: ToolCall[], signal: AbortSignal) => Promise<ClientToolResult[]>;
  news: () => Message[];
}

interface CompactOptions {
  voice: Voice;
  trigger: "manual" | "auto";
  instructions: string | null;
  signal: AbortSignal;
  /** The provider has found the conversation too long. */
  isOverfull?: boolean;
}

const DEFAULT_AGENT_DEPTH = 5;
const MODEL_CLASSES: ReadonlySet<string> = new Set(["inherit", "default", "sonnet", "opus", "haiku"]);
// Compaction starts while there is still room to answer and to be summarised.
const COMPACT_AT = 0.7;

/** The equipment of one session: history, tools, budgets and tallies, and the turns that use them. */
export class Workshop {
  readonly history: History;
  readonly recorder: Recorder;
  readonly toolbox: Toolbox;
  readonly runner: ToolRunner;
  readonly budget: Budget;
  readonly tally: Tally;
  readonly hooks: Hooks;
  readonly crew: Crew;
  readonly memory: ToolMemory = { seen: new Map(), todos: [], jobs: new Map() };
  readonly #parts: SessionParts;
  readonly #state: SessionState;
  readonly #call: ModelCallParts;
  #serverTools: string[] = [];

  constructor(parts: SessionParts, around: { state: SessionState; outbox: Outbox; asks: Asks }) {
    const { state, outbox, asks } = around;
    const { clock, ids, policy, provider, random, retry, fallbackModels, files, shell, cwd } = parts;
    this.#parts = parts;
    this.#state = state;
    this.history = new History(parts.history);
    this.recorder = new Recorder({ history: this.history, journal: parts.journal, clock, ids, redact: parts.redact });
    this.toolbox = new Toolbox({
      tools: parts.tools,
      policy,
      compile: parts.compileCheck,
      admits: (tool) => {
        const lead = this.#lead();
        return lead === null || agentAdmits(lead, tool);
      },
    });
    this.budget = new Budget(parts.limits);
    this.tally = new Tally(parts, {
      onRequest: (model, { usage, latencyMs, isError }) => {
        // A call that failed before it cost anything is nothing to restore.
        if (isError && usage.totalTokens === 0) return;
        parts.journal?.append({ type: "usage", model, usage, durationMs: latencyMs, at: clock.now() });
      },
      onCall: (tool, call) => parts.journal?.append({ type: "call", tool, ...call, at: clock.now() }),
    });
    const hooks = this.hooks = hooksOf(parts, { ...around, tally: this.tally });
    const gate = new CallGate({
      policy,
      asks,
      hooks,
      tally: this.tally,
      mode: () => state.mode,
      setMode: (mode) => this.#setMode(mode),
      permit: (update) => {
        policy.update(update);
        if (update.type === "directories") state.changeRoots(update);
      },
      canAsk: () => state.answers,
      askTimeoutMs: () => state.askTimeoutMs,
      setState: (activity) => outbox.state = activity,
    });
    const runner: RunnerParts = {
      toolbox: this.toolbox,
      gate,
      budget: this.budget,
      hooks,
      tally: this.tally,
      outbox,
      clock,
      ids,
      files,
      shell,
      memory: this.memory,
      sessionId: () => state.sessionId,
      cwd,
      roots: () => state.roots,
      mode: () => state.mode,
      setMode: (mode) => this.#setMode(mode),
    };
    this.runner = new ToolRunner(runner);
    const callIds = new CallIds(ids, (id) => this.history.hasCall(id));
    this.#call = { provider, clock, ids, random, callIds, retry, fallbackModels, outbox, tally: this.tally };
    this.crew = this.#crewOf(runner, outbox);
    const tool = this.crew.tool(0);
    if (tool && state.agents.length > 0) { for (const own of [tool, listAgentsTool(this.crew)]) this.toolbox.add(own); }
  }

  /** How much the model of the session takes in at most. */
  get contextWindow(): number {
    const { models, contextWindow } = this.#parts;
    return models.find(({ id }) => id === this.#state.model)?.contextWindow ?? contextWindow;
  }

  #crewOf(runner: RunnerParts, outbox: Outbox): Crew {
    const { clock, ids, policy, contextWindow, systemFor, maxAgentDepth, openTranscript, redact } = this.#parts;
    const { hooks, budget, memory } = this;
    return new Crew({
      ...{ clock, ids, hooks, policy, outbox, runner, budget, memory, contextWindow, call: this.#call, redact },
      ...(openTranscript ? { openTranscript } : {}),
      system: (prompt) => systemFor?.(prompt) ?? prompt,
      model: (wanted) => this.#modelFor(wanted),
      effort: () => this.#effort(),
      agents: () => this.#state.agents,
      maxDepth: maxAgentDepth ?? DEFAULT_AGENT_DEPTH,
    });
  }

  /** Changes the mode on the way, such as when a plan was approved, and says so. */
  #setMode(mode: Mode): void {
    if (mode === this.#state.mode) return;
    this.#state.mode = mode;
    this.#call.outbox.voice(null).emit({ type: "session.changed", session: this.info(), what: "mode" });
  }

  /** What the session is now. */
  info(): SessionInfo {
    const { cwd, version, sandbox, ignored, servers, commands } = this.#parts;
    const { sessionId, model, mode, agents } = this.#state;
    return {
      sessionId,
      cwd,
      model,
      mode,
      tools: this.toolbox.names(),
      servers: servers?.list() ?? [],
      commands: commands?.list("headless").map((command) => command.name) ?? [],
      agents: agents.map((agent) => agent.name),
      version,
      sandbox,
      ignored: [...ignored, ...(commands?.ignored ?? [])],
    };
  }

  /** Takes in the tools that MCP servers offer now. */
  refreshServerTools(): void {
    const tools: Tool[] = this.#parts.servers?.tools() ?? [];
    for (const name of this.#serverTools) this.toolbox.remove(name);
    for (const tool of tools) this.toolbox.add(tool);
    this.#serverTools = tools.map((tool) => tool.name);
  }

  system(): string {
    const { systemPrompt, appendSystemPrompt, language } = this.#state;
    const lead = this.#lead();
    const asLead = lead && (this.#parts.systemFor?.(lead.prompt) ?? lead.prompt);
    const own = systemPrompt ?? asLead ?? this.#parts.system();
    return [
      own,
      ...(this.#parts.servers?.instructions() ?? []),
      ...(appendSystemPrompt ? [appendSystemPrompt] : []),
      ...(language === null ? [] : [`Write your answers in this language: ${language}.`]),
    ].join("\n\n");
  }

  /** Works on one prompt. Never rejects but for an agent that does not exist. */
  async runTurn(job: Job, abort: AbortController): Promise<TurnEnd> {
    const { agentName } = this.#parts;
    const lead = this.#lead();
    if (agentName !== undefined && !lead) {
      const known = this.#state.agents.map((agent) => agent.name).join(", ");
      throw fail("config_invalid", `There is no agent "${agentName}"`, { hint: `Known: ${known}.` });
    }
    this.crew.begin({ voice: job.voice, abort });
    try {
      return await this.#turn(job, abort).run();
    } finally {
      for (const message of await this.crew.end()) this.recorder.add(message);
    }
  }

  #turn(job: Job, abort: AbortController): Turn {
    const { voice, options, contract, clientResults, news } = job;
    return new Turn({
      voice,
      history: this.history,
      recorder: this.recorder,
      toolbox: this.toolbox,
      runner: this.runner,
      budget: this.budget,
      hooks: this.hooks,
      policy: this.#parts.policy,
      model: () => options.model ?? this.#mainModel(),
      system: () => this.system(),
      call: this.#call,
      contract,
      options,
      effort: () => this.#effort(),
      ...(this.#parts.journal ? { flush: (): Promise<void> => this.#parts.journal?.sync() ?? Promise.resolve() } : {}),
      beforeRequest: (signal) => this.#compactWhenFull(voice, signal),
      makeRoom: (signal) => this.#tryToCompact({ voice, signal, isOverfull: true }),
      news: () => [...news(), ...this.crew.news()],
      waitForNews: (signal) => this.crew.waitForNews(signal),
      clientResults,
    }, abort);
  }

  /** The agent as which the session itself runs. */
  #lead(): AgentSpec | null {
    const { agentName } = this.#parts;
    return agentName === undefined ? null : this.#state.agents.find((agent) => agent.name === agentName) ?? null;
  }

  /** A model that was chosen while the session ran goes before the one of its agent. */
  #mainModel(): string {
    const { model, defaultModel } = this.#state;
    const wanted = this.#lead()?.model;
    return wanted === undefined || model !== defaultModel ? model : this.#modelFor(wanted);
  }

  /** Classes of models that only one vendor has mean the model of the session elsewhere. */
  #modelFor(wanted: string | undefined): string {
    const { models } = this.#parts;
    if (wanted === undefined || (MODEL_CLASSES.has(wanted) && !models.some(({ id }) => id === wanted))) {
      return this.#state.model;
    }
    return wanted;
  }

  /** Replaces the conversation by a summary. Throws what the provider throws. */
  async compact(options: CompactOptions): Promise<Compacted> {
    const { clock, provider, ids, journal } = this.#parts;
    const startedAt = clock.now();
    const { history, tally } = this;
    const model = (): string => this.#state.model;
    const { instructions, signal, trigger, voice, isOverfull } = options;
    const refusal = await this.#refusalToCompact(options);
    if (refusal !== null) throw fail("command_failed", refusal);
    const parts = { provider, clock, tally, history, model };
    const compacted = await this.#waiting(() => compact(parts, { ids, instructions, signal, isOverfull }));
    // A summary that is no shorter has lost something and gained nothing.
    if (compacted.tokensAfter >= compacted.tokensBefore) return compacted;
    history.replace(compacted.history);
    // The model no longer has what it has read: reading it again must not answer "unchanged".
    this.memory.seen.clear();
    const { tokensBefore, tokensAfter } = compacted;
    journal?.append({
      type: "compaction",
      history: compacted.history,
      at: clock.now(),
      tokensBefore,
      tokensAfter,
    });
    voice.emit({
      type: "history.compacted",
      trigger,
      tokensBefore,
      tokensAfter,
      durationMs: clock.now() - startedAt,
    });
    await this.#tellCompacted(compacted, options);
    return compacted;
  }

  /** What the model says about the conversation, which stays as it is. Throws what the provider throws. */
  async ask(instruction: string, signal: AbortSignal): Promise<string> {
    const { clock, provider, ids } = this.#parts;
    const { history, tally } = this;
    const parts = { provider, clock, tally, history, model: () => this.#state.model };
    return await this.#waiting(() => askAside(parts, { ids, instruction, signal }));
  }

  async #waiting<T>(call: () => Promise<T>): Promise<T> {
    const { outbox } = this.#call;
    const before = outbox.activity.state;
    outbox.state = "waiting_model";
    try {
      return await call();
    } finally {
      outbox.state = before;
    }
  }

  async #refusalToCompact(options: CompactOptions): Promise<string | null> {
    const { voice, trigger, instructions, signal } = options;
    if (!this.hooks.has("PreCompact")) return null;
    const facts = { trigger, customInstructions: instructions };
    const call = { event: "PreCompact", key: trigger, facts, callId: null };
    const word = await this.hooks.fire(call, { voice, signal });
    return word.decision === "deny" || word.stop !== null
      ? word.reason ?? word.stop ?? "A PreCompact hook refused it"
      : null;
  }

  async #tellCompacted(compacted: Compacted, options: CompactOptions): Promise<void> {
    const { voice, trigger, signal } = options;
    const compactSummary = textOf(compacted.history[0]?.parts ?? []);
    this.hooks.tell({ event: "PostCompact", key: trigger, facts: { trigger, compactSummary }, callId: null }, voice);
    if (!this.hooks.has("SessionStart")) return;
    const facts = { source: "compact", model: this.#state.model };
    const call = { event: "SessionStart", key: "compact", facts, callId: null };
    const word = await this.hooks.fire(call, { voice, signal });
    for (const text of word.context) this.recorder.addNote(text);
  }

  async #compactWhenFull(voice: Voice, signal: AbortSignal): Promise<void> {
    const tokens = estimateTokens(this.history.messages);
    if (tokens < this.contextWindow * (this.#parts.compactAt ?? COMPACT_AT) || this.history.messages.length < 4) return;
    await this.#tryToCompact({ voice, signal });
  }

  /** Whether the conversation is shorter now. */
  async #tryToCompact(options: Pick<CompactOptions, "voice" | "signal" | "isOverfull">): Promise<boolean> {
    const { voice, signal } = options;
    try {
      const { tokensBefore, tokensAfter } = await this.compact({ ...options, trigger: "auto", instructions: null });
      return tokensAfter < tokensBefore;
    } catch (error) {
      if (!(error instanceof QwenError) || signal.aborted) throw error;
      // The prompt may still fit; where it does not, the provider says so.
      const text = `The conversation was not compressed: ${error.message}`;
      voice.emit({ type: "notice", level: "warning", code: "compaction_refused", text });
      return false;
    }
  }

  #effort(): { effort?: string; thinkingTokens?: number } {
    const { effort, thinkingTokens } = this.#state;
    return {
      ...(effort === null ? {} : { effort }),
      ...(thinkingTokens === null ? {} : { thinkingTokens }),
    };
  }
}

function hooksOf(
  parts: SessionParts,
  { state, asks, tally }: { state: SessionState; asks: Asks; tally: Tally },
): HookDesk {
  const { hooks, clock, ids, cwd, transcriptPath = "", provider } = parts;
  return new HookDesk({
    ...{ armed: hooks, asks, clock, ids },
    ask: ({ system, text, model }, signal) => {
      const messages: Message[] = [{ id: ids.next(), role: "user", parts: [{ kind: "text", text }] }];
      const request = { model: model ?? state.model, system, messages, tools: [] };
      return askModel({ provider, clock, tally }, request, signal);
    },
    common: () => ({
      sessionId: state.sessionId,
      transcriptPath,
      cwd,
      mode: state.mode,
      timestamp: new Date(clock.now()).toISOString(),
    }),
  });
}
