import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, say } from "../slash_command.ts";

/** `/tasks`: shell jobs in the background. */
export function tasks(_call: CommandCall, desk: SessionDesk): CommandResult {
  const jobs = desk.jobs();
  if (jobs.length === 0) return say("There are no background tasks.");
  const entries = jobs.map(({ id, command, isRunning }) => `- ${id}: ${isRunning ? "running" : "ended"}: ${command}`);
  return say(`Background tasks (${jobs.length}):\n${entries.join("\n")}`);
}
