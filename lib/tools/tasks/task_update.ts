import { isObject, type JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { optionalText, textList, titleOf, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";
import { namedTask, shownTodos, type Task, TASK_OFFER, TASK_STATUSES, tasksOf, todoData } from "./task.ts";

/** Changes a task of the session's list, or deletes it. */
export const taskUpdate: Tool = {
  name: "task_update",
  description: "Changes a task of the list. Set it to in_progress when you begin it, and to completed as soon as it is \
done. The status deleted removes it.",
  kind: "other",
  parallel: false,
  aliases: ["TaskUpdate"],
  ...TASK_OFFER,
  claude: {
    name: "TaskUpdate",
    toResult: ({ data: { oldTodos: _old, newTodos: _new, ...result } }) => result,
  },
  input: {
    type: "object",
    properties: {
      taskId: { type: "string", description: "The id of the task." },
      status: { type: "string", enum: [...TASK_STATUSES, "deleted"] },
      subject: { type: "string", minLength: 1 },
      description: { type: "string" },
      activeForm: { type: "string" },
      owner: { type: "string" },
      addBlocks: { type: "array", items: { type: "string" }, description: "Ids of tasks that wait for this one." },
      addBlockedBy: { type: "array", items: { type: "string" }, description: "Ids of tasks that it waits for." },
      metadata: { type: "object", description: "Merged; null removes a key." },
    },
    required: ["taskId"],
  },
  title: (input) => titleOf("Update the task", input.taskId),
  needs: () => [],
  run: (input, context) => withoutProgress(() => run(input, context)),
};

function run(input: JsonObject, context: ToolContext): ToolOutcome {
  const task = namedTask(input, context);
  const before = tasksOf(context);
  const links = { blocks: linked(input, { name: "addBlocks", task, tasks: before }) };
  const waits = { blockedBy: linked(input, { name: "addBlockedBy", task, tasks: before }) };
  const changed = changedTask(task, input);
  const fields = changedFields(input);
  const isDeleted = input.status === "deleted";
  const tasks = isDeleted
    ? before.filter(({ id }) => id !== task.id).map((one) => withoutLinks(one, task.id))
    : before.map((one) => withLinks(one.id === task.id ? changed : one, { task, ...links, ...waits }));
  context.memory.todos = tasks;
  const shown = isDeleted ? "deleted" : fields.length === 0 ? "no changes" : fields.join(", ");
  return {
    output: [{ kind: "text", text: `Updated task #${task.id} ${shown}` }],
    display: { kind: "todos", todos: shownTodos(tasks) },
    data: {
      success: true,
      taskId: task.id,
      updatedFields: fields,
      ...(typeof input.status === "string" ? { statusChange: { from: task.status, to: input.status } } : {}),
      oldTodos: todoData(before),
      newTodos: todoData(tasks),
    },
  };
}

const FIELDS = ["subject", "description", "activeForm", "status", "owner", "metadata"] as const;

/** The fields that a call changes, as hosts name them. */
function changedFields(input: JsonObject): string[] {
  const own: string[] = FIELDS.filter((name) => input[name] !== undefined && input[name] !== null);
  if (textList(input, "addBlocks").length > 0) own.push("blocks");
  if (textList(input, "addBlockedBy").length > 0) own.push("blockedBy");
  return own;
}

function changedTask(task: Task, input: JsonObject): Task {
  const status = TASK_STATUSES.find((known) => known === input.status);
  const content = optionalText(input, "subject");
  const changed: Task = { ...task, ...(status ? { status } : {}), ...(content === null ? {} : { content }) };
  for (const name of ["description", "activeForm", "owner"] as const) {
    const value = optionalText(input, name);
    if (value !== null) changed[name] = value;
  }
  if (isObject(input.metadata)) {
    const merged = Object.entries({ ...task.metadata, ...input.metadata as JsonObject });
    changed.metadata = Object.fromEntries(merged.filter(([, value]) => value !== null));
  }
  return changed;
}

/** The ids of other tasks in a list of a call. Throws QwenError for an id that no other task has. */
function linked(
  input: JsonObject,
  { name, task, tasks }: { name: string; task: Task; tasks: readonly Task[] },
): string[] {
  return textList(input, name).map((text) => {
    const id = text.replace(/^#/, "");
    if (id === task.id || !tasks.some((one) => one.id === id)) {
      throw toolFailure(`params/${name}: task #${id} not found.`);
    }
    return id;
  });
}

function withLinks(
  one: Task,
  { task, blocks, blockedBy }: { task: Task; blocks: string[]; blockedBy: string[] },
): Task {
  if (one.id === task.id) return { ...one, ...joined(one, { blocks, blockedBy }) };
  return {
    ...one,
    ...joined(one, {
      blocks: blockedBy.includes(one.id) ? [task.id] : [],
      blockedBy: blocks.includes(one.id) ? [task.id] : [],
    }),
  };
}

function joined(one: Task, more: { blocks: string[]; blockedBy: string[] }): Pick<Task, "blocks" | "blockedBy"> {
  const blocks = [...new Set([...one.blocks ?? [], ...more.blocks])];
  const blockedBy = [...new Set([...one.blockedBy ?? [], ...more.blockedBy])];
  return { ...(blocks.length > 0 ? { blocks } : {}), ...(blockedBy.length > 0 ? { blockedBy } : {}) };
}

function withoutLinks(one: Task, id: string): Task {
  const { blocks, blockedBy, ...rest } = one;
  const others = (ids: readonly string[] = []): string[] => ids.filter((other) => other !== id);
  return { ...rest, ...joined(rest, { blocks: others(blocks), blockedBy: others(blockedBy) }) };
}
