import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, lines, say } from "../slash_command.ts";

/** `/agents`: the sub-agents that can be called. */
export function agents(_call: CommandCall, desk: SessionDesk): CommandResult {
  const known = desk.agents();
  if (known.length === 0) return say("There are no subagents.");
  return say(`Subagents (${known.length}):\n${lines(known)}`);
}
