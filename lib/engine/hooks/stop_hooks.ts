import type { JsonObject } from "../../model/mod.ts";
import type { Emitter } from "../session/event_queue.ts";
import type { Recorder } from "../turn/recorder.ts";
import type { Hooks } from "./hooks.ts";

/** The parts that Stop hooks are asked with. */
export interface StopHookParts {
  hooks: Hooks;
  emitter: Emitter;
  recorder: Recorder;
  signal: AbortSignal;
}

/** Asks the hooks at the end of a turn or of a sub-agent; returns why it goes on, or null when it may end. */
export async function askStopHooks(
  facts: JsonObject & { agentType?: string },
  parts: StopHookParts,
): Promise<string | null> {
  const { hooks, emitter, recorder, signal } = parts;
  const event = emitter.agent === null ? "Stop" : "SubagentStop";
  if (!hooks.has(event)) return null;
  // Hooks read the transcript.
  await recorder.sync();
  const call = { event, key: facts.agentType ?? null, facts, callId: null };
  const { decision, stop, reason, context } = await hooks.fire(call, { emitter, signal });
  const isBlocked = decision === "deny" && stop === null;
  const names = hooks.list().filter((hook) => hook.event === event).map(({ name }) => name);
  emitter.emit({ type: "hooks.stopped", event, hooks: names, isBlocked, reason: reason ?? stop });
  return isBlocked ? [reason ?? "Go on.", ...context].join("\n") : null;
}
