import {
  type AgentFacts,
  type AgentSpec,
  type AgentTranscript,
  type Clock,
  type Display,
  type EventBody,
  type Ids,
  type Json,
  type Outcome,
  type Policy,
  type TaskCall,
  type TaskUsage,
  type Tool,
  type ToolMemory,
} from "../model/mod.ts";
import { type Budget, SubBudget } from "./budget.ts";
import { agentAdmits } from "./built_in_agents.ts";
import { compact } from "./compaction.ts";
import { History } from "./history.ts";
import type { Hooks } from "./hooks.ts";
import type { ModelCallParts } from "./model_call.ts";
import type { Voice } from "./outbox.ts";
import { Recorder } from "./recorder.ts";
import { estimateTokens } from "./token_count.ts";
import type { ToolRunner } from "./tool_runner.ts";
import type { Toolbox } from "./toolbox.ts";
import { Turn } from "./turn.ts";

/** What sub-agents share with the agent that they work for. */
export interface SubAgentParts {
  clock: Clock;
  ids: Ids;
  hooks: Hooks;
  policy: Policy;
  budget: Budget;
  call: ModelCallParts;
  toolbox: Toolbox;
  memory: ToolMemory;
  runner: ToolRunner;
  contextWindow: number;
  /** The whole system prompt for an agent's own text. */
  system: (prompt: string) => string;
  /** The model for an agent that names none, or only a class of models. */
  model: (wanted: string | undefined) => string;
  effort: () => { effort?: string; thinkingTokens?: number };
  /** Opens a file for what an agent says; absent where nothing is kept. */
  openTranscript?: (agent: AgentFacts) => Promise<AgentTranscript>;
  redact: (tool: string, input: Json) => Json;
}

/** A task for a sub-agent. */
export interface AgentOrder {
  spec: AgentSpec;
  prompt: string;
  description: string;
  /** The call that asked for it; events of the agent carry it. */
  callId: string;
  voice: Voice;
  /** Tools that only this agent has. */
  tools: readonly Tool[];
  /** How many agents stand above the one that asked. */
  depth: number;
}

/** What a sub-agent came to. */
export interface AgentEnd {
  outcome: Outcome;
  usage: TaskUsage;
}

const MAX_ROUNDS = 100;
const MAX_SHOWN_CALLS = 100;
const COMPACT_AT = 0.7;
/** Tools that belong to the main agent: a sub-agent talks to nobody but the agent that called it. */
const WITHHELD: ReadonlySet<string> = new Set(["agent", "list_agents", "ask_user_question", "exit_plan_mode"]);

/** An agent at work on one task, with a conversation, tools and a voice of its own. */
export class SubAgent {
  readonly order: AgentOrder;
  readonly #parts: SubAgentParts;
  readonly #abort = new AbortController();
  readonly #voice: Voice;
  readonly #calls: TaskCall[] = [];
  readonly #startedAt: number;
  #status: Extract<Display, { kind: "task" }>["status"] = "running";
  #result: string | undefined;
  #tokens = 0;
  #toolUses = 0;
  #change = Promise.withResolvers<void>();
  #transcript: AgentTranscript | null = null;

  constructor(order: AgentOrder, parts: SubAgentParts) {
    this.order = order;
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
    const { voice } = order;
    this.#voice = {
      ...voice,
      emit: (body): void => {
        voice.emit(body);
        this.#watch(body);
      },
    };
  }

  /** How the work looks to a person. */
  get display(): Display {
    const { spec, description } = this.order;
    const { name: agent } = spec;
    const calls = this.#calls.slice(-MAX_SHOWN_CALLS).map((call) => ({ ...call }));
    const shown: Display = { kind: "task", agent, description, status: this.#status, calls };
    return this.#result === undefined ? shown : { ...shown, result: this.#result };
  }

  /** The file in which its conversation is kept; null where there is none. */
  get transcriptPath(): string | null {
    return this.#transcript?.path ?? null;
  }

  /** Resolves when the display has changed. */
  get changed(): Promise<void> {
    return this.#change.promise;
  }

  stop(reason: unknown): void {
    this.#abort.abort(reason);
  }

  /** Works to the end. Never rejects: an abort is an outcome too. */
  async run(signal: AbortSignal, place: "foreground" | "background" = "foreground"): Promise<AgentEnd> {
    const onAbort = (): void => this.stop(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true, signal: this.#abort.signal });
    const { clock } = this.#parts;
    const outcome = await this.#work(place);
    signal.removeEventListener("abort", onAbort);
    const status = outcome.kind === "done" ? "completed" : outcome.kind === "interrupted" ? "cancelled" : "failed";
    await this.#transcript?.end(status);
    this.#status = status;
    this.#result = outcome.kind === "done" ? outcome.text : undefined;
    const usage = { totalTokens: this.#tokens, toolUses: this.#toolUses, durationMs: clock.now() - this.#startedAt };
    return { outcome, usage };
  }

  async #openTranscript(place: "foreground" | "background"): Promise<AgentTranscript | null> {
    const { openTranscript, model } = this.#parts;
    const { spec, callId: agentId, description, depth } = this.order;
    const facts = { agentId, name: spec.name, description, depth, model: model(spec.model) };
    return await openTranscript?.({ ...facts, isBackground: place === "background" }) ?? null;
  }

  async #work(place: "foreground" | "background"): Promise<Outcome> {
    const { clock, ids, call, hooks, policy, budget, redact } = this.#parts;
    const { spec, prompt } = this.order;
    const message = { id: ids.next(), role: "user" as const, parts: [{ kind: "text" as const, text: prompt }] };
    this.#voice.emit({ type: "message.added", message, origin: "agent_prompt" });
    this.#transcript = await this.#openTranscript(place);
    const history = new History();
    const journal = this.#transcript?.journal ?? null;
    const recorder = new Recorder({ history, journal, clock, ids, redact });
    recorder.add(message);
    const share = new SubBudget(budget, spec.maxTurns ?? MAX_ROUNDS);
    const memory: ToolMemory = { seen: new Map(), todos: [], jobs: this.#parts.memory.jobs };
    const toolbox = this.#parts.toolbox.derive({
      admits: (tool) => !WITHHELD.has(tool.name) && agentAdmits(spec, tool),
      own: this.order.tools.filter((tool) => agentAdmits(spec, tool)),
    });
    const runner = this.#parts.runner.derive({ toolbox, memory, budget: share });
    const model = this.#parts.model(spec.model);
    const system = this.#parts.system(`${spec.prompt}\n\n${LAST_WORD}`);
    const turn = new Turn({
      voice: this.#voice,
      history,
      recorder,
      toolbox,
      runner: () => Promise.resolve(runner),
      budget: share,
      hooks,
      policy,
      model: () => model,
      system: () => system,
      call,
      contract: null,
      options: {},
      effort: this.#parts.effort,
      beforeRequest: async (signal) => {
        const isFull = estimateTokens(history.messages) >= this.#parts.contextWindow * COMPACT_AT;
        if (isFull && history.messages.length >= 4) await this.#compact({ history, memory, model, signal });
      },
      makeRoom: (signal) => this.#compact({ history, memory, model, signal, isOverfull: true }),
      news: () => [],
      agentFacts: { agentType: spec.name, agentTranscriptPath: this.#transcript?.path ?? "" },
      ...(journal ? { flush: () => journal.sync() } : {}),
      clientResults: () => Promise.resolve([]),
    }, this.#abort);
    const { outcome } = await turn.run(async () => {
      for (const text of await this.#tellStart()) recorder.addNote(text);
    });
    return outcome;
  }

  async #tellStart(): Promise<string[]> {
    const { hooks } = this.#parts;
    if (!hooks.has("SubagentStart")) return [];
    const agentType = this.order.spec.name;
    const call = { event: "SubagentStart", key: agentType, facts: { agentType }, callId: null };
    return (await hooks.fire(call, { voice: this.#voice, signal: this.#abort.signal })).context;
  }

  /** Whether the conversation is shorter now. Throws what the provider throws. */
  async #compact(
    around: { history: History; memory: ToolMemory; model: string; signal: AbortSignal; isOverfull?: boolean },
  ): Promise<boolean> {
    const { history, memory, model, ...options } = around;
    const { call, clock, ids } = this.#parts;
    const { provider, tally } = call;
    const parts = { provider, clock, tally, history, model: () => model };
    const compacted = await compact(parts, { ids, instructions: null, ...options });
    if (compacted.tokensAfter >= compacted.tokensBefore) return false;
    history.replace(compacted.history);
    const { tokensBefore, tokensAfter } = compacted;
    const entry = {
      type: "compaction",
      history: compacted.history,
      at: clock.now(),
      tokensBefore,
      tokensAfter,
    } as const;
    this.#transcript?.journal.append(entry);
    memory.seen.clear();
    return true;
  }

  #watch(body: EventBody): void {
    if (body.type === "message.completed") this.#tokens += body.usage.totalTokens;
    if (body.type === "tool.started") {
      const { callId, tool, title: summary } = body;
      this.#calls.push({ callId, tool, status: "executing", summary });
    } else if (body.type === "tool.completed") {
      this.#toolUses += 1;
      const status = body.isError ? "error" : "success";
      const call = this.#calls.find(({ callId }) => callId === body.callId);
      if (call) call.status = status;
      else this.#calls.push({ callId: body.callId, tool: body.tool, status, summary: "" });
    } else return;
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }
}

const LAST_WORD = "Nobody sees your work as you go: your last message is all that the agent who called you gets. \
Make it complete and exact: the result first, then what it rests on.";

/** What the end of an agent's work says to whoever asked for it. */
export function endText({ outcome }: AgentEnd): string {
  switch (outcome.kind) {
    case "done":
    case "command":
      return outcome.text.trim() === "" ? "(The agent ended without a word.)" : outcome.text;
    case "interrupted":
      return "The agent was stopped before it had finished.";
    case "limit":
    case "failed": {
      const said = outcome.text.trim() === "" || outcome.text.includes(outcome.problem.message)
        ? ""
        : `\n\nIts last words:\n${outcome.text}`;
      return `The agent failed: ${outcome.problem.message}${said}`;
    }
  }
}
