/** Slash commands, `@` references and hints. */
import { Catalogue, type CommandsOptions } from "./catalogue.ts";
import type { Commands } from "../model/ports.ts";

export type { CommandFolder } from "./custom/load_custom_commands.ts";
export type { CommandsOptions } from "./catalogue.ts";

/** Opens the commands of a folder: the built-in ones and those in its prompt files. */
export async function openCommands(options: CommandsOptions): Promise<Commands> {
  const catalogue = new Catalogue(options);
  await catalogue.refresh();
  return catalogue;
}
