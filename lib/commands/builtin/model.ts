import type { Part } from "../../model/content.ts";
import type { SessionDesk } from "../../model/ports.ts";
import {
  type ArgumentValue,
  type CommandCall,
  type CommandResult,
  complain,
  firstWord,
  say,
} from "../slash_command.ts";
import { nearestName } from "../command_tree.ts";
import { typedReferences } from "../typed_references.ts";

/** Values for the argument of `/model`. */
export async function complete(desk: SessionDesk): Promise<ArgumentValue[]> {
  return (await desk.models()).map(({ id, label }) => label === id ? { value: id } : { value: id, description: label });
}

/** `/model`: chooses the model of the session, or of one prompt. */
export async function model({ args }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const { word, rest } = firstWord(args);
  if (word === "") return { type: "dialog", dialog: "model" };
  const known = (await desk.models()).map(({ id }) => id);
  if (word === "list") {
    return say(known.length > 0 ? `Models:\n${known.map((id) => `- ${id}`).join("\n")}` : "No models are listed.");
  }
  const nearest = known.length > 0 && !known.includes(word) ? nearestName(word, known) : null;
  if (nearest) return complain(`There is no model "${word}". Did you mean ${nearest}? /model list lists all.`);
  if (rest !== "") {
    const content: Part[] = [{ kind: "text", text: rest }, ...await typedReferences(rest, desk)];
    return { type: "submit_prompt", content, model: word };
  }
  await desk.configure({ key: "model", value: word });
  return say(`Model set to ${word}.`);
}
