import { allSubcommands } from "../../commands/mod.ts";
import type { Subcommand } from "../../commands/subcommand.ts";
import { type Flag, type FlagSpec, kebabCase } from "./flag_spec.ts";
import { FLAGS } from "./flag_table.ts";

/** The flags of every run, in the order of the table. */
export const GENERAL_FLAGS: readonly Flag[] = Object.entries<FlagSpec>(FLAGS).map(([name, spec]) => ({
  name,
  spec,
  of: null,
}));

/** Every flag: those of every run in the order of the table, then those of the subcommands. */
export async function allFlags(): Promise<Flag[]> {
  return [...GENERAL_FLAGS, ...(await allSubcommands()).flatMap(ownFlags)];
}

/** The flags that belong to a subcommand alone. */
export function ownFlags({ name: of, flags = {} }: Subcommand): Flag[] {
  return Object.entries(flags).map(([name, spec]) => ({ name, spec: { ...spec, group: "Subcommands" }, of }));
}

/** Looks up a flag by any of its spellings, without the dashes; undefined when there is none. */
export type FindFlag = (spelling: string) => Flag | undefined;

/** Looks up the flags of a run, or those of a subcommand as well. */
export function flagFinder(subcommand: Subcommand | null): FindFlag {
  const flags = subcommand ? [...GENERAL_FLAGS, ...ownFlags(subcommand)] : GENERAL_FLAGS;
  const known = new Map(flags.flatMap((flag) => spellingsOf(flag).map((spelling) => [spelling, flag])));
  return (word) => known.get(word) ?? (/[A-Z]/.test(word) ? known.get(kebabCase(word)) : undefined);
}

/** The subcommands that a flag belongs to, by its spelling without the dashes. */
export async function ownersOf(spelling: string): Promise<string[]> {
  const word = kebabCase(spelling);
  const owns = (one: Subcommand): boolean => ownFlags(one).some((flag) => spellingsOf(flag).includes(word));
  return (await allSubcommands()).filter(owns).map(({ name }) => name);
}

function spellingsOf({ name, spec }: Flag): string[] {
  return [name, ...(spec.short ? [spec.short] : []), ...(spec.also ?? [])];
}
