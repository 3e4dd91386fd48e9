import type { Todo } from "../model/content.ts";
import { isObject } from "../model/json.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../model/ports.ts";
import { textList, toolFailure } from "./input.ts";
import { quietly } from "./quietly.ts";

const MAX_TODOS = 500;
const STATUSES = ["pending", "in_progress", "completed"] as const;

/** Keeps the list of what is to be done. */
export const todoWrite: Tool = {
  name: "todo_write",
  description:
    `Replaces the todo list of this session. Use it for work of several steps: one entry a step, at most one \
in progress, each marked as completed as soon as it is done.`,
  kind: "other",
  parallel: false,
  aliases: ["TodoList", "TodoWrite", "TodoWriteTool"],
  input: {
    type: "object",
    properties: {
      todos: {
        type: "array",
        items: {
          type: "object",
          properties: {
            id: { type: "string", description: "A name of the entry that stays the same." },
            content: { type: "string", minLength: 1, description: "What is to be done." },
            status: { type: "string", enum: [...STATUSES] },
            blockedBy: { type: "array", items: { type: "string" }, description: "Ids of entries to be done first." },
          },
          required: ["content", "status"],
        },
      },
    },
    required: ["todos"],
  },
  title: () => "Update the todo list",
  needs: () => [],
  run: (input, context) => quietly(() => run(input, context)),
};

/** An entry with what only the model that wrote it goes by. */
interface Entry extends Todo {
  blockedBy?: string[];
}

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
