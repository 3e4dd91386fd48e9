/** What hooks have to say once tool calls are over. */
import {
  isObject,
  type Json,
  type JsonObject,
  type Part,
  type Tool,
  type ToolCompleted,
  type ToolOutcome,
} from "../model/mod.ts";
import { type Hooks, stoppedByHook } from "./hooks.ts";
import type { Voice } from "./outbox.ts";

/** A call that has run. */
export interface FinishedRun {
  tool: Tool;
  input: JsonObject;
  outcome: ToolOutcome;
  durationMs: number;
  voice: Voice;
  signal: AbortSignal;
  /** Ends the whole turn. */
  interrupt: (reason: Error) => void;
}

interface BatchRun extends Pick<FinishedRun, "voice" | "signal" | "interrupt"> {
  hooks: Hooks;
}

/** Tells hooks how a call ended; returns what the model will see of it. */
export async function afterCall(callId: string, run: FinishedRun & { hooks: Hooks }): Promise<Part[]> {
  const { tool, input, outcome, durationMs, hooks, signal } = run;
  tellTodos(run);
  const event = outcome.isError ? "PostToolUseFailure" : "PostToolUse";
  if (!hooks.has(event) || signal.aborted) return outcome.output;
  const end: JsonObject = outcome.isError
    ? { error: textOfParts(outcome.output), isInterrupt: false }
    : { response: responseOf(outcome) };
  const facts: JsonObject = { tool: tool.name, input, callId, ...end, durationMs };
  const word = await hooks.fire({ event, key: tool.name, also: tool.aliases ?? [], facts, callId }, run);
  if (word.stop !== null) run.interrupt(stoppedByHook(word.stop));
  const extra = [...word.context, ...(word.decision === "deny" && word.reason ? [word.reason] : [])];
  return [...(word.output === null ? outcome.output : textParts([asText(word.output)])), ...textParts(extra)];
}

/** Tells hooks of all calls of one model answer; returns what the model should read after the results. */
export async function afterBatch(ends: readonly ToolCompleted[], run: BatchRun): Promise<string[]> {
  const { hooks, signal } = run;
  if (ends.length === 0 || signal.aborted || !hooks.has("PostToolBatch")) return [];
  const toolCalls = ends.map(({ tool, input, callId, data, output }): JsonObject => ({
    ...{ tool, input, callId },
    response: responseOf({ output, ...(data ? { data } : {}) }),
  }));
  try {
    const word = await hooks.fire({ event: "PostToolBatch", key: null, facts: { toolCalls }, callId: null }, run);
    if (word.stop !== null) run.interrupt(stoppedByHook(word.stop));
    return [...word.context, ...(word.decision === "deny" && word.reason ? [word.reason] : [])];
  } catch (error) {
    // The calls have their results, whatever becomes of the turn.
    if (signal.aborted) return [];
    throw error;
  }
}

/** Texts as parts. */
export function textParts(texts: readonly string[]): Part[] {
  return texts.map((text) => ({ kind: "text", text }));
}

/** Tells hooks of entries of the todo list that are new or done. */
function tellTodos({ outcome, hooks, voice }: FinishedRun & { hooks: Hooks }): void {
  const before = todosIn(outcome.data?.oldTodos);
  const now = todosIn(outcome.data?.newTodos);
  if (outcome.isError || !before || !now) return;
  const wasDone = new Map(before.map((todo) => [todo.id, todo.status === "completed"]));
  for (const todo of now) {
    const facts: JsonObject = { taskId: todo.id, taskSubject: todo.content };
    const tell = (...events: string[]): void => {
      for (const event of events) hooks.tell({ event, key: null, facts, callId: null }, voice);
    };
    if (!wasDone.has(todo.id)) tell("TaskCreated", "TodoCreated");
    if (todo.status === "completed" && wasDone.get(todo.id) !== true) tell("TaskCompleted", "TodoCompleted");
  }
}

function todosIn(value: Json | undefined): JsonObject[] | null {
  return Array.isArray(value) ? value.flatMap((todo) => isObject(todo) ? [todo as JsonObject] : []) : null;
}

/** What a call came to, as data and as text: hosts differ in what they want to be told. */
function responseOf(outcome: Pick<ToolOutcome, "output" | "data">): JsonObject {
  return { data: outcome.data ?? null, text: textOfParts(outcome.output) };
}

function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function textOfParts(parts: readonly Part[]): string {
  return parts.map((part) => part.kind === "text" ? part.text : `[${part.kind}]`).join("");
}
