/** Slash commands, `@` references and hints. */
import { Catalogue, type CommandsOptions } from "./catalogue.ts";
import type { Glance } from "../model/glance.ts";
import type { Commands } from "../model/ports.ts";

export type { CommandFolder } from "./custom/load_custom_commands.ts";
export type { CommandsOptions } from "./catalogue.ts";

/** Opens the commands of a folder: the built-in ones and those in its prompt files. */
export async function openCommands(options: CommandsOptions & { glance?: Glance }): Promise<Commands> {
  const { glance, ...own } = options;
  const catalogue = new Catalogue(own);
  if (!options.folders.every(({ path }) => glance?.isAbsent(path))) await catalogue.refresh();
  return catalogue;
}
