import type { Part } from "../../../model/content.ts";
import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, refuse, type SlashCommand } from "../../slash_command.ts";
import { typedReferences } from "../../typed_references.ts";

/** `/submit`: sends its argument to the model, even where it begins with a slash. */
export const submitText: SlashCommand = {
  name: "submit",
  description: "Send the text after it to the model as it is",
  argumentHint: "<text>",
  run: submitArguments,
};

async function submitArguments({ args }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const text = args.trim();
  if (text === "") return refuse("Type the text to send after /submit.");
  const content: Part[] = [{ kind: "text", text }, ...await typedReferences(text, context)];
  return { type: "submit_prompt", content };
}
