import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, lines, say } from "../slash_command.ts";

/** `/tools`: what the model may call. */
export function tools({ args }: CommandCall, desk: SessionDesk): CommandResult {
  const tools = desk.tools();
  if (tools.length === 0) return say("No tools are available.");
  const withDescription = /^desc/.test(args.trim());
  const entries = tools.map(({ name, description, server }) => ({
    name: server ? `${name} (${server})` : name,
    description: withDescription ? description.split("\n")[0] : "",
  }));
  return say(`Available tools (${tools.length}):\n${lines(entries)}`);
}
