import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, say } from "../slash_command.ts";
import { typedReferences } from "../typed_references.ts";

/** `/goal`: a task to be carried through to its end. */
export async function goal({ args }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const wanted = args.trim();
  if (wanted === "") return say("No goal is set. Usage: /goal <what is to be reached>");
  const text = `Work towards this goal until it is reached, without stopping to ask: ${wanted}\n\n` +
    "Before you finish, check with the tools at hand that the goal is reached. " +
    "If it cannot be reached, say what stands in the way.";
  return { type: "submit_prompt", content: [{ kind: "text", text }, ...await typedReferences(wanted, desk)] };
}
