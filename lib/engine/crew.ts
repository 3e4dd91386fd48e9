import {
  type AgentSpec,
  fail,
  type Job,
  type Message,
  SETTLED,
  type Tool,
  type ToolMemory,
  within,
} from "../model/mod.ts";
import { AgentTool } from "./agent_tool.ts";
import { DEFAULT_AGENT } from "./built_in_agents.ts";
import { Interrupt } from "./interrupt.ts";
import type { Outbox, Voice } from "./outbox.ts";
import { type AgentEnd, type AgentOrder, endText, SubAgent, type SubAgentParts } from "./sub_agent.ts";

/** What a crew works with. */
export interface CrewParts extends SubAgentParts {
  outbox: Outbox;
  memory: ToolMemory;
  agents: () => readonly AgentSpec[];
  maxDepth: number;
}

/** A task as a call asks for it. */
export interface AgentTask {
  agentName: string | null;
  prompt: string;
  description: string;
  callId: string;
  /** How many agents stand above the one that asks. */
  depth: number;
}

interface Watch {
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
  #watch: Watch | null = null;

  constructor(parts: CrewParts) {
    this.#parts = parts;
  }

  get agents(): readonly AgentSpec[] {
    return this.#parts.agents();
  }

  /** Agents that were started in the background, and how they are. */
  get background(): { id: string; isRunning: boolean; description: string }[] {
    return [...this.#background].map(({ id, isRunning, command }) => ({ id, isRunning, description: command }));
  }

  /** The tool by which an agent calls others, for an agent of this depth; null where it may call none. */
  tool(depth: number): Tool | null {
    return depth < this.#parts.maxDepth ? new AgentTool(this, depth) : null;
  }

  /** A turn begins: background agents belong to it, and end with it at the latest. */
  begin(watch: Watch): void {
    this.#watch = watch;
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
    this.#watch = null;
    return news;
  }

  /** Makes an agent for a task. Throws QwenError when there is none of that name. */
  hire(task: AgentTask): SubAgent {
    const { outbox } = this.#parts;
    const spec = this.#spec(task.agentName);
    const tool = this.tool(task.depth + 1);
    const order: AgentOrder = {
      spec,
      prompt: task.prompt,
      description: task.description,
      callId: task.callId,
      voice: outbox.voice(this.#watch?.voice.cause ?? null, task.callId),
      tools: tool ? [tool] : [],
      depth: task.depth,
    };
    return new SubAgent(order, this.#parts);
  }

  /** Starts an agent that nobody waits for; null when there is no turn that could hear of its end. */
  launch(agent: SubAgent): { taskId: string } | null {
    const watch = this.#watch;
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
      if (outcome.kind === "interrupted" && outcome.by === "host_denial") this.interrupt(new Interrupt(outcome.by));
      this.#news.push(job);
      this.#arrival.resolve();
    });
    return { taskId };
  }

  /** Whether there is news, after waiting for some while agents are at work. Rejects with `signal.reason`. */
  async waitForNews(signal: AbortSignal): Promise<boolean> {
    if (this.#news.length === 0 && [...this.#background].every(({ isRunning }) => !isRunning)) return false;
    while (this.#news.length === 0) {
      const aborted = Promise.withResolvers<never>();
      const done = new AbortController();
      signal.addEventListener("abort", () => aborted.reject(signal.reason), { signal: done.signal });
      signal.throwIfAborted();
      this.#arrival = Promise.withResolvers<void>();
      await Promise.race([this.#arrival.promise, aborted.promise]).finally(() => done.abort(SETTLED));
    }
    return true;
  }

  /** Tells of background agents that have ended, and returns what the model should know of them. */
  news(): Message[] {
    const voice = this.#watch?.voice;
    const ended = this.#news.splice(0);
    return ended.flatMap((job) => voice ? [this.#tell(job, voice)] : []);
  }

  /** Ends the turn that an agent works for. */
  interrupt(reason: Interrupt): void {
    this.#watch?.abort.abort(reason);
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

  #spec(name: string | null): AgentSpec {
    const wanted = name ?? DEFAULT_AGENT;
    const agents = this.agents;
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
