import { isObject, type Json } from "../../model/json.ts";
import type { HookTerms } from "./hook_words.ts";
import { readUpdates } from "./read_updates.ts";

/** What a hook said; inputs and permissions that it changed are put into our words. */
export function hookOutput(value: unknown, tool: Json | undefined, words: HookTerms): Json {
  // A callback that returns nothing has nothing to say.
  if (value === undefined || value === null) return {};
  if (!isObject(value) || !isObject(value.hookSpecificOutput)) return value as Json;
  const specific: Record<string, unknown> = { ...value.hookSpecificOutput };
  const own = (input: unknown): unknown =>
    typeof tool === "string" && isObject(input) ? words.ownInput(tool, input as Json) : input;
  if (specific.updatedInput !== undefined) specific.updatedInput = own(specific.updatedInput);
  if (isObject(specific.decision)) {
    const decision: Record<string, unknown> = { ...specific.decision };
    if (decision.updatedInput !== undefined) decision.updatedInput = own(decision.updatedInput);
    if (decision.updatedPermissions !== undefined) {
      decision.updatedPermissions = readUpdates(decision.updatedPermissions, words);
    }
    specific.decision = decision;
  }
  return { ...value, hookSpecificOutput: specific } as Json;
}
