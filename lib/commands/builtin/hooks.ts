import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, say } from "../slash_command.ts";

/** `/hooks`: what is called on which event. */
export function hooks(_call: CommandCall, desk: SessionDesk): CommandResult {
  const hooks = desk.hooks();
  if (hooks.length === 0) return say("No hooks are registered.");
  const entries = hooks.map(({ event, matcher, name }) => `- ${event}${matcher ? ` (${matcher})` : ""}: ${name}`);
  return say(`Hooks (${hooks.length}):\n${entries.join("\n")}`);
}
