import type { Event } from "../../model/event.ts";

/** The progress of a background agent. */
export interface TaskProgress {
  taskId: string;
  callId: string;
  agentName: string | null;
  description: string;
  totalTokens: number;
  toolUses: number;
  durationMs: number;
  /** Our name of the last tool that completed. */
  lastTool: string;
}

interface OpenTask extends Omit<TaskProgress, "durationMs" | "lastTool"> {
  startedAt: number;
}

/** Tracks the progress of background agents by their events. */
export class TaskTracker {
  /** Open tasks by the call that started the agent. */
  readonly #open = new Map<string, OpenTask>();

  /** Takes an event; returns the progress of its agent when a tool call completed. */
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
