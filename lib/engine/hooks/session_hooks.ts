import { type Outcome, type Part, type PermissionUpdate, textOf } from "../../model/mod.ts";
import type { Emitter } from "../session/event_queue.ts";
import type { SessionParts } from "../session/session_parts.ts";
import type { SessionState } from "../session/session_state.ts";
import type { History } from "../turn/history/history.ts";
import { type HookCall, type Hooks, stoppedByHook } from "./hooks.ts";

/** Who asks hooks about a prompt. */
export interface HookCaller {
  hooks: Hooks;
  emitter: Emitter;
  signal: AbortSignal;
}

/** Tells hooks that the conversation starts, once for each start; returns text for the model. */
export async function tellStart(
  { parts, state }: { parts: SessionParts; state: SessionState },
  caller: HookCaller,
): Promise<string[]> {
  const { hooks, emitter } = caller;
  const source = state.starting;
  state.starting = null;
  if (source === null) return [];
  if (hooks.has("InstructionsLoaded")) {
    for (const { path } of await parts.host.commandContext?.memory.show() ?? []) {
      const memoryType = path.startsWith(`${parts.identity.cwd}/`) ? "Project" : "User";
      const facts = { filePath: path, memoryType, loadReason: "session_start" };
      hooks.tell({ event: "InstructionsLoaded", key: "session_start", facts, callId: null }, emitter);
    }
  }
  if (!hooks.has("SessionStart")) return [];
  const facts = { source, model: state.model };
  const result = await hooks.fire({ event: "SessionStart", key: source, facts, callId: null }, caller);
  if (result.stop !== null) throw stoppedByHook(result.stop);
  return result.context;
}

/** Asks hooks about the prompt that a slash command was expanded to; returns text for the model. */
export async function askExpansionHooks(
  { typed, prompt }: { typed: string; prompt: string },
  caller: HookCaller,
): Promise<string[]> {
  const [name = "", ...rest] = typed.trim().replace(/^\//, "").split(/\s+/);
  const facts = { expansionType: "slash_command", commandName: name, commandArgs: rest.join(" "), prompt };
  return await askGate({ event: "UserPromptExpansion", key: name, facts, callId: null }, caller);
}

/** Asks hooks about a prompt; returns text for the model, throws when the prompt is refused. */
export async function askPromptHooks(content: readonly Part[], caller: HookCaller): Promise<string[]> {
  const facts = { prompt: textOf(content) };
  return await askGate({ event: "UserPromptSubmit", key: null, facts, callId: null }, caller);
}

/** Tells hooks that a turn failed. */
export function tellFailure(
  outcome: Outcome,
  { hooks, history, emitter }: { hooks: Hooks; history: History; emitter: Emitter },
): void {
  if (outcome.kind !== "failed" || outcome.problem.code === "prompt_blocked" || !hooks.has("StopFailure")) return;
  const last = history.messages.findLast((message) => message.role === "assistant");
  const facts = {
    error: outcome.problem.code,
    errorDetails: outcome.problem.message,
    ...(last ? { lastAssistantMessage: textOf(last.parts) } : {}),
  };
  hooks.tell({ event: "StopFailure", key: outcome.problem.code, facts, callId: null }, emitter);
}

/** Tells hooks that the conversation ends. */
export function tellEnd(
  hooks: Hooks,
  { reason, emitter }: { reason: "clear" | "prompt_input_exit" | "other"; emitter: Emitter },
): void {
  hooks.tell({ event: "SessionEnd", key: reason, facts: { reason }, callId: null }, emitter);
}

/** Tells hooks about folders that were added to the workspace. */
export function tellDirectories(
  hooks: Hooks,
  update: PermissionUpdate,
  { emitter, source }: { emitter: Emitter; source: "permission_update" | "slash_command" | "register_repo_root" },
): void {
  if (update.type !== "directories" || update.change !== "add" || !hooks.has("DirectoryAdded")) return;
  for (const directory of update.directories) {
    const facts = { directory, source };
    hooks.tell({ event: "DirectoryAdded", key: null, facts, callId: null }, emitter);
  }
}

async function askGate(call: HookCall, caller: HookCaller): Promise<string[]> {
  const { hooks } = caller;
  if (!hooks.has(call.event)) return [];
  const result = await hooks.fire(call, caller);
  if (result.decision !== "deny" && result.stop === null) return result.context;
  throw stoppedByHook(result.reason ?? result.stop ?? `A ${call.event} hook refused the prompt`);
}
