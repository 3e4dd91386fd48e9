/** Slash commands, `@` references and hints. */
import { BUILTIN_COMMANDS } from "./builtin/mod.ts";
import { CommandRegistry, type CommandsOptions } from "./registry.ts";
import type { Commands } from "../model/ports.ts";

export type { CommandFolder } from "./custom/load_custom_commands.ts";
export type { CommandsOptions } from "./registry.ts";

/** Opens the commands of a folder: the built-in ones and those in its prompt files. */
export async function openCommands(options: Omit<CommandsOptions, "builtins">): Promise<Commands> {
  return await CommandRegistry.open({ ...options, builtins: BUILTIN_COMMANDS });
}
