import type { CommandContext } from "../../../model/ports.ts";
import { type CommandCall, type CommandResult, refuse, say, type SlashCommand } from "../../slash_command.ts";

/** `/memory`: shows and changes the standing instructions. */
export const memory: SlashCommand = {
  name: "memory",
  description: "Commands for interacting with memory.",
  subcommands: [
    {
      name: "add",
      description: "Add content to the memory. Use --global for the user's file, --project for the project's.",
      argumentHint: "[--global|--project] <text>",
      run: addMemory,
    },
    { name: "refresh", description: "Refresh the memory from the source.", run: refreshMemory },
    { name: "show", description: "Show the current memory contents.", run: showMemory },
  ],
};

async function addMemory({ args }: CommandCall, context: CommandContext): Promise<CommandResult> {
  const scope = /^\s*--global\s/.test(`${args} `) ? "user" : "project";
  const fact = args.trim().replace(/^--(global|project)\b\s*/, "").trim();
  if (fact === "") return refuse("Missing text. Usage: /memory add [--global|--project] <text>");
  const path = await context.memory.add(fact, scope);
  return say(`Added to ${path}: ${fact}`);
}

async function refreshMemory(_call: CommandCall, context: CommandContext): Promise<CommandResult> {
  const files = await context.memory.refresh();
  if (files.length === 0) return say("Memory refreshed. There are no memory files.");
  const characters = files.reduce((total, file) => total + file.content.length, 0);
  return say(
    `Memory refreshed: ${characters} characters from ${files.length} ${files.length === 1 ? "file" : "files"}.`,
  );
}

async function showMemory(_call: CommandCall, context: CommandContext): Promise<CommandResult> {
  const files = await context.memory.show();
  if (files.length === 0) return say("Memory is currently empty.");
  return say(files.map(({ path, content }) => `--- ${path} ---\n${content.trim()}`).join("\n\n"));
}
