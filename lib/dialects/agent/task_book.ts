import type { Event } from "../../model/event.ts";

/** How far a background agent has come. */
export interface TaskProgress {
  taskId: string;
  callId: string;
  agentName: string | null;
  description: string;
  totalTokens: number;
  toolUses: number;
  durationMs: number;
  /** Our name of the tool that ended last. */
  lastTool: string;
}

interface OpenTask extends Omit<TaskProgress, "durationMs" | "lastTool"> {
  startedAt: number;
}

/** Follows background agents by what they say and do. */
export class TaskBook {
  /** By the call that started the agent. */
  readonly #open = new Map<string, OpenTask>();

  /** Takes an event in; says how far its agent has come when it has ended a call. */
  take(event: Event): TaskProgress | null {
    if (event.type === "task.started" && event.callId !== null) {
      const { taskId, callId, agentName, description, at } = event;
      this.#open.set(callId, { taskId, callId, agentName, description, totalTokens: 0, toolUses: 0, startedAt: at });
    }
    if (event.type === "task.completed" && event.callId !== null) this.#open.delete(event.callId);
    const task = event.agent === null ? undefined : this.#open.get(event.agent);
    if (!task) return null;
    if (event.type === "message.completed") task.totalTokens += event.usage.totalTokens;
    if (event.type !== "tool.completed") return null;
    task.toolUses += 1;
    const { startedAt, ...facts } = task;
    return { ...facts, durationMs: event.at - startedAt, lastTool: event.tool };
  }
}
