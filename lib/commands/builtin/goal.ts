import { type CommandResult, say, type SlashCommand, submit } from "../slash_command.ts";

/** `/goal`: a task to be carried through to its end. */
export const goalCommand: SlashCommand = {
  name: "goal",
  description: "Work on a goal until it is reached",
  argumentHint: "<goal>",
  isSecondary: true,
  run({ args }): CommandResult {
    const goal = args.trim();
    if (goal === "") return say("No goal is set. Usage: /goal <what is to be reached>");
    return submit(
      `Work towards this goal until it is reached, without stopping to ask: ${goal}\n\n` +
        "Before you finish, check with the tools at hand that the goal is reached. " +
        "If it cannot be reached, say what stands in the way.",
    );
  },
};
