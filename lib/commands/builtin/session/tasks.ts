import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, say, type SlashCommand } from "../../slash_command.ts";

/** `/tasks`: shell jobs in the background. */
export const tasks: SlashCommand = {
  name: "tasks",
  description: "List background tasks",
  isSecondary: true,
  run: listTasks,
};

function listTasks(_call: CommandCall, context: CommandContext): CommandResult {
  const jobs = context.jobs();
  if (jobs.length === 0) return say("There are no background tasks.");
  const entries = jobs.map(({ id, command, isRunning }) => `- ${id}: ${isRunning ? "running" : "ended"}: ${command}`);
  return say(`Background tasks (${jobs.length}):\n${entries.join("\n")}`);
}
