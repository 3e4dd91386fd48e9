import { resolve } from "../../../path/mod.ts";
import type { CommandContext } from "../../../model/ports.ts";
import { QwenError } from "../../../model/problem.ts";
import { unescapePath } from "../../at_token.ts";
import { type CommandCall, type CommandResult, refuse, say, type SlashCommand } from "../../slash_command.ts";

/** `/directory`: shows and extends the folders of the workspace. */
export const directory: SlashCommand = {
  name: "directory",
  description: "Manage workspace directories",
  aliases: ["dir"],
  subcommands: [
    {
      name: "add",
      description: "Add directories to the workspace. Use comma to separate multiple paths",
      argumentHint: "<path>[,<path>...]",
      run: addDirectories,
    },
    { name: "show", description: "Show all directories in the workspace", run: showDirectories },
  ],
};

function showDirectories(_call: CommandCall, context: CommandContext): CommandResult {
  return say(`Workspace directories:\n${context.directories().map((path) => `- ${path}`).join("\n")}`);
}

async function addDirectories(
  { args, raw, approved }: CommandCall,
  context: CommandContext,
): Promise<CommandResult> {
  const typed = args.split(",").map((path) => unescapePath(path.trim())).filter((path) => path !== "");
  if (typed.length === 0) return refuse("Please provide at least one path. Usage: /directory add <path>");
  const paths = typed.map((path) => resolve(context.info().cwd, path));
  if (!approved.includes(raw)) {
    return { type: "confirm_action", prompt: `Let this session read and change files in ${paths.join(", ")}?` };
  }
  const lines: string[] = [];
  let isRefused = false;
  for (const path of paths) {
    const reason = await isFolder(path) ? permit(path, context) : "there is no such folder";
    lines.push(reason ? `Not added: ${path}: ${reason}` : `Added ${path}`);
    isRefused ||= reason !== null;
  }
  return isRefused ? refuse(lines.join("\n")) : say(lines.join("\n"));
}

function permit(path: string, context: CommandContext): string | null {
  try {
    context.permit({ type: "directories", change: "add", directories: [path] });
    return null;
  } catch (error) {
    if (error instanceof QwenError) return error.message;
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) return false;
    throw error;
  }
}
