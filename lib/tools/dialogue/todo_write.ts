import type { Todo } from "../../model/content.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { textList, toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";

/** States of an entry. */
const STATUSES = ["pending", "in_progress", "completed"] as const;

const MAX_TODOS = 500;

/** Maintains the session's todo list. */
export const todoWrite: Tool = {
  name: "todo_write",
  description:
    `Replaces the todo list of this session. Use it for tasks with several steps: one entry per step, at most one \
in progress. Mark each entry as completed as soon as it is done.`,
  kind: "other",
  acpKind: "think",
  parallel: false,
  aliases: ["TodoList", "TodoWrite", "TodoWriteTool"],
  callNames: ["write_todos", "manage_todo_list", "update_todos"],
  insteadOf: ["update_plan", "task_tracker"],
  // Hosts of Claude Code have tasks instead.
  servesHost: (host) => host !== "claude",
  claude: {
    name: "TodoWrite",
    toInput: (input) => Array.isArray(input.todos) ? { ...input, todos: input.todos.map(toClaudeTodo) } : input,
    fromInput: (input) => Array.isArray(input.todos) ? { ...input, todos: input.todos.map(fromClaudeTodo) } : input,
    toResult: ({ data }) => ({ oldTodos: claudeTodos(data.oldTodos), newTodos: claudeTodos(data.newTodos) }),
  },
  input: {
    type: "object",
    properties: {
      todos: {
        type: "array",
        items: {
          type: "object",
          properties: {
            id: { type: "string" },
            content: { type: "string", minLength: 1, description: "The task." },
            status: { type: "string", enum: [...STATUSES] },
            blockedBy: {
              type: "array",
              items: { type: "string" },
              description: "Ids of entries that come first.",
            },
          },
          required: ["content", "status"],
        },
      },
    },
    required: ["todos"],
  },
  title: () => "Update the todo list",
  needs: () => [],
  run: (input, context) => withoutProgress(() => run(input, context)),
};

/** An entry with the fields that only the model uses. */
interface Entry extends Todo {
  blockedBy?: string[];
}

/** Replaces the list. */
function run(input: JsonObject, context: ToolContext): ToolOutcome {
  if (!Array.isArray(input.todos)) throw toolFailure("params/todos must be array");
  if (input.todos.length > MAX_TODOS) throw toolFailure(`The list has more than ${MAX_TODOS} entries.`);
  const todos = input.todos.map(todoOf);
  const ids = new Set(todos.map((todo) => todo.id));
  if (ids.size < todos.length) throw toolFailure("Two entries of the list have the same id.", "Give each its own.");
  const old: readonly Entry[] = context.memory.todos;
  context.memory.todos = todos;
  const text = `Todos have been modified successfully. The list is now:\n${JSON.stringify(todos)}`;
  return {
    output: [{ kind: "text", text }],
    display: { kind: "todos", todos: todos.map(({ id, content, status }) => ({ id, content, status })) },
    data: { oldTodos: old.map(jsonOf), newTodos: todos.map(jsonOf) },
  };
}

function todoOf(value: Json, index: number): Entry {
  if (!isObject(value) || typeof value.content !== "string") {
    throw toolFailure(`params/todos/${index} must have required property 'content'`);
  }
  const status = STATUSES.find((known) => known === value.status);
  if (!status) throw toolFailure(`params/todos/${index}/status must be one of ${STATUSES.join(", ")}`);
  const id = typeof value.id === "string" && value.id !== "" ? value.id : `${index + 1}`;
  const blockedBy = textList(value, "blockedBy");
  return { id, content: value.content, status, ...(blockedBy.length > 0 ? { blockedBy } : {}) };
}

function jsonOf({ id, content, status, blockedBy }: Entry): JsonObject {
  return { id, content, status, ...(blockedBy ? { blockedBy } : {}) };
}

function toClaudeTodo(todo: Json): Json {
  if (!isObject(todo)) return todo;
  const { content, status } = todo as JsonObject;
  return { content, status, activeForm: content };
}

function fromClaudeTodo(todo: Json, index: number): Json {
  if (!isObject(todo)) return todo;
  const { content, status } = todo as JsonObject;
  return { id: String(index + 1), content, status };
}

function claudeTodos(todos: Json | undefined): Json[] {
  return Array.isArray(todos) ? todos.filter(isObject).map((todo) => toClaudeTodo(todo as JsonObject)) : [];
}
