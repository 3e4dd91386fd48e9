import { QwenError } from "../../model/problem.ts";
import { unescapePath } from "../at_token.ts";
import { type CommandResult, complain, say, type SlashCommand } from "../slash_command.ts";

/** `/directory`: the folders that the session may work in. */
export const directoryCommand: SlashCommand = {
  name: "directory",
  description: "Manage workspace directories",
  aliases: ["dir"],
  subcommands: [
    {
      name: "add",
      description: "Add directories to the workspace. Use comma to separate multiple paths",
      argumentHint: "<path>[,<path>...]",
      async run({ args, raw, approved }, desk): Promise<CommandResult> {
        const paths = args.split(",").map((path) => unescapePath(path.trim())).filter((path) => path !== "");
        if (paths.length === 0) return complain("Please provide at least one path. Usage: /directory add <path>");
        if (!approved.includes(raw)) {
          const list = paths.map((path) => absolutePath(path, desk.info().cwd)).join(", ");
          return { type: "confirm_action", prompt: `Let this session read and change files in ${list}?` };
        }
        const added: string[] = [];
        const refused: string[] = [];
        for (const path of paths) {
          const absolute = absolutePath(path, desk.info().cwd);
          try {
            if (!(await isFolder(absolute))) throw new RangeError("there is no such folder");
            desk.permit({ type: "directories", change: "add", directories: [absolute] });
            added.push(absolute);
          } catch (error) {
            if (!(error instanceof QwenError) && !(error instanceof RangeError)) throw error;
            refused.push(`${path}: ${error.message}`);
          }
        }
        const told = added.map((path) => `Added ${path}`);
        if (refused.length === 0) return say(told.join("\n"));
        return complain([...told, ...refused.map((reason) => `Not added: ${reason}`)].join("\n"));
      },
    },
    {
      name: "show",
      description: "Show all directories in the workspace",
      run: (_call, desk) => say(`Workspace directories:\n${desk.directories().map((path) => `- ${path}`).join("\n")}`),
    },
  ],
};

function absolutePath(path: string, cwd: string): string {
  const kept: string[] = [];
  for (const name of (path.startsWith("/") ? path : `${cwd}/${path}`).split("/")) {
    if (name === "..") kept.pop();
    else if (name !== "" && name !== ".") kept.push(name);
  }
  return `/${kept.join("/")}`;
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
