/** Slash commands, `@` references and hints. */
import type { Commands } from "../model/ports.ts";
import { CommandRegistry, type CommandsOptions } from "./registry.ts";

/** Opens the commands of a folder: the built-in ones and those in its prompt files. */
export async function openCommands(options: CommandsOptions): Promise<Commands> {
  const commands = new CommandRegistry(options);
  await commands.refresh();
  return commands;
}
