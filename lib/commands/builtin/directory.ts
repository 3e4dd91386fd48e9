import type { SessionDesk } from "../../model/ports.ts";
import { QwenError } from "../../model/problem.ts";
import { unescapePath } from "../at_token.ts";
import { type CommandCall, type CommandResult, complain, say } from "../slash_command.ts";

/** `/directory show`: the folders that the session may work in. */
export function showDirectories(_call: CommandCall, desk: SessionDesk): CommandResult {
  return say(`Workspace directories:\n${desk.directories().map((path) => `- ${path}`).join("\n")}`);
}

/** `/directory add`: widens the workspace, once the host has approved. */
export async function addDirectories({ args, raw, approved }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const typed = args.split(",").map((path) => unescapePath(path.trim())).filter((path) => path !== "");
  if (typed.length === 0) return complain("Please provide at least one path. Usage: /directory add <path>");
  const paths = typed.map((path) => absolutePath(path, desk.info().cwd));
  if (!approved.includes(raw)) {
    return { type: "confirm_action", prompt: `Let this session read and change files in ${paths.join(", ")}?` };
  }
  const told: string[] = [];
  let isRefused = false;
  for (const path of paths) {
    const reason = await isFolder(path) ? permit(path, desk) : "there is no such folder";
    told.push(reason ? `Not added: ${path}: ${reason}` : `Added ${path}`);
    isRefused ||= reason !== null;
  }
  return isRefused ? complain(told.join("\n")) : say(told.join("\n"));
}

function permit(path: string, desk: SessionDesk): string | null {
  try {
    desk.permit({ type: "directories", change: "add", directories: [path] });
    return null;
  } catch (error) {
    if (error instanceof QwenError) return error.message;
    throw error;
  }
}

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
