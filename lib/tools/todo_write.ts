import { deferred } from "../model/deferred.ts";
import type { Tool } from "../model/ports.ts";
import { quietly } from "./quietly.ts";

/** How far an entry may be. */
export const STATUSES = ["pending", "in_progress", "completed"] as const;

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
  ready: work,
  run: (input, context) => quietly(async () => (await work()).run(input, context)),
};

function work(): Promise<typeof import("./work/todo_write.ts")> {
  return import(deferred("./work/todo_write.ts"));
}
