import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, say, type SlashCommand } from "../../slash_command.ts";
import { typedReferences } from "../../typed_references.ts";

/** `/goal`: a task to be carried through to its end. */
export const goal: SlashCommand = {
  name: "goal",
  description: "Work on a goal until it is reached",
  argumentHint: "<goal>",
  isSecondary: true,
  run: submitGoal,
};

async function submitGoal({ args }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const wanted = args.trim();
  if (wanted === "") return say("No goal is set. Usage: /goal <what is to be reached>");
  const text = `Work towards this goal until it is reached, without stopping to ask: ${wanted}\n\n` +
    "Before you finish, check with the tools at hand that the goal is reached. " +
    "If it cannot be reached, say what stands in the way.";
  return { type: "submit_prompt", content: [{ kind: "text", text }, ...await typedReferences(wanted, context)] };
}
