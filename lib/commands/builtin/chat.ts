import type { SessionDesk } from "../../model/ports.ts";
import { type ArgumentValue, type CommandCall, type CommandResult, complain, say } from "../slash_command.ts";

const TAG = /^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,99}$/u;

/** The tags of saved conversations. */
export async function complete(desk: SessionDesk): Promise<ArgumentValue[]> {
  return (await desk.checkpoints.list()).map(({ tag }) => ({ value: tag })).sort((a, b) => a.value < b.value ? -1 : 1);
}

/** `/chat delete`: removes a saved conversation. */
export async function deleteChat({ args }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const tag = args.trim();
  if (tag === "") return complain("Missing tag. Usage: /chat delete <tag>");
  const existed = await desk.checkpoints.delete(tag);
  return existed ? say(`Conversation checkpoint "${tag}" has been deleted.`) : await absent(tag, desk);
}

/** `/chat list`: the saved conversations. */
export async function listChats(_call: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const saved = (await desk.checkpoints.list()).sort((a, b) => a.at - b.at);
  if (saved.length === 0) return say("No saved conversation checkpoints found.");
  const entries = saved.map(({ tag, at }) => `- ${tag} (saved ${new Date(at).toISOString()})`);
  return say(`Saved conversation checkpoints (${saved.length}, oldest first):\n${entries.join("\n")}`);
}

/** `/chat resume`: goes on with a saved conversation. */
export async function resumeChat({ args }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const tag = args.trim();
  if (tag === "") return complain("Missing tag. Usage: /chat resume <tag>");
  const history = await desk.checkpoints.load(tag);
  if (!history) return await absent(tag, desk);
  await desk.replaceHistory(history);
  return { type: "load_history", history };
}

/** `/chat save`: keeps the conversation under a name. */
export async function saveChat({ args, raw, approved }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const tag = args.trim();
  if (tag === "") return complain("Missing tag. Usage: /chat save <tag>");
  if (!TAG.test(tag)) {
    return complain(`"${tag}" cannot be a tag: use letters, digits, dots, dashes and spaces, at most 100 characters`);
  }
  const history = desk.history();
  if (history.length === 0) return say("There is no conversation to save yet.");
  const isTaken = (await desk.checkpoints.list()).some((saved) => saved.tag === tag);
  if (isTaken && !approved.includes(raw)) {
    const prompt = `A checkpoint with the tag "${tag}" exists already. Do you want to overwrite it?`;
    return { type: "confirm_action", prompt };
  }
  await desk.checkpoints.save(tag, history);
  return say(`Conversation checkpoint saved with tag: ${tag}.`);
}

async function absent(tag: string, desk: SessionDesk): Promise<CommandResult> {
  const known = (await complete(desk)).map(({ value }) => value);
  const hint = known.length > 0 ? `Saved are: ${known.join(", ")}.` : "None is saved; /chat save <tag> saves one.";
  return complain(`No saved checkpoint found with tag "${tag}". ${hint}`);
}
