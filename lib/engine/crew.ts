import {
  type AgentSpec,
  fail,
  type Job,
  type Json,
  type JsonObject,
  type Message,
  type ToolContext,
  type ToolOutcome,
  type ToolProgress,
  within,
} from "../model/mod.ts";
import { orAborted } from "./abortable.ts";
import { type AgentPool, AgentTool } from "./agent_tool.ts";
import { DEFAULT_AGENT } from "./built_in_agents.ts";
import { Interrupt } from "./interrupt.ts";
import type { Outbox, Voice } from "./outbox.ts";
import { type AgentEnd, type AgentOrder, endText, SubAgent, type SubAgentParts } from "./sub_agent.ts";

/** What a crew works with. */
export interface CrewParts extends SubAgentParts {
  outbox: Outbox;
  pool: AgentPool;
  maxDepth: number;
  /** The turn to which background agents belong, and with which they end at the latest; null between turns. */
  watch: () => Watch | null;
}

/** A turn, as its agents see it. */
export interface Watch {
  voice: Voice;
  abort: AbortController;
}

const MAX_BACKGROUND = 20;
const STOP_MS = 2_000;

/** The sub-agents of a session: those that somebody waits for, and those that work in the background of a turn. */
export class Crew {
  readonly #parts: CrewParts;
  readonly #background = new Set<BackgroundAgent>();
  #news: BackgroundAgent[] = [];
  #arrival = Promise.withResolvers<void>();

  constructor(parts: CrewParts) {
    this.#parts = parts;
  }

  /** Agents that were started in the background, and how they are. */
  get background(): { id: string; isRunning: boolean; description: string }[] {
    return [...this.#background].map(({ id, isRunning, command }) => ({ id, isRunning, description: command }));
  }

  /** Works on a call of the agent tool, by an agent of this depth. */
  async *work(
    input: JsonObject,
    { context, depth }: { context: ToolContext; depth: number },
  ): AsyncGenerator<ToolProgress, ToolOutcome> {
    const agent = this.#hire(input, { callId: context.callId, depth });
    // Hosts stop reading at the result, so that work in the background has to be asked for; and an agent that others
    // wait for has nobody to tell of the end of its own.
    const isWanted = input.run_in_background ?? agent.order.spec.background ?? false;
    const launched = isWanted === true && depth === 0 ? this.#launch(agent) : null;
    if (launched) return launchedOutcome(launched.taskId, agent);
    const work = agent.run(context.signal);
    for (;;) {
      const end = await Promise.race([work, agent.changed]);
      if (end) return this.#outcome(agent, { end, signal: context.signal });
      yield { kind: "display", display: agent.display };
    }
  }

  /** Whether there is news, after waiting for some while agents are at work. Rejects with `signal.reason`. */
  async waitForNews(signal: AbortSignal): Promise<boolean> {
    if (this.#news.length === 0 && [...this.#background].every(({ isRunning }) => !isRunning)) return false;
    while (this.#news.length === 0) {
      this.#arrival = Promise.withResolvers<void>();
      await orAborted(this.#arrival.promise, signal);
    }
    return true;
  }

  /** Tells of background agents that have ended, and returns what the model should know of them. */
  news(): Message[] {
    const voice = this.#parts.watch()?.voice;
    const ended = this.#news.splice(0);
    return ended.flatMap((job) => voice ? [this.#tell(job, voice)] : []);
  }

  /** Stops what is left when a turn ends; returns what the model should know of it. */
  async end(): Promise<Message[]> {
    const { clock } = this.#parts;
    for (const agent of this.#background) if (agent.isRunning) void agent.stop();
    if (this.#background.size > 0) {
      await within(Promise.all([...this.#background].map((agent) => agent.done)), { ms: STOP_MS, clock });
    }
    const news = this.news();
    this.#background.clear();
    return news;
  }

  /** Makes an agent for a task. Throws QwenError when there is none of that name. */
  #hire(input: JsonObject, { callId, depth }: { callId: string; depth: number }): SubAgent {
    const prompt = text(input.prompt);
    if (prompt === null || prompt.trim() === "") throw fail("tool_failed", "params/prompt must be a text");
    const { outbox, pool, maxDepth, watch } = this.#parts;
    const order: AgentOrder = {
      spec: this.#spec(text(input.subagent_type) || DEFAULT_AGENT),
      prompt,
      description: text(input.description) ?? "",
      callId,
      voice: outbox.voice(watch()?.voice.cause ?? null, callId),
      tools: depth + 1 < maxDepth ? [new AgentTool(pool, depth + 1)] : [],
      depth,
    };
    return new SubAgent(order, this.#parts);
  }

  /** Starts an agent that nobody waits for; null when there is no turn that could hear of its end. */
  #launch(agent: SubAgent): { taskId: string } | null {
    const watch = this.#parts.watch();
    if (!watch) return null;
    const running = [...this.#background].filter(({ isRunning }) => isRunning).length;
    if (running >= MAX_BACKGROUND) {
      throw fail("tool_failed", `${running} agents are working in the background, which is the limit. Wait for one.`);
    }
    const { spec, callId, description } = agent.order;
    const taskId = `${spec.name}-${callId}`;
    const job = new BackgroundAgent(taskId, { agent, signal: watch.abort.signal });
    watch.voice.emit({ type: "task.started", taskId, callId, agentName: spec.name, description });
    this.#background.add(job);
    this.#parts.memory.jobs.set(taskId, job);
    void job.done.then(() => {
      const { outcome } = job.finished;
      if (outcome.kind === "interrupted" && outcome.by === "host_denial") this.#interrupt(new Interrupt(outcome.by));
      this.#news.push(job);
      this.#arrival.resolve();
    });
    return { taskId };
  }

  /** Ends the turn that an agent works for. */
  #interrupt(reason: Interrupt): void {
    this.#parts.watch()?.abort.abort(reason);
  }

  #outcome(agent: SubAgent, { end, signal }: { end: AgentEnd; signal: AbortSignal }): ToolOutcome {
    signal.throwIfAborted();
    const { outcome, usage } = end;
    if (outcome.kind === "interrupted") {
      // The host refused one of its calls and wants everything to stop.
      const reason = new Interrupt(outcome.by);
      this.#interrupt(reason);
      throw reason;
    }
    const said = endText(end);
    const isError = outcome.kind !== "done";
    const data: JsonObject = {
      status: isError ? "failed" : "completed",
      ...about(agent),
      content: [{ type: "text", text: said }],
      totalTokens: usage.totalTokens,
      totalToolUseCount: usage.toolUses,
      totalDurationMs: usage.durationMs,
    };
    return { output: [{ kind: "text", text: said }], display: agent.display, isError, data };
  }

  #tell(job: BackgroundAgent, voice: Voice): Message {
    const { ids } = this.#parts;
    const { spec, callId, description } = job.agent.order;
    const { outcome, usage } = job.finished;
    const status = outcome.kind === "done" ? "completed" : outcome.kind === "interrupted" ? "cancelled" : "failed";
    const text = `Background agent "${spec.name}: ${description}" ${status}.`;
    const message: Message = { id: ids.next(), role: "user", parts: [{ kind: "text", text }] };
    voice.emit({ type: "message.added", message, origin: "notification" });
    const { transcriptPath } = job.agent;
    voice.emit({
      ...{ type: "task.completed", taskId: job.id, callId, status, summary: job.output(), usage },
      ...(transcriptPath === null ? {} : { transcript: transcriptPath }),
    });
    return { ...message, parts: [{ kind: "text", text: `${text}\ntask_id: ${job.id}\n\n${job.output()}` }] };
  }

  #spec(wanted: string): AgentSpec {
    const { agents } = this.#parts.pool;
    const found = agents.find((agent) => agent.name === wanted) ??
      agents.find((agent) => agent.name.toLowerCase() === wanted.toLowerCase());
    if (found) return found;
    const known = agents.map((agent) => agent.name).join(", ");
    throw fail("tool_failed", `There is no agent "${wanted}". Known: ${known}.`);
  }
}

/** An agent that works in the background, as the list of tasks knows it. */
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
    const { spec, description } = this.agent.order;
    return `${spec.name}: ${description}`;
  }

  get isRunning(): boolean {
    return this.#end === null;
  }

  get finished(): AgentEnd {
    if (!this.#end) throw new Error("The agent is still at work");
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
  const said = `Background agent launched successfully.\ntask_id: ${taskId}\n` +
    "You will be told when it has ended. Do not wait for it by asking; go on with other work, or end your answer.";
  const data: JsonObject = { status: "async_launched", isAsync: true, taskId, ...about(agent) };
  return { output: [{ kind: "text", text: said }], display: agent.display, data };
}

function about({ order }: SubAgent): JsonObject {
  const { callId, spec, description, prompt } = order;
  return { agentId: callId, agentType: spec.name, description, prompt };
}

function text(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}
