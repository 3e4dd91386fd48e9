import type { HookContext, HookRun } from "../../../engine/hooks/hooks.ts";
import { isObject, type Json, type JsonObject } from "../../../model/mod.ts";
import { extractFencedJson } from "../../../schema/extract_fenced_json.ts";
import { hookInput, PLAIN_HOOK_PROTOCOL } from "../../../dialects/agent/hook_messages.ts";

/** A hook that lets the model decide. */
export interface PromptHook {
  prompt: string;
  /** The model; null is that of the session. */
  model: string | null;
  /** Whether the turn goes on after a refusal at an event that could end it. */
  continues: boolean;
}

const SYSTEM = `You decide for a coding agent whether something may go on. You are told what is about to happen or has \
happened, as JSON, and by what to judge it. Answer with one JSON object and nothing else:
{"ok": true} when it may go on,
{"ok": false, "reason": "…"} when it may not, with the reason in one or two sentences.
Add "additionalContext": "…" when the agent should know something more.`;

const ARGUMENTS = /\$ARGUMENTS/g;

/** Events at which a refusal is an answer to the agent, which then goes on. */
const ANSWERED: ReadonlySet<string> = new Set([
  ...["PreToolUse", "PermissionRequest", "UserPromptSubmit", "UserPromptExpansion", "PreModelSwitch"],
  ...["Stop", "SubagentStop", "PreCompact"],
]);

/** Asks the model about an event. Rejects with what the provider throws. */
export async function askPromptHook(
  hook: PromptHook,
  { payload, context }: { payload: JsonObject; context: HookContext },
): Promise<HookRun> {
  const input = JSON.stringify(hookInput(payload, PLAIN_HOOK_PROTOCOL), null, 2);
  const text = hook.prompt.includes("$ARGUMENTS")
    ? hook.prompt.replace(ARGUMENTS, () => input)
    : `${hook.prompt}\n\n${input}`;
  const output = (await context.ask({ system: SYSTEM, text, model: hook.model })).trim();
  const isAnswered = typeof payload.event === "string" && ANSWERED.has(payload.event);
  const value = hookAnswer(output, { continues: isAnswered || hook.continues });
  return { end: { kind: "answered", value }, output, exitCode: null };
}

/** Converts the model's answer to that of a hook; any other text is no valid answer of a hook. */
function hookAnswer(output: string, { continues }: { continues: boolean }): Json {
  const answer = extractFencedJson(output);
  if (!isObject(answer) || typeof answer.ok !== "boolean") return output;
  const { reason, additionalContext } = answer;
  const context: JsonObject = typeof additionalContext === "string"
    ? { hookSpecificOutput: { additionalContext } }
    : {};
  if (answer.ok) return context;
  const why = typeof reason === "string" && reason !== "" ? reason : "A hook of the settings refused it.";
  return { decision: "block", reason: why, continue: continues, ...context };
}
