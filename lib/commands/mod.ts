/** Slash commands, `@` references and hints. */
import { Catalogue, type CommandsOptions } from "./catalogue.ts";
import type { Commands } from "../model/ports.ts";

/** What commands are opened with. */
export interface OpenOptions extends CommandsOptions {
  /** Whether it is known already that there is nothing at a path. */
  isAbsent?: (path: string) => boolean;
}

/** Opens the commands of a folder: the built-in ones and those in its prompt files. */
export async function openCommands(options: OpenOptions): Promise<Commands> {
  const catalogue = new Catalogue(options);
  if (!options.folders.every(({ path }) => options.isAbsent?.(path))) await catalogue.refresh();
  return catalogue;
}
