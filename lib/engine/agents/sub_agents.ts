import {
  type AgentSpec,
  fail,
  type Job,
  type Json,
  type JsonObject,
  type Message,
  type Part,
  type ToolContext,
  type ToolOutcome,
  type ToolProgress,
  within,
} from "../../model/mod.ts";
import type { Emitter, EventQueue } from "../session/event_queue.ts";
import { Interrupt } from "../session/interrupt.ts";
import { orAborted } from "../turn/abortable.ts";
import { AgentTool } from "./agent_tool.ts";
import { DEFAULT_AGENT } from "./built_in_agents.ts";
import { type AgentEnd, type AgentTask, endText, SubAgent, type SubAgentParts } from "./sub_agent.ts";

/** The parts of the sub-agents of a session. */
export interface SubAgentsParts extends SubAgentParts {
  events: EventQueue;
  /** The agents that can be called now. */
  specs: () => readonly AgentSpec[];
  maxDepth: number;
}

/** The turn that background agents belong to and end with. */
export interface OwningTurn {
  emitter: Emitter;
  abort: AbortController;
}

/** An agent that has ended, and its conversation. */
interface PastAgent {
  agentId: string;
  agentType: string;
  /** The model that its call or its definition named. */
  model?: string;
  messages: readonly Message[];
}

const MAX_BACKGROUND = 20;
/** Older agents are resumed from their transcripts. */
const MAX_REMEMBERED = 20;
const STOP_MS = 2_000;

/** The sub-agents of a session: those that a call waits for, and those that run in the background of a turn. */
export class SubAgents {
  readonly #parts: SubAgentsParts;
  readonly #background = new Set<BackgroundAgent>();
  #news: BackgroundAgent[] = [];
  #arrival = Promise.withResolvers<void>();
  #turn: OwningTurn | null = null;
  /** Agents that have ended, by their id, the latest last. */
  readonly #ended = new Map<string, PastAgent>();

  constructor(parts: SubAgentsParts) {
    this.#parts = parts;
  }

  /** The agents that can be called. */
  get specs(): readonly AgentSpec[] {
    return this.#parts.specs();
  }

  /** Agents that were started in the background, and their status. */
  get background(): { id: string; isRunning: boolean; description: string }[] {
    return [...this.#background].map(({ id, isRunning, command }) => ({ id, isRunning, description: command }));
  }

  /** Runs a call of the agent tool, made by an agent of this depth. */
  async *work(
    input: JsonObject,
    { context, depth }: { context: ToolContext; depth: number },
  ): AsyncGenerator<ToolProgress, ToolOutcome> {
    const agent = await this.#create(input, { callId: context.callId, depth });
    // Hosts stop reading at the result, so background work happens only on request. A sub-agent cannot have any:
    // it could not be notified of its end.
    const isWanted = input.run_in_background ?? agent.task.spec.background ?? false;
    const launched = isWanted === true && depth === 0 ? this.#launch(agent) : null;
    if (launched) return launchedOutcome(launched.taskId, agent);
    const work = agent.run(context.signal);
    for (;;) {
      const end = await Promise.race([work, agent.changed]);
      if (end) return this.#outcome(agent, { end, signal: context.signal });
      yield { kind: "display", display: agent.display };
    }
  }

  /** Waits for news while agents are running; returns whether there is any. Rejects with `signal.reason`. */
  async waitForNews(signal: AbortSignal): Promise<boolean> {
    if (this.#news.length === 0 && [...this.#background].every(({ isRunning }) => !isRunning)) return false;
    while (this.#news.length === 0) {
      this.#arrival = Promise.withResolvers<void>();
      await orAborted(this.#arrival.promise, signal);
    }
    return true;
  }

  /** Reports background agents that have ended; returns the messages for the model. */
  news(): Message[] {
    const emitter = this.#turn?.emitter;
    const ended = this.#news.splice(0);
    return ended.flatMap((job) => emitter ? [this.#report(job, emitter)] : []);
  }

  /** Background agents that are started from here on belong to this turn. */
  beginTurn(turn: OwningTurn): void {
    this.#turn = turn;
  }

  /** Stops the agents that still run when a turn ends; returns the messages for the model. */
  async endTurn(): Promise<Message[]> {
    const { clock } = this.#parts.session.world;
    for (const agent of this.#background) if (agent.isRunning) void agent.stop();
    if (this.#background.size > 0) {
      await within(Promise.all([...this.#background].map((agent) => agent.done)), { ms: STOP_MS, clock });
    }
    const news = this.news();
    this.#background.clear();
    this.#turn = null;
    return news;
  }

  /** Creates the agent for a task. Throws QwenError when there is none of that name. */
  async #create(input: JsonObject, { callId, depth }: { callId: string; depth: number }): Promise<SubAgent> {
    const prompt = text(input.prompt);
    if (prompt === null || prompt.trim() === "") throw fail("tool_failed", "params/prompt must be a text");
    const { events, maxDepth } = this.#parts;
    const resume = text(input.resume);
    const before = resume === null || resume === "" ? null : await this.#past(resume);
    const spec = this.#spec(text(input.subagent_type) || before?.agentType || DEFAULT_AGENT);
    const model = text(input.model) || before?.model;
    const task: AgentTask = {
      spec: model ? { ...spec, model } : spec,
      agentId: before?.agentId ?? callId,
      before: before?.messages ?? [],
      prompt,
      description: text(input.description) ?? "",
      callId,
      emitter: events.emitter(this.#turn?.emitter.cause ?? null, callId),
      tools: depth + 1 < maxDepth ? [new AgentTool(this, depth + 1)] : [],
      depth,
    };
    return new SubAgent(task, this.#parts);
  }

  /** The agent that a call resumes, from memory or from its transcript. Throws QwenError when there is none. */
  async #past(agentId: string): Promise<PastAgent> {
    const running = [...this.#background].some((job) => job.isRunning && job.agent.task.agentId === agentId);
    if (running) throw fail("tool_failed", `The agent ${agentId} is still working. Wait for its end, then resume it.`);
    const known = this.#ended.get(agentId);
    if (known) return known;
    const saved = await this.#parts.session.store.readTranscript?.(agentId);
    if (saved) return { agentId, agentType: saved.name, messages: saved.messages };
    const ids = [...this.#ended.keys()].join(", ");
    throw fail(
      "tool_failed",
      `There is no agent "${agentId}" to resume. ${ids === "" ? "None has ended." : `Known: ${ids}.`}`,
    );
  }

  /** Remembers the conversation of an agent that has ended, for a call that resumes it. */
  #remember(agent: SubAgent): void {
    const { agentId, spec } = agent.task;
    this.#ended.delete(agentId);
    this.#ended.set(agentId, {
      ...{ agentId, agentType: spec.name, messages: agent.conversation },
      ...(spec.model === undefined ? {} : { model: spec.model }),
    });
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MAX_REMEMBERED && oldest !== undefined) this.#ended.delete(oldest);
  }

  /** Starts an agent in the background; null when there is no turn that it could belong to. */
  #launch(agent: SubAgent): { taskId: string } | null {
    const turn = this.#turn;
    if (!turn) return null;
    const running = [...this.#background].filter(({ isRunning }) => isRunning).length;
    if (running >= MAX_BACKGROUND) {
      throw fail("tool_failed", `${running} agents are working in the background, which is the limit. Wait for one.`);
    }
    const { spec, callId, description } = agent.task;
    const taskId = `${spec.name}-${callId}`;
    const job = new BackgroundAgent(taskId, { agent, signal: turn.abort.signal });
    turn.emitter.emit({ type: "task.started", taskId, callId, agentName: spec.name, description });
    this.#background.add(job);
    this.#parts.memory.jobs.set(taskId, job);
    void job.done.then(() => {
      this.#remember(agent);
      const { outcome } = job.finished;
      if (outcome.kind === "interrupted" && outcome.by === "host_denial") this.#interrupt(new Interrupt(outcome.by));
      this.#news.push(job);
      this.#arrival.resolve();
    });
    return { taskId };
  }

  /** Ends the turn of an agent. */
  #interrupt(reason: Interrupt): void {
    this.#turn?.abort.abort(reason);
  }

  #outcome(agent: SubAgent, { end, signal }: { end: AgentEnd; signal: AbortSignal }): ToolOutcome {
    signal.throwIfAborted();
    const { outcome, usage } = end;
    this.#remember(agent);
    if (outcome.kind === "interrupted") {
      // The host refused one of its calls and wants everything to stop.
      const reason = new Interrupt(outcome.by);
      this.#interrupt(reason);
      throw reason;
    }
    const text = endText(end);
    const isError = outcome.kind !== "done";
    const data: JsonObject = {
      status: isError ? "failed" : "completed",
      ...about(agent),
      content: [{ type: "text", text }],
      totalTokens: usage.totalTokens,
      totalToolUseCount: usage.toolUses,
      totalDurationMs: usage.durationMs,
    };
    return { output: [{ kind: "text", text }, idNote(agent)], display: agent.display, isError, data };
  }

  #report(job: BackgroundAgent, emitter: Emitter): Message {
    const { ids } = this.#parts.session.world;
    const { spec, callId, description } = job.agent.task;
    const { outcome, usage } = job.finished;
    const status = outcome.kind === "done" ? "completed" : outcome.kind === "interrupted" ? "cancelled" : "failed";
    const text = `Background agent "${spec.name}: ${description}" ${status}.`;
    const message: Message = { id: ids.next(), role: "user", parts: [{ kind: "text", text }] };
    emitter.emit({ type: "message.added", message, origin: "notification" });
    const { transcriptPath } = job.agent;
    emitter.emit({
      ...{ type: "task.completed", taskId: job.id, callId, status, summary: job.output(), usage },
      ...(transcriptPath === null ? {} : { transcript: transcriptPath }),
    });
    return {
      ...message,
      isNote: true,
      parts: [{
        kind: "text",
        text: `${text}\ntask_id: ${job.id}\nagentId: ${job.agent.task.agentId}\n\n${job.output()}`,
      }],
    };
  }

  #spec(wanted: string): AgentSpec {
    const agents = this.specs;
    const found = agents.find((agent) => agent.name === wanted) ??
      agents.find((agent) => agent.name.toLowerCase() === wanted.toLowerCase());
    if (found) return found;
    const known = agents.map((agent) => agent.name).join(", ");
    throw fail("tool_failed", `There is no agent "${wanted}". Known: ${known}.`);
  }
}

/** A background agent as the list of tasks shows it. */
class BackgroundAgent implements Job {
  readonly id: string;
  readonly pid = 0;
  readonly agent: SubAgent;
  readonly done: Promise<void>;
  #end: AgentEnd | null = null;

  constructor(id: string, { agent, signal }: { agent: SubAgent; signal: AbortSignal }) {
    this.id = id;
    this.agent = agent;
    this.done = agent.run(signal, "background").then((end) => {
      this.#end = end;
    });
  }

  get command(): string {
    const { spec, description } = this.agent.task;
    return `${spec.name}: ${description}`;
  }

  get isRunning(): boolean {
    return this.#end === null;
  }

  get ended(): Promise<void> {
    return this.done;
  }

  get finished(): AgentEnd {
    if (!this.#end) throw new Error("The agent is still running");
    return this.#end;
  }

  output(): string {
    return this.#end ? endText(this.#end) : progressText(this.agent);
  }

  async stop(): Promise<void> {
    this.agent.stop(new Interrupt("client"));
    await this.done;
  }
}

function progressText({ display }: SubAgent): string {
  if (display.kind !== "task") return "";
  return display.calls.map(({ tool, status, summary }) => `${status}: ${summary || tool}`).join("\n");
}

function launchedOutcome(taskId: string, agent: SubAgent): ToolOutcome {
  const text = `Background agent launched successfully.\ntask_id: ${taskId}\nagentId: ${agent.task.agentId}\n` +
    "You will be told when it has ended. Do not wait for it by asking; go on with other work, or end your answer.";
  const data: JsonObject = { status: "async_launched", isAsync: true, taskId, ...about(agent) };
  return { output: [{ kind: "text", text }], display: agent.display, data };
}

function about({ task }: SubAgent): JsonObject {
  const { agentId, spec, description, prompt } = task;
  return { agentId, agentType: spec.name, description, prompt };
}

/** Tells the model how to continue an agent. */
function idNote({ task }: SubAgent): Part {
  return { kind: "text", text: `\n\nagentId: ${task.agentId} (give it as resume to go on with this agent)` };
}

function text(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
