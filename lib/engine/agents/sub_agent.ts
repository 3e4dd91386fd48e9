import type {
  AgentSpec,
  AgentTranscript,
  Display,
  EventBody,
  Message,
  Outcome,
  TaskCall,
  TaskUsage,
  Tool,
  ToolMemory,
} from "../../model/mod.ts";
import type { Hooks } from "../hooks/hooks.ts";
import type { Emitter } from "../session/event_queue.ts";
import type { SessionModel } from "../session/session_model.ts";
import type { SessionParts } from "../session/session_parts.ts";
import type { ToolRegistry } from "../tools/tool_registry.ts";
import type { ToolRunner } from "../tools/tool_runner.ts";
import { type Budget, SubBudget } from "../turn/budget.ts";
import { compact, type RequestPrefix } from "../turn/history/compaction.ts";
import { maskedHistory } from "../turn/history/masking.ts";
import { History } from "../turn/history/history.ts";
import { Recorder } from "../turn/recorder.ts";
import { prefixTokens } from "../turn/history/token_count.ts";
import { forgetHiddenFiles } from "../turn/history/visible_files.ts";
import { Turn } from "../turn/turn.ts";
import { agentAdmits } from "./built_in_agents.ts";

/** The parts that sub-agents share with the main agent. */
export interface SubAgentParts {
  session: SessionParts;
  model: SessionModel;
  registry: ToolRegistry;
  runner: ToolRunner;
  budget: Budget;
  memory: ToolMemory;
  hooks: Hooks;
}

/** A task for a sub-agent. */
export interface AgentTask {
  spec: AgentSpec;
  /** The id by which it can be resumed: that of the first call. */
  agentId: string;
  /** Its conversation so far, where it is resumed. */
  before: readonly Message[];
  prompt: string;
  description: string;
  /** The call that started it; events of the agent carry it. */
  callId: string;
  emitter: Emitter;
  /** Tools that only this agent has. */
  tools: readonly Tool[];
  /** How many agents are above the calling one. */
  depth: number;
}

/** The result of a sub-agent. */
export interface AgentEnd {
  outcome: Outcome;
  usage: TaskUsage;
}

const MAX_ROUNDS = 100;
const MAX_SHOWN_CALLS = 100;
const COMPACT_AT = 0.7;

/** The conversation of an agent and what belongs to it. */
interface AgentConversation {
  recorder: Recorder;
  memory: ToolMemory;
  model: string;
}

/** An agent that works on one task, with its own conversation, tools and emitter. */
export class SubAgent {
  readonly task: AgentTask;
  readonly #parts: SubAgentParts;
  readonly #abort = new AbortController();
  readonly #emitter: Emitter;
  readonly #calls: TaskCall[] = [];
  readonly #startedAt: number;
  #status: Extract<Display, { kind: "task" }>["status"] = "running";
  #result: string | undefined;
  #tokens = 0;
  #toolUses = 0;
  #change = Promise.withResolvers<void>();
  #transcript: AgentTranscript | null = null;
  #history: History | null = null;

  constructor(task: AgentTask, parts: SubAgentParts) {
    this.task = task;
    this.#parts = parts;
    this.#startedAt = parts.session.world.clock.now();
    const { emitter } = task;
    this.#emitter = {
      ...emitter,
      emit: (body): void => {
        emitter.emit(body);
        this.#watch(body);
      },
    };
  }

  /** The progress as shown to a person. */
  get display(): Display {
    const { spec, description } = this.task;
    const { name: agent } = spec;
    const calls = this.#calls.slice(-MAX_SHOWN_CALLS).map((call) => ({ ...call }));
    const shown: Display = { kind: "task", agent, description, status: this.#status, calls };
    return this.#result === undefined ? shown : { ...shown, result: this.#result };
  }

  /** Everything that was said so far. */
  get conversation(): readonly Message[] {
    return [...this.#history?.messages ?? this.task.before];
  }

  /** The file with its conversation; null where there is none. */
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
    const { clock } = this.#parts.session.world;
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
    const { session: { store }, model } = this.#parts;
    const { spec, agentId, callId, description, depth, before } = this.task;
    const facts = { agentId, callId, name: spec.name, description, depth, model: model.nameFor(spec.model) };
    const parent = lastEntry(before);
    return await store.openTranscript?.({ ...facts, parent, isBackground: place === "background" }) ?? null;
  }

  async #work(place: "foreground" | "background"): Promise<Outcome> {
    const { session, model, hooks } = this.#parts;
    const { world, tools } = session;
    const { spec, prompt, before } = this.task;
    const message = { id: world.ids.next(), role: "user" as const, parts: [{ kind: "text" as const, text: prompt }] };
    this.#emitter.emit({ type: "message.added", message, origin: "agent_prompt" });
    this.#transcript = await this.#openTranscript(place);
    const journal = this.#transcript?.journal ?? null;
    const recorder = new Recorder({ history: new History(before), journal, world, redact: tools.redact });
    this.#history = recorder.history;
    recorder.add(message);
    const budget = new SubBudget(this.#parts.budget, spec.maxTurns ?? MAX_ROUNDS);
    const memory: ToolMemory = { seen: new Map(), todos: [], jobs: this.#parts.memory.jobs };
    const registry = this.#parts.registry.derive({
      admits: (tool) => !tool.isForMainAgent && agentAdmits(spec, tool),
      own: this.task.tools.filter((tool) => agentAdmits(spec, tool)),
    });
    const runner = this.#parts.runner.derive({ registry, memory, budget });
    const name = model.nameFor(spec.model);
    const system = session.model.agentSystem(`${spec.prompt}\n\n${FINAL_MESSAGE}`);
    const conversation = { recorder, memory, model: name };
    const turn = new Turn({
      task: {
        emitter: this.#emitter,
        options: {},
        contract: null,
        clientResults: () => Promise.resolve([]),
        agent: { agentType: spec.name, agentTranscriptPath: this.#transcript?.path ?? "" },
      },
      model: { call: model.call, name: () => name, system: () => system, effort: () => model.effort() },
      tools: {
        ...{ registry, runner, policy: tools.policy, budget, memory },
        workspace: { cwd: session.identity.cwd, shell: tools.shell },
      },
      conversation: {
        recorder,
        keepRoom: (request) => this.#keepRoom(conversation, request),
        makeRoom: (request) => this.#compact(conversation, { ...request, isOverfull: true }),
        news: () => [],
        waitForNews: () => Promise.resolve(false),
      },
      hooks,
    }, this.#abort);
    const { outcome } = await turn.run(async () => {
      for (const text of await this.#tellStart()) recorder.addNote(text);
    });
    return outcome;
  }

  async #tellStart(): Promise<string[]> {
    const { hooks } = this.#parts;
    if (!hooks.has("SubagentStart")) return [];
    const agentType = this.task.spec.name;
    const call = { event: "SubagentStart", key: agentType, facts: { agentType }, callId: null };
    return (await hooks.fire(call, { emitter: this.#emitter, signal: this.#abort.signal })).context;
  }

  /** Compacts a conversation that is nearly full. */
  async #keepRoom(
    { recorder, memory, model }: AgentConversation,
    request: { prefix: RequestPrefix; signal: AbortSignal },
  ): Promise<void> {
    const { history } = recorder;
    const limit = this.#parts.session.model.contextWindow * COMPACT_AT;
    const tokens = history.requestTokens(prefixTokens(request.prefix));
    if (tokens < limit || history.messages.length < 4) return;
    const masked = maskedHistory(history, { tokens, limit });
    if (!masked) return void await this.#compact({ recorder, memory, model }, request);
    recorder.replace(masked.history, masked);
    forgetHiddenFiles(memory, masked.history);
  }

  /** Compacts the conversation; returns whether it is shorter now. Throws what the provider throws. */
  async #compact(
    { recorder, memory, model }: AgentConversation,
    options: { prefix: RequestPrefix; signal: AbortSignal; isOverfull?: boolean },
  ): Promise<boolean> {
    const { session: { world, model: { contextWindow } }, model: { call: { port, tally } } } = this.#parts;
    const parts = { provider: port.provider, clock: world.clock, tally, history: recorder.history, model: () => model };
    const { history, tokensBefore, tokensAfter } = await compact(parts, {
      ...{ ids: world.ids, instructions: null, todos: memory.todos, ...options },
      room: Math.max(1, contextWindow * COMPACT_AT - prefixTokens(options.prefix)),
    });
    if (tokensAfter >= tokensBefore) return false;
    recorder.replace(history, { tokensBefore, tokensAfter });
    forgetHiddenFiles(memory, history);
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

/** The id of the last journal entry of a conversation; null for an empty one. */
function lastEntry(messages: readonly Message[]): string | null {
  const last = messages.at(-1);
  const part = last?.parts.at(-1);
  return (part?.kind === "tool_result" ? part.entryId : undefined) ?? last?.id ?? null;
}

const FINAL_MESSAGE = "Nobody sees your work as you go: your last message is all that the agent who called you gets. \
Make it complete and exact: the result first, then what it rests on.";

/** The result of an agent as text for the calling agent. */
export function endText({ outcome }: AgentEnd): string {
  switch (outcome.kind) {
    case "done":
    case "command":
      return outcome.text.trim() === "" ? "(The agent ended without an answer.)" : outcome.text;
    case "interrupted":
      return "The agent was stopped before it had finished.";
    case "limit":
    case "failed": {
      const last = outcome.text.trim() === "" || outcome.text.includes(outcome.problem.message)
        ? ""
        : `\n\nIts last message:\n${outcome.text}`;
      return `The agent failed: ${outcome.problem.message}${last}`;
    }
  }
}
