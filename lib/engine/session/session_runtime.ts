import {
  type Commands,
  type Costs,
  costsOf,
  isObject,
  type Json,
  type JsonObject,
  type Message,
  type Mode,
  type RunSituation,
  type SessionInfo,
  type Tool,
  type ToolMemory,
  totalCost,
} from "../../model/mod.ts";
import { AgentTool } from "../agents/agent_tool.ts";
import { agentAdmits } from "../agents/built_in_agents.ts";
import { listAgentsTool } from "../agents/list_agents_tool.ts";
import { SubAgents } from "../agents/sub_agents.ts";
import { HookRegistry } from "../hooks/hook_registry.ts";
import type { Hooks } from "../hooks/hooks.ts";
import { tellEnd } from "../hooks/session_hooks.ts";
import { Parking } from "../tools/parking.ts";
import { Permissions } from "../tools/permissions.ts";
import { ToolRegistry } from "../tools/tool_registry.ts";
import { ToolRunner } from "../tools/tool_runner.ts";
import { Budget } from "../turn/budget.ts";
import { CallLog } from "../turn/call_log.ts";
import { askModel } from "../turn/history/compaction.ts";
import { Compactor } from "../turn/history/compactor.ts";
import { History } from "../turn/history/history.ts";
import { Recorder } from "../turn/recorder.ts";
import { CallIds } from "../turn/reply_fold.ts";
import { Tally } from "../turn/tally.ts";
import { Turn, type TurnEnd, type TurnTask } from "../turn/turn.ts";
import type { Asks } from "./requests/asks.ts";
import type { Emitter, EventQueue } from "./event_queue.ts";
import { JobBook } from "./job_book.ts";
import { SessionModel } from "./session_model.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionState } from "./session_state.ts";

/** The objects of a session that others of it belong to. */
export interface RuntimeOwner {
  state: SessionState;
  events: EventQueue;
  asks: Asks;
}

const DEFAULT_AGENT_DEPTH = 5;

/** The working objects of one session: conversation, model, tools, budget and tally, and the turns that use them. */
export class SessionRuntime {
  readonly events: EventQueue;
  readonly recorder: Recorder;
  readonly tally: Tally;
  readonly budget: Budget;
  readonly hooks: Hooks;
  readonly model: SessionModel;
  readonly registry: ToolRegistry;
  readonly permissions: Permissions;
  readonly runner: ToolRunner;
  readonly parking: Parking;
  readonly compactor: Compactor;
  /** The calls of the present prompt. */
  readonly calls = new CallLog((tool, input) => this.#subjectsOf(tool, input));
  readonly memory: ToolMemory;
  readonly #parts: SessionParts;
  readonly #state: SessionState;
  readonly #subAgents: SubAgents;
  #serverTools: string[] = [];
  /** Messages of the user that wait for the next request of the running turn. */
  readonly #steering: { message: Message; resubmit: () => void }[] = [];
  /** The approval mode that the model knows of. */
  #knownMode: Mode;

  constructor(parts: SessionParts, { state, events, asks }: RuntimeOwner) {
    const { identity, tools, store, world, host } = parts;
    this.#parts = parts;
    this.#state = state;
    this.#knownMode = tools.mode;
    this.events = events;
    this.memory = { seen: new Map(), todos: [], jobs: new JobBook(events.emitter(null), world.clock) };
    const history = new History(store.history);
    this.recorder = new Recorder({ history, journal: store.journal, world, redact: tools.redact });
    this.tally = recordedTally(parts);
    this.budget = new Budget(parts.model.limits, () => totalCost(this.costs()));
    const { recorder, tally, budget, memory } = this;
    const callIds = new CallIds(world.ids, (id) => history.hasCall(id));
    this.model = new SessionModel(parts, { state, call: { port: parts.model, world, events, tally, callIds } });
    const { model } = this;
    this.hooks = new HookRegistry({
      configured: host.hooks,
      asks,
      clock: world.clock,
      ids: world.ids,
      ask: (question, signal) => this.ask(question, signal),
      common: () => this.#hookFacts(),
    });
    const { hooks } = this;
    this.registry = new ToolRegistry({
      tools: tools.list,
      policy: tools.policy,
      compile: (schema) => tools.compileCheck(schema),
      situation: () => this.#situation(),
      admits: (tool) => model.lead === null || agentAdmits(model.lead, tool),
    });
    this.permissions = new Permissions({ policy: tools.policy, state, onMode: () => this.announce("mode") });
    const { registry, permissions } = this;
    const { files, shell, work, hosts, keepOutput, open, nestedContext } = tools;
    const workspace = { cwd: identity.cwd, files, shell, hosts, keepOutput, work, open, nestedContext };
    this.parking = parkingOf(parts, history);
    this.runner = new ToolRunner({
      ...{ permissions, asks, hooks, tally, state, events, parking: this.parking },
      ...{ registry, budget, memory, workspace, world, calls: this.calls },
    });
    this.compactor = new Compactor({
      ...{ call: model.call, recorder, hooks, memory },
      model: () => state.model,
      limit: () => model.compactionLimit,
      prefix: async () => ({
        model: model.name(),
        system: await model.system(),
        tools: registry.specs(undefined),
        ...model.effort(),
      }),
    });
    const maxDepth = tools.maxAgentDepth ?? DEFAULT_AGENT_DEPTH;
    this.#subAgents = new SubAgents({
      ...{ session: parts, model, registry, runner: this.runner, budget, memory, hooks, events, maxDepth },
      specs: () => state.agents,
    });
    if (maxDepth > 0 && state.agents.length > 0) {
      for (const tool of [new AgentTool(this.#subAgents, 0), listAgentsTool(this.#subAgents)]) registry.add(tool);
    }
  }

  /** Whether a question has an answer: from the host, from a hook, or later. */
  get #canAsk(): boolean {
    return this.#state.answers || this.hooks.has("PermissionRequest") || this.parking.isOn;
  }

  #situation(): RunSituation {
    const { host: { family = null, showsForms = true }, tools: { refusesCommands = false } } = this.#parts;
    return { mode: this.#state.mode, answers: this.#canAsk, host: family, showsForms, refusesCommands };
  }

  get history(): History {
    return this.recorder.history;
  }

  /** The cost of each model so far. */
  costs(): Costs {
    return costsOf(this.tally.snapshot().models, this.#parts.model.prices ?? (() => null));
  }

  /** The session as it is now. */
  info(): SessionInfo {
    const { identity, host: { servers, commands } } = this.#parts;
    const { cwd, version, sandbox, ignored, projectFiles, outputStyle } = identity;
    const { sessionId, model, effort, mode, agents } = this.#state;
    return {
      sessionId,
      cwd,
      model,
      ...(effort === null ? {} : { effort }),
      mode,
      tools: this.registry.names(),
      servers: servers?.list() ?? [],
      commands: commands?.list("headless").map((command) => command.name) ?? [],
      ...dialogCommands(commands),
      agents: agents.map((agent) => agent.name),
      ...(outputStyle === undefined ? {} : { outputStyle }),
      version,
      sandbox,
      ignored: [...ignored, ...(commands?.ignored ?? [])],
      ...(projectFiles ? { projectFiles: [...projectFiles] } : {}),
    };
  }

  /** Reports a change of the session that no command asked for. */
  announce(what: "mode" | "tools"): void {
    this.events.emitter(null).emit({ type: "session.changed", session: this.info(), what });
  }

  /** Takes over the tools that MCP servers offer now. */
  refreshServerTools(): void {
    const tools: Tool[] = this.#parts.host.servers?.tools() ?? [];
    for (const name of this.#serverTools) this.registry.remove(name);
    for (const tool of tools) this.registry.add(tool);
    this.#serverTools = tools.map((tool) => tool.name);
  }

  /** Replaces the conversation. */
  replaceHistory(history: Message[]): void {
    this.recorder.replace(history);
    // The model no longer has the files that it read: reading one again must not answer "unchanged".
    this.memory.seen.clear();
    delete this.memory.contexts;
  }

  /** Starts the conversation anew. */
  async clear(emitter: Emitter): Promise<void> {
    const { store, world } = this.#parts;
    const newSessionId = store.startAnew ? world.ids.next() : this.#state.sessionId;
    tellEnd(this.hooks, { reason: "clear", emitter: this.events.emitter(null) });
    emitter.emit({ type: "session.reset", newSessionId });
    if (store.startAnew) {
      await store.startAnew(newSessionId);
      this.#state.sessionId = newSessionId;
      this.events.sessionId = newSessionId;
      this.history.replace([]);
      this.memory.seen.clear();
      delete this.memory.contexts;
    } else this.replaceHistory([]);
    this.memory.todos = [];
    this.#state.starting = "clear";
  }

  /** Works on one prompt. Throws QwenError only when the session is to run as an agent that does not exist. */
  async runTurn(task: TurnTask, abort: AbortController): Promise<TurnEnd> {
    this.model.requireLead();
    this.#noteMode();
    this.#subAgents.beginTurn({ emitter: task.emitter, abort });
    try {
      return await this.#turn(task, abort).run();
    } finally {
      for (const message of await this.#subAgents.endTurn()) this.recorder.add(message);
    }
  }

  /** The system prompt states the first mode and stays as it is; the model learns of a change by a note. */
  #noteMode(): void {
    const { mode } = this.#state;
    if (mode === this.#knownMode) return;
    this.#knownMode = mode;
    this.recorder.addNote(`The approval mode of this session is now ${mode}.`);
  }

  #turn(task: TurnTask, abort: AbortController): Turn {
    const { recorder, compactor, registry, runner, budget, model, hooks } = this;
    const { emitter } = task;
    return new Turn({
      task,
      model,
      tools: {
        ...{ registry, runner, policy: this.permissions.policy, budget, memory: this.memory },
        workspace: { cwd: this.#parts.identity.cwd, shell: this.#parts.tools.shell },
      },
      conversation: {
        recorder,
        keepRoom: (request) => compactor.compactWhenFull({ emitter, ...request }),
        makeRoom: (request) => compactor.tryToCompact({ emitter, ...request, isOverfull: true }),
        news: () => [...this.#takeSteering(), ...this.#subAgents.news(), ...this.#endedJobs()],
        waitForNews: async (signal) => this.#steering.length > 0 || await this.#subAgents.waitForNews(signal),
      },
      hooks,
    }, abort);
  }

  /** Adds a message of the user to the running turn; `resubmit` is called where the turn ends without it. */
  steer(message: Message, resubmit: () => void): void {
    this.#steering.push({ message, resubmit });
  }

  /** Hands back the messages that came too late for the turn. */
  resubmitSteering(): void {
    for (const { resubmit } of this.#steering.splice(0)) resubmit();
  }

  #takeSteering(): Message[] {
    return this.#steering.splice(0).map(({ message }) => message);
  }

  /** Tells the model about background commands that have ended since. */
  #endedJobs(): Message[] {
    const ends = [...this.memory.jobs.values()].flatMap((job) => job.takeEnd?.() ?? []);
    if (ends.length === 0) return [];
    const text = `${ends.join("\n")}\nUse task_output for its output.`;
    return [{ id: this.#parts.world.ids.next(), role: "user", parts: [{ kind: "text", text }] }];
  }

  /** Asks the model a question outside the conversation; its usage counts. Throws what the provider throws. */
  async ask(
    { system, text, model }: { system: string; text: string; model: string | null },
    signal: AbortSignal,
  ): Promise<string> {
    const { model: { provider }, world: { clock, ids } } = this.#parts;
    const messages: Message[] = [{ id: ids.next(), role: "user", parts: [{ kind: "text", text }] }];
    const request = { model: model ?? this.#state.model, system, messages, tools: [] };
    return await askModel({ provider, clock, tally: this.tally }, request, signal);
  }

  /** The paths, commands and addresses that a call works on. */
  #subjectsOf(name: string, input: Json): string[] {
    const { identity: { cwd } } = this.#parts;
    const tool = this.registry.find(name);
    if (!tool || !isObject(input)) return [];
    try {
      const needs = tool.needs(input as JsonObject, { cwd, roots: this.#state.roots, mode: this.#state.mode });
      return needs.flatMap((need) =>
        need.kind === "run" ? [need.command] : need.kind === "net" ? [need.url] : "path" in need ? [need.path] : []
      );
    } catch {
      // The arguments did not fit the tool, so the call had no subject.
      return [];
    }
  }

  #hookFacts(): { sessionId: string; transcriptPath: string; cwd: string; mode: string; timestamp: string } {
    const { identity, store, world } = this.#parts;
    return {
      sessionId: this.#state.sessionId,
      transcriptPath: store.transcriptPath?.() ?? "",
      cwd: identity.cwd,
      mode: this.#state.mode,
      timestamp: new Date(world.clock.now()).toISOString(),
    };
  }
}

/** Keeps the questions of the session's own calls that nobody answers. */
function parkingOf({ identity: { sessionId }, store, host, world }: SessionParts, history: History): Parking {
  return new Parking({
    ...{ sessionId, parked: store.parked ?? null, journal: store.journal, world },
    ...(host.park ? { park: host.park } : {}),
    isOpen: (callId) => history.unanswered().some((call) => call.callId === callId),
  });
}

/** A tally whose figures also go to the journal. */
function recordedTally({ store, world }: SessionParts): Tally {
  const { journal } = store;
  return new Tally(store, {
    onRequest: (model, { usage, latencyMs, isError }) => {
      // A call that failed before it cost anything is nothing to restore.
      if (isError && usage.totalTokens === 0) return;
      journal?.append({ type: "usage", model, usage, durationMs: latencyMs, at: world.clock.now() });
    },
    onCall: (tool, call) => journal?.append({ type: "call", tool, ...call, at: world.clock.now() }),
  });
}

/** The commands that only clients with a screen can use; absent where there are none. */
function dialogCommands(commands: Commands | null): Pick<SessionInfo, "dialogCommands"> {
  const headless = new Set(commands?.list("headless").map(({ name }) => name));
  const others = commands?.list("all").map(({ name }) => name).filter((name) => !headless.has(name)) ?? [];
  return others.length === 0 ? {} : { dialogCommands: others };
}
