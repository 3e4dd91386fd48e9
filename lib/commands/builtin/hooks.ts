import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, say } from "../slash_command.ts";

/** `/hooks`: what is called on which event, and how often it was: a hook that never ran may match nothing. */
export function hooks(_call: CommandCall, desk: SessionDesk): CommandResult {
  const hooks = desk.hooks();
  if (hooks.length === 0) return say("No hooks are registered.");
  const entries = hooks.map(({ event, matcher, name, fired }) => {
    const times = fired === undefined ? "" : fired === 0 ? ", not run yet" : `, run ${fired} times`;
    return `- ${event}${matcher ? ` (${matcher})` : ""}: ${name}${times}`;
  });
  return say(`Hooks (${hooks.length}):\n${entries.join("\n")}`);
}
