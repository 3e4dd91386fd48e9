import {
  type AgentSpec,
  type ClientToolResult,
  deferred,
  fail,
  type Message,
  type Mode,
  type PromptOptions,
  type SessionInfo,
  type Tool,
  type ToolCall,
  type ToolMemory,
} from "../model/mod.ts";
import { type AgentPool, AgentTool } from "./agent_tool.ts";
import type { Asks } from "./asks.ts";
import { Budget } from "./budget.ts";
import { agentAdmits } from "./built_in_agents.ts";
import type { Compacted } from "./compaction.ts";
import type { CompactOptions, Compactor } from "./compactor.ts";
import type { Contract } from "./contract.ts";
import type { Crew, Watch } from "./crew.ts";
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
import { estimateTokens } from "./token_count.ts";
import { Toolbox } from "./toolbox.ts";
import type { ToolRunner } from "./tool_runner.ts";
import { Turn, type TurnEnd } from "./turn.ts";

/** One prompt's work. */
export interface Job {
  voice: Voice;
  options: PromptOptions;
  contract: Contract | null;
  clientResults: (calls: ToolCall[], signal: AbortSignal) => Promise<ClientToolResult[]>;
  news: () => Message[];
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
  readonly budget: Budget;
  readonly tally: Tally;
  readonly hooks: Hooks;
  readonly memory: ToolMemory = { seen: new Map(), todos: [], jobs: new Map() };
  readonly #parts: SessionParts;
  readonly #state: SessionState;
  readonly #asks: Asks;
  readonly #call: ModelCallParts;
  readonly #pool: AgentPool;
  readonly #expected = new WeakSet<Tool>();
  #runner: Promise<ToolRunner> | undefined;
  #compactor: Promise<Compactor> | undefined;
  #hiring: Promise<Crew> | undefined;
  #crew: Crew | undefined;
  #watch: Watch | null = null;
  #serverTools: string[] = [];

  constructor(parts: SessionParts, around: { state: SessionState; outbox: Outbox; asks: Asks }) {
    const { state, outbox, asks } = around;
    const { clock, ids, policy, provider, random, retry, fallbackModels } = parts;
    this.#parts = parts;
    this.#state = state;
    this.#asks = asks;
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
    this.hooks = hooksOf(parts, { ...around, tally: this.tally });
    const callIds = new CallIds(ids, (id) => this.history.hasCall(id));
    const onCall = (tool: string): void => this.#expect(tool);
    this.#call = { provider, clock, ids, random, callIds, retry, fallbackModels, outbox, tally: this.tally, onCall };
    this.#pool = {
      get agents() {
        return state.agents;
      },
      crew: () => this.#hiring ??= this.#hire(),
    };
    if (this.#maxAgentDepth > 0 && state.agents.length > 0) {
      for (const own of [new AgentTool(this.#pool, 0), listAgentsTool(this.#pool)]) this.toolbox.add(own);
    }
  }

  /** How much the model of the session takes in at most. */
  get contextWindow(): number {
    const { models, contextWindow } = this.#parts;
    return models.find(({ id }) => id === this.#state.model)?.contextWindow ?? contextWindow;
  }

  get #maxAgentDepth(): number {
    return this.#parts.maxAgentDepth ?? DEFAULT_AGENT_DEPTH;
  }

  /** Makes ready what a call needs that the model has begun to write. */
  #expect(name: string): void {
    const tool = this.toolbox.find(name);
    if (!tool || this.#expected.has(tool)) return;
    this.#expected.add(tool);
    this.runner().then((runner) => runner.prepare(tool)).catch(() => {/* Told where the call is run. */});
  }

  /** What judges and runs calls; loaded with the first of them. */
  runner(): Promise<ToolRunner> {
    return this.#runner ??= this.#openRunner();
  }

  async #openRunner(): Promise<ToolRunner> {
    const { ToolRunner }: typeof import("./tool_runner.ts") = await import(deferred("./tool_runner.ts"));
    const { clock, ids, policy, files, shell, cwd } = this.#parts;
    const { toolbox, budget, hooks, tally, memory } = this;
    const { outbox } = this.#call;
    const state = this.#state;
    return new ToolRunner({
      ...{ toolbox, budget, hooks, tally, memory, outbox, clock, ids, policy, files, shell, cwd, asks: this.#asks },
      sessionId: () => state.sessionId,
      roots: () => state.roots,
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
  }

  async #hire(): Promise<Crew> {
    const { Crew }: typeof import("./crew.ts") = await import(deferred("./crew.ts"));
    const { clock, ids, policy, contextWindow, systemFor, openTranscript, redact } = this.#parts;
    const { toolbox, hooks, budget, memory } = this;
    const { outbox } = this.#call;
    const runner = await this.runner();
    return this.#crew = new Crew({
      ...{ clock, ids, hooks, policy, outbox, toolbox, runner, budget, memory, contextWindow, redact },
      call: this.#call,
      pool: this.#pool,
      ...(openTranscript ? { openTranscript } : {}),
      system: (prompt) => systemFor?.(prompt) ?? prompt,
      model: (wanted) => this.#modelFor(wanted),
      effort: () => this.#effort(),
      maxDepth: this.#maxAgentDepth,
      watch: () => this.#watch,
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
    this.#watch = { voice: job.voice, abort };
    try {
      return await this.#turn(job, abort).run();
    } finally {
      for (const message of await this.#crew?.end() ?? []) this.recorder.add(message);
      this.#watch = null;
    }
  }

  #turn(job: Job, abort: AbortController): Turn {
    const { voice, options, contract, clientResults, news } = job;
    return new Turn({
      voice,
      history: this.history,
      recorder: this.recorder,
      toolbox: this.toolbox,
      runner: () => this.runner(),
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
      makeRoom: async (signal) =>
        await (await this.#loadedCompactor()).tryToCompact({ voice, signal, isOverfull: true }),
      news: () => [...news(), ...(this.#crew?.news() ?? [])],
      waitForNews: async (signal) => await this.#crew?.waitForNews(signal) ?? false,
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
    return await (await this.#loadedCompactor()).compact(options);
  }

  /** What the model says about the conversation, which stays as it is. Throws what the provider throws. */
  async ask(instruction: string, signal: AbortSignal): Promise<string> {
    return await (await this.#loadedCompactor()).ask(instruction, signal);
  }

  #loadedCompactor(): Promise<Compactor> {
    return this.#compactor ??= this.#openCompactor();
  }

  async #openCompactor(): Promise<Compactor> {
    const { Compactor }: typeof import("./compactor.ts") = await import(deferred("./compactor.ts"));
    const { history, recorder, tally, hooks, memory } = this;
    const { outbox } = this.#call;
    return new Compactor({ session: this.#parts, state: this.#state, history, recorder, tally, hooks, memory, outbox });
  }

  async #compactWhenFull(voice: Voice, signal: AbortSignal): Promise<void> {
    const tokens = estimateTokens(this.history.messages);
    if (tokens < this.contextWindow * (this.#parts.compactAt ?? COMPACT_AT) || this.history.messages.length < 4) return;
    await (await this.#loadedCompactor()).tryToCompact({ voice, signal });
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
    ask: async ({ system, text, model }, signal) => {
      const { askModel }: typeof import("./compaction.ts") = await import(deferred("./compaction.ts"));
      const messages: Message[] = [{ id: ids.next(), role: "user", parts: [{ kind: "text", text }] }];
      const request = { model: model ?? state.model, system, messages, tools: [] };
      return await askModel({ provider, clock, tally }, request, signal);
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
