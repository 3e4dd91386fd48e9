import type { Part } from "../../../model/content.ts";
import type { CommandContext } from "../../../model/ports.ts";
import {
  type ArgumentValue,
  type CommandCall,
  type CommandResult,
  firstWord,
  refuse,
  say,
  type SlashCommand,
} from "../../slash_command.ts";
import { nearest } from "../../../stream/nearest.ts";
import { typedReferences } from "../../typed_references.ts";

/** `/model`: chooses the model of the session, or of one prompt. */
export const model: SlashCommand = {
  name: "model",
  description: "Switch the model for this session",
  argumentHint: "[id] [prompt]",
  complete: modelNames,
  run: chooseModel,
};

async function chooseModel({ args }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const { word, rest } = firstWord(args);
  const known = (await context.models()).map(({ id }) => id);
  if (word === "") return { type: "dialog", dialog: "model", choices: known, current: context.info().model };
  if (word === "list") {
    return say(known.length > 0 ? `Models:\n${known.map((id) => `- ${id}`).join("\n")}` : "No models are listed.");
  }
  const near = known.includes(word) ? null : nearest(word, known);
  if (near) return refuse(`There is no model "${word}". Did you mean ${near}? /model list lists all.`);
  if (rest !== "") {
    const content: Part[] = [{ kind: "text", text: rest }, ...await typedReferences(rest, context)];
    return { type: "submit_prompt", content, model: word };
  }
  await context.configure({ key: "model", value: word });
  return say(`Model set to ${word}.`);
}

async function modelNames(context: CommandContext): Promise<ArgumentValue[]> {
  return (await context.models()).map(({ id, label }) =>
    label === id ? { value: id } : { value: id, description: label }
  );
}
