import type { HookRegistration } from "../../model/command.ts";
import { isObject } from "../../model/json.ts";

/** The hooks of an `initialize` request; `ownTool` converts the host's tool names in matchers. */
export function hookRegistrations(
  value: Record<string, unknown>,
  ownTool: (name: string) => string,
): HookRegistration[] {
  const registrations: HookRegistration[] = [];
  for (const [event, matchers] of Object.entries(value)) {
    if (!Array.isArray(matchers)) continue;
    for (const entry of matchers) {
      if (!isObject(entry) || !Array.isArray(entry.hookCallbackIds)) continue;
      registrations.push({
        event,
        // A matcher may be a list or a pattern, so only whole words are replaced.
        matcher: typeof entry.matcher === "string" ? entry.matcher.replace(/[A-Za-z_]\w*/g, ownTool) : null,
        callbackIds: entry.hookCallbackIds.filter((id) => typeof id === "string"),
        timeoutMs: typeof entry.timeout === "number" ? entry.timeout * 1000 : null,
        onFailure: entry.onFailure === "block" ? "block" : "continue",
      });
    }
  }
  return registrations;
}
