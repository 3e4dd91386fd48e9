import type { SessionDesk } from "../../model/ports.ts";
import { type ArgumentValue, type CommandResult, complain, say, type SlashCommand } from "../slash_command.ts";

const TAG = /^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,99}$/u;

/** `/chat`: conversations saved under a name. */
export const chatCommand: SlashCommand = {
  name: "chat",
  description: "Manage conversation history.",
  subcommands: [
    {
      name: "delete",
      description: "Delete a conversation checkpoint. Usage: /chat delete <tag>",
      argumentHint: "<tag>",
      aliases: ["remove"],
      complete: (_partial, desk) => tags(desk),
      async run({ args }, desk): Promise<CommandResult> {
        const tag = args.trim();
        if (tag === "") return complain("Missing tag. Usage: /chat delete <tag>");
        const existed = await desk.checkpoints.delete(tag);
        return existed ? say(`Conversation checkpoint "${tag}" has been deleted.`) : await absent(tag, desk);
      },
    },
    {
      name: "list",
      description: "List saved conversation checkpoints",
      async run(_call, desk): Promise<CommandResult> {
        const saved = (await desk.checkpoints.list()).sort((a, b) => a.at - b.at);
        if (saved.length === 0) return say("No saved conversation checkpoints found.");
        const entries = saved.map(({ tag, at }) => `- ${tag} (saved ${new Date(at).toISOString()})`);
        return say(`Saved conversation checkpoints (${saved.length}, oldest first):\n${entries.join("\n")}`);
      },
    },
    {
      name: "resume",
      description: "Resume a conversation from a checkpoint. Usage: /chat resume <tag>",
      argumentHint: "<tag>",
      aliases: ["load"],
      complete: (_partial, desk) => tags(desk),
      async run({ args }, desk): Promise<CommandResult> {
        const tag = args.trim();
        if (tag === "") return complain("Missing tag. Usage: /chat resume <tag>");
        const history = await desk.checkpoints.load(tag);
        if (!history) return await absent(tag, desk);
        await desk.replaceHistory(history);
        return { type: "load_history", history };
      },
    },
    {
      name: "save",
      description: "Save the current conversation as a checkpoint. Usage: /chat save <tag>",
      argumentHint: "<tag>",
      complete: (_partial, desk) => tags(desk),
      async run({ args, raw, approved }, desk): Promise<CommandResult> {
        const tag = args.trim();
        if (tag === "") return complain("Missing tag. Usage: /chat save <tag>");
        if (!TAG.test(tag)) {
          return complain(
            `"${tag}" cannot be a tag: use letters, digits, dots, dashes and spaces, at most 100 characters`,
          );
        }
        const history = desk.history();
        if (history.length === 0) return say("There is no conversation to save yet.");
        const isTaken = (await desk.checkpoints.list()).some((saved) => saved.tag === tag);
        if (isTaken && !approved.includes(raw)) {
          return {
            type: "confirm_action",
            prompt: `A checkpoint with the tag "${tag}" exists already. Do you want to overwrite it?`,
          };
        }
        await desk.checkpoints.save(tag, history);
        return say(`Conversation checkpoint saved with tag: ${tag}.`);
      },
    },
  ],
};

async function tags(desk: SessionDesk): Promise<ArgumentValue[]> {
  return (await desk.checkpoints.list()).map(({ tag }) => ({ value: tag })).sort((a, b) => a.value < b.value ? -1 : 1);
}

async function absent(tag: string, desk: SessionDesk): Promise<CommandResult> {
  const known = (await tags(desk)).map(({ value }) => value);
  const hint = known.length > 0 ? `Saved are: ${known.join(", ")}.` : "None is saved; /chat save <tag> saves one.";
  return complain(`No saved checkpoint found with tag "${tag}". ${hint}`);
}
