import type { Todo } from "../../model/content.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext } from "../../model/ports.ts";
import { textField, toolFailure } from "../input.ts";

/** States of a task. */
export const TASK_STATUSES = ["pending", "in_progress", "completed"] as const;

/** An entry of the session's list of tasks. Its subject is the content of the todo. */
export interface Task extends Todo {
  description?: string;
  /** What is shown while the task is in progress. */
  activeForm?: string;
  owner?: string;
  /** Ids of tasks that wait for this one. */
  blocks?: string[];
  /** Ids of tasks that this one waits for. */
  blockedBy?: string[];
  metadata?: JsonObject;
}

/** The tasks of the session. */
export function tasksOf({ memory }: Pick<ToolContext, "memory">): readonly Task[] {
  return memory.todos;
}

/** The task that a call names. Throws QwenError when there is none. */
export function namedTask(input: JsonObject, context: Pick<ToolContext, "memory">): Task {
  const id = taskId(input);
  const task = tasksOf(context).find((one) => one.id === id);
  if (task) return task;
  const ids = tasksOf(context).map((one) => `#${one.id}`);
  throw toolFailure(`Task #${id} not found.`, ids.length === 0 ? "There are no tasks." : `Tasks: ${ids.join(", ")}.`);
}

/** The id in a call, with or without its sign. */
function taskId(input: JsonObject): string {
  return textField(input, "taskId").replace(/^#/, "");
}

/** The ids of unfinished tasks that a task waits for. */
export function openBlockers(task: Task, tasks: readonly Task[]): string[] {
  return (task.blockedBy ?? []).filter((id) => tasks.some((one) => one.id === id && one.status !== "completed"));
}

/** A task as data for hosts. */
export function taskData(task: Task): JsonObject {
  const { id, content, status, description = "", blocks = [], blockedBy = [] } = task;
  return { id, subject: content, description, status, blocks, blockedBy };
}

/** The list as a person sees it. */
export function shownTodos(tasks: readonly Task[]): Todo[] {
  return tasks.map(({ id, content, status }) => ({ id, content, status }));
}

/** The list as data, in the form of the todo list. */
export function todoData(tasks: readonly Task[]): JsonObject[] {
  return shownTodos(tasks).map((todo) => ({ ...todo }));
}

/** Hosts of Claude Code have tasks in place of a todo list. Other hosts get them where a person watches. */
export const TASK_OFFER: Pick<Tool, "servesHost" | "worksIn"> = {
  servesHost: (host) => host !== null,
  worksIn: ({ answers, host }) => answers || host === "claude",
};
