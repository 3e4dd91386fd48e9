/** What hooks have to say around a prompt. */
import { type Outcome, type Part, textOf } from "../model/mod.ts";
import { type HookCall, type HookWord, stoppedByHook } from "./hooks.ts";
import type { Voice } from "./outbox.ts";
import type { SessionParts } from "./session_parts.ts";
import type { SessionState } from "./session_state.ts";
import type { Workshop } from "./workshop.ts";

/** What hooks around a prompt are asked with. */
export interface HookScope {
  scope: { parts: SessionParts; state: SessionState; workshop: Workshop };
  voice: Voice;
  signal: AbortSignal;
}

/** Tells hooks that the conversation starts, once for each start; returns what the model should read first. */
export async function tellStart(around: HookScope): Promise<string[]> {
  const { scope, voice } = around;
  const { parts, state, workshop } = scope;
  const { hooks } = workshop;
  const source = state.starting;
  state.starting = null;
  if (source === null) return [];
  if (hooks.has("InstructionsLoaded")) {
    for (const { path } of await parts.desk?.memory.show() ?? []) {
      const memoryType = path.startsWith(`${parts.cwd}/`) ? "Project" : "User";
      const facts = { filePath: path, memoryType, loadReason: "session_start" };
      hooks.tell({ event: "InstructionsLoaded", key: "session_start", facts, callId: null }, voice);
    }
  }
  if (!hooks.has("SessionStart")) return [];
  const facts = { source, model: state.model };
  const word = await hooks.fire({ event: "SessionStart", key: source, facts, callId: null }, around);
  if (word.stop !== null) throw stoppedByHook(word.stop);
  return word.context;
}

/** Asks hooks about the prompt that a slash command was turned into; returns what the model should read besides. */
export async function askExpansionHooks(typed: string, around: HookScope & { prompt: string }): Promise<string[]> {
  const [name = "", ...rest] = typed.trim().replace(/^\//, "").split(/\s+/);
  const facts = {
    expansionType: "slash_command",
    commandName: name,
    commandArgs: rest.join(" "),
    prompt: around.prompt,
  };
  return await askGate({ event: "UserPromptExpansion", key: name, facts, callId: null }, around);
}

/** Asks hooks about a prompt; returns what the model should read besides, throws when it is refused. */
export async function askPromptHooks(content: readonly Part[], around: HookScope): Promise<string[]> {
  return await askGate(
    { event: "UserPromptSubmit", key: null, facts: { prompt: textOf(content) }, callId: null },
    around,
  );
}

/** Tells hooks that a turn failed. */
export function tellFailure(outcome: Outcome, { scope, voice }: Pick<HookScope, "scope" | "voice">): void {
  const { hooks, history } = scope.workshop;
  if (outcome.kind !== "failed" || outcome.problem.code === "prompt_blocked" || !hooks.has("StopFailure")) return;
  const last = history.messages.findLast((message) => message.role === "assistant");
  const facts = {
    error: outcome.problem.code,
    errorDetails: outcome.problem.message,
    ...(last ? { lastAssistantMessage: textOf(last.parts) } : {}),
  };
  hooks.tell({ event: "StopFailure", key: outcome.problem.code, facts, callId: null }, voice);
}

async function askGate(call: HookCall, around: HookScope): Promise<string[]> {
  const { hooks } = around.scope.workshop;
  if (!hooks.has(call.event)) return [];
  const word: HookWord = await hooks.fire(call, around);
  if (word.decision !== "deny" && word.stop === null) return word.context;
  throw stoppedByHook(word.reason ?? word.stop ?? `A ${call.event} hook refused the prompt`);
}
