import { isObject, type JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { optionalText, textField, titleOf, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";
import { shownTodos, type Task, TASK_OFFER, tasksOf, todoData } from "./task.ts";

const MAX_TASKS = 500;

/** Adds a task to the session's list. */
export const taskCreate: Tool = {
  name: "task_create",
  description: "Adds a task to the list of this session. Use it for work with several steps: one task per step.",
  kind: "other",
  parallel: false,
  aliases: ["TaskCreate"],
  ...TASK_OFFER,
  claude: { name: "TaskCreate", toResult: ({ data }) => ({ task: data.task }) },
  input: {
    type: "object",
    properties: {
      subject: { type: "string", minLength: 1, description: "The task in a few words, as a command." },
      description: { type: "string", description: "What has to be done, and how to tell that it is done." },
      activeForm: { type: "string", description: "What is shown meanwhile: Running the tests." },
      metadata: { type: "object" },
    },
    required: ["subject", "description"],
  },
  title: (input) => titleOf("Add the task", input.subject),
  needs: () => [],
  run: (input, context) => withoutProgress(() => run(input, context)),
};

function run(input: JsonObject, context: ToolContext): ToolOutcome {
  const before = tasksOf(context);
  if (before.length >= MAX_TASKS) throw toolFailure(`The list has ${MAX_TASKS} tasks.`, "Delete some of them first.");
  const content = textField(input, "subject");
  const description = optionalText(input, "description");
  const activeForm = optionalText(input, "activeForm");
  const task: Task = {
    id: nextId(before),
    content,
    status: "pending",
    ...(description === null ? {} : { description }),
    ...(activeForm === null ? {} : { activeForm }),
    ...(isObject(input.metadata) ? { metadata: input.metadata as JsonObject } : {}),
  };
  const tasks = [...before, task];
  context.memory.todos = tasks;
  return {
    output: [{ kind: "text", text: `Task #${task.id} created successfully: ${content}` }],
    display: { kind: "todos", todos: shownTodos(tasks) },
    data: { task: { id: task.id, subject: content }, oldTodos: todoData(before), newTodos: todoData(tasks) },
  };
}

/** The lowest number above all ids in use. */
function nextId(tasks: readonly Task[]): string {
  return String(Math.max(0, ...tasks.map(({ id }) => Number(id)).filter(Number.isSafeInteger)) + 1);
}
