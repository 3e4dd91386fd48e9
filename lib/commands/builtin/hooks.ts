import { type CommandResult, say, type SlashCommand } from "../slash_command.ts";

/** `/hooks`: what is called on which event. */
export const hooksCommand: SlashCommand = {
  name: "hooks",
  description: "List the hooks of this session",
  isSecondary: true,
  run(_call, desk): CommandResult {
    const hooks = desk.hooks();
    if (hooks.length === 0) return say("No hooks are registered.");
    const entries = hooks.map(({ event, matcher, name }) => `- ${event}${matcher ? ` (${matcher})` : ""}: ${name}`);
    return say(`Hooks (${hooks.length}):\n${entries.join("\n")}`);
  },
};
