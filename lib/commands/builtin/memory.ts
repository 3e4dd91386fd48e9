import type { SessionDesk } from "../../model/ports.ts";
import { type CommandCall, type CommandResult, complain, say } from "../slash_command.ts";

/** `/memory add`: adds a standing instruction. */
export async function addMemory({ args }: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const scope = /^\s*--global\s/.test(`${args} `) ? "user" : "project";
  const fact = args.trim().replace(/^--(global|project)\b\s*/, "").trim();
  if (fact === "") return complain("Missing text. Usage: /memory add [--global|--project] <text>");
  const path = await desk.memory.add(fact, scope);
  return say(`Added to ${path}: ${fact}`);
}

/** `/memory refresh`: reads the memory files again. */
export async function refreshMemory(_call: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const files = await desk.memory.refresh();
  if (files.length === 0) return say("Memory refreshed. There are no memory files.");
  const characters = files.reduce((total, file) => total + file.content.length, 0);
  return say(
    `Memory refreshed: ${characters} characters from ${files.length} ${files.length === 1 ? "file" : "files"}.`,
  );
}

/** `/memory show`: the standing instructions in force. */
export async function showMemory(_call: CommandCall, desk: SessionDesk): Promise<CommandResult> {
  const files = await desk.memory.show();
  if (files.length === 0) return say("Memory is currently empty.");
  return say(files.map(({ path, content }) => `--- ${path} ---\n${content.trim()}`).join("\n\n"));
}
