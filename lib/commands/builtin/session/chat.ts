import type { CommandContext } from "../../../model/ports.ts";
import {
  type ArgumentValue,
  type CommandCall,
  type CommandResult,
  refuse,
  say,
  type SlashCommand,
} from "../../slash_command.ts";

const TAG = /^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,99}$/u;

/** `/chat`: saves, lists, resumes and deletes conversations. */
export const chat: SlashCommand = {
  name: "chat",
  description: "Manage conversation history.",
  subcommands: [
    {
      name: "delete",
      description: "Delete a conversation checkpoint. Usage: /chat delete <tag>",
      argumentHint: "<tag>",
      aliases: ["remove"],
      complete: savedTags,
      run: deleteChat,
    },
    { name: "list", description: "List saved conversation checkpoints", run: listChats },
    {
      name: "resume",
      description: "Resume a conversation from a checkpoint. Usage: /chat resume <tag>",
      argumentHint: "<tag>",
      aliases: ["load"],
      complete: savedTags,
      run: resumeChat,
    },
    {
      name: "save",
      description: "Save the current conversation as a checkpoint. Usage: /chat save <tag>",
      argumentHint: "<tag>",
      complete: savedTags,
      run: saveChat,
    },
  ],
};

async function savedTags(context: CommandContext): Promise<ArgumentValue[]> {
  return (await context.checkpoints.list()).map(({ tag }) => ({ value: tag })).sort((a, b) =>
    a.value < b.value ? -1 : 1
  );
}

async function deleteChat({ args }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const tag = args.trim();
  if (tag === "") return refuse("Missing tag. Usage: /chat delete <tag>");
  const existed = await context.checkpoints.delete(tag);
  return existed ? say(`Conversation checkpoint "${tag}" has been deleted.`) : await absent(tag, context);
}

async function listChats(_call: CommandCall, context: CommandContext): Promise<CommandResult> {
  const saved = (await context.checkpoints.list()).sort((a, b) => a.at - b.at);
  if (saved.length === 0) return say("No saved conversation checkpoints found.");
  const entries = saved.map(({ tag, at }) => `- ${tag} (saved ${new Date(at).toISOString()})`);
  return say(`Saved conversation checkpoints (${saved.length}, oldest first):\n${entries.join("\n")}`);
}

async function resumeChat({ args }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const tag = args.trim();
  if (tag === "") return refuse("Missing tag. Usage: /chat resume <tag>");
  const history = await context.checkpoints.load(tag);
  if (!history) return await absent(tag, context);
  await context.replaceHistory(history);
  return { type: "load_history", history };
}

async function saveChat({ args, raw, approved }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const tag = args.trim();
  if (tag === "") return refuse("Missing tag. Usage: /chat save <tag>");
  if (!TAG.test(tag)) {
    return refuse(`"${tag}" cannot be a tag: use letters, digits, dots, dashes and spaces, at most 100 characters`);
  }
  const history = context.history();
  if (history.length === 0) return say("There is no conversation to save yet.");
  const isTaken = (await context.checkpoints.list()).some((saved) => saved.tag === tag);
  if (isTaken && !approved.includes(raw)) {
    const prompt = `A checkpoint with the tag "${tag}" exists already. Do you want to overwrite it?`;
    return { type: "confirm_action", prompt };
  }
  await context.checkpoints.save(tag, history);
  return say(`Conversation checkpoint saved with tag: ${tag}.`);
}

async function absent(tag: string, context: CommandContext): Promise<CommandResult> {
  const known = (await savedTags(context)).map(({ value }) => value);
  const hint = known.length > 0 ? `Saved are: ${known.join(", ")}.` : "None is saved; /chat save <tag> saves one.";
  return refuse(`No saved checkpoint found with tag "${tag}". ${hint}`);
}
