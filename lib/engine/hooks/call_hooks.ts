import {
  isObject,
  type Json,
  type JsonObject,
  type Part,
  type Tool,
  type ToolCompleted,
  type ToolOutcome,
} from "../../model/mod.ts";
import { type Hooks, stoppedByHook } from "./hooks.ts";
import type { Emitter } from "../session/event_queue.ts";

/** A call that has run. */
export interface FinishedRun {
  tool: Tool;
  input: JsonObject;
  outcome: ToolOutcome;
  durationMs: number;
  emitter: Emitter;
  signal: AbortSignal;
  /** Ends the whole turn. */
  interrupt: (reason: Error) => void;
}

interface BatchRun extends Pick<FinishedRun, "emitter" | "signal" | "interrupt"> {
  hooks: Hooks;
}

/** Tells hooks how a call ended; returns the output for the model. */
export async function afterCall(callId: string, run: FinishedRun & { hooks: Hooks }): Promise<Part[]> {
  const { tool, input, outcome, durationMs, hooks, signal } = run;
  tellTodos(run);
  const event = outcome.isError ? "PostToolUseFailure" : "PostToolUse";
  if (!hooks.has(event) || signal.aborted) return outcome.output;
  const end: JsonObject = outcome.isError
    ? { error: textOfParts(outcome.output), isInterrupt: false }
    : { response: responseOf(outcome) };
  const facts: JsonObject = { tool: tool.name, input, callId, ...end, durationMs };
  const result = await hooks.fire({ event, key: tool.name, also: tool.aliases ?? [], facts, callId }, run);
  if (result.stop !== null) run.interrupt(stoppedByHook(result.stop));
  const extra = [...result.context, ...(result.decision === "deny" && result.reason ? [result.reason] : [])];
  return [...(result.output === null ? outcome.output : textParts([asText(result.output)])), ...textParts(extra)];
}

/** Tells hooks about all calls of one model answer; returns notes for the model after the results. */
export async function afterBatch(ends: readonly ToolCompleted[], run: BatchRun): Promise<string[]> {
  const { hooks, signal } = run;
  if (ends.length === 0 || signal.aborted || !hooks.has("PostToolBatch")) return [];
  const toolCalls = ends.map(({ tool, input, callId, data, output }): JsonObject => ({
    ...{ tool, input, callId },
    response: responseOf({ output, ...(data ? { data } : {}) }),
  }));
  try {
    const result = await hooks.fire({ event: "PostToolBatch", key: null, facts: { toolCalls }, callId: null }, run);
    if (result.stop !== null) run.interrupt(stoppedByHook(result.stop));
    return [...result.context, ...(result.decision === "deny" && result.reason ? [result.reason] : [])];
  } catch (error) {
    // The calls keep their results even if the turn fails.
    if (signal.aborted) return [];
    throw error;
  }
}

/** Converts texts to parts. */
export function textParts(texts: readonly string[]): Part[] {
  return texts.map((text) => ({ kind: "text", text }));
}

/** Tells hooks about new and completed entries of the todo list. */
function tellTodos({ outcome, hooks, emitter }: FinishedRun & { hooks: Hooks }): void {
  const before = todosIn(outcome.data?.oldTodos);
  const now = todosIn(outcome.data?.newTodos);
  if (outcome.isError || !before || !now) return;
  const wasDone = new Map(before.map((todo) => [todo.id, todo.status === "completed"]));
  for (const todo of now) {
    const facts: JsonObject = { taskId: todo.id, taskSubject: todo.content };
    const tell = (...events: string[]): void => {
      for (const event of events) hooks.tell({ event, key: null, facts, callId: null }, emitter);
    };
    if (!wasDone.has(todo.id)) tell("TaskCreated", "TodoCreated");
    if (todo.status === "completed" && wasDone.get(todo.id) !== true) tell("TaskCompleted", "TodoCompleted");
  }
}

function todosIn(value: Json | undefined): JsonObject[] | null {
  return Array.isArray(value) ? value.flatMap((todo) => isObject(todo) ? [todo as JsonObject] : []) : null;
}

/** The result of a call as data and as text: hosts differ in what they need. */
function responseOf(outcome: Pick<ToolOutcome, "output" | "data">): JsonObject {
  return { data: outcome.data ?? null, text: textOfParts(outcome.output) };
}

function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function textOfParts(parts: readonly Part[]): string {
  return parts.map((part) => part.kind === "text" ? part.text : `[${part.kind}]`).join("");
}
