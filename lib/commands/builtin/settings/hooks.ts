import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, say, type SlashCommand } from "../../slash_command.ts";

/** `/hooks`: the hooks by event, and how often each ran: a hook that never ran may match nothing. */
export const hooks: SlashCommand = {
  name: "hooks",
  description: "List the hooks of this session",
  isSecondary: true,
  run: listHooks,
};

function listHooks(_call: CommandCall, context: CommandContext): CommandResult {
  const hooks = context.hooks();
  if (hooks.length === 0) return say("No hooks are registered.");
  const entries = hooks.map(({ event, matcher, name, fired }) => {
    const times = fired === undefined ? "" : fired === 0 ? ", not run yet" : `, run ${fired} times`;
    return `- ${event}${matcher ? ` (${matcher})` : ""}: ${name}${times}`;
  });
  return say(`Hooks (${hooks.length}):\n${entries.join("\n")}`);
}
