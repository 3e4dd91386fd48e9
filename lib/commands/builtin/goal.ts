import { type CommandCall, type CommandResult, say, submit } from "../slash_command.ts";

/** `/goal`: a task to be carried through to its end. */
export function goal({ args }: CommandCall): CommandResult {
  const goal = args.trim();
  if (goal === "") return say("No goal is set. Usage: /goal <what is to be reached>");
  return submit(
    `Work towards this goal until it is reached, without stopping to ask: ${goal}\n\n` +
      "Before you finish, check with the tools at hand that the goal is reached. " +
      "If it cannot be reached, say what stands in the way.",
  );
}
