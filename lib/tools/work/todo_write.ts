import type { Todo } from "../../model/content.ts";
import { isObject } from "../../model/json.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ToolContext, ToolOutcome } from "../../model/ports.ts";
import { textList, toolFailure } from "../input.ts";
import { STATUSES } from "../todo_write.ts";

const MAX_TODOS = 500;

/** An entry with what only the model that wrote it goes by. */
interface Entry extends Todo {
  blockedBy?: string[];
}

/** Replaces the list. */
export function run(input: JsonObject, context: ToolContext): ToolOutcome {
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
