import type { Flag, OwnFlagSpec, ValuesOf } from "../args/table/flag_spec.ts";
import type { Flags } from "../args/table/flag_table.ts";
import type { ParsedFlags } from "../args/flags.ts";
import type { Pipes } from "../process/pipes.ts";
import type { Signals } from "../process/signals.ts";

/** What a subcommand runs with. */
export interface SubcommandContext {
  flags: Flags;
  parsed: ParsedFlags;
  pipes: Pipes;
  argv: readonly string[];
  signals: Signals;
}

/** A word that follows the name of a subcommand. */
export interface SubcommandWord {
  name: string;
  choices?: readonly string[];
  optional?: true;
  /** Whether the last word may be repeated. */
  isMany?: true;
}

/** One subcommand. Its file is loaded when the command line names it, or when help, completions or an error list all. */
export interface Subcommand {
  name: string;
  /** One line for help, without the full stop. */
  help: string;
  /** The words that follow the name; a line with more words is a prompt. */
  words: readonly SubcommandWord[];
  /** Flags that only this subcommand takes, by name. */
  flags?: Readonly<Record<string, OwnFlagSpec>>;
  /** The first word after which all words are passed on as they are written. */
  verbatim?: string;
  /** Whether its help lists a flag of every run as well. */
  listsFlag?(flag: Flag): boolean;
  /** A closing sentence of its help. */
  note?: string;
  /** Returns the exit status. */
  run(words: readonly string[], context: SubcommandContext): Promise<number>;
}

type FlagTable = Readonly<Record<string, OwnFlagSpec>>;

/** A subcommand whose `run` sees the values of its own flags, typed after their specs. */
type TypedSubcommand<Own extends FlagTable> = Omit<Subcommand, "flags" | "run"> & {
  flags?: Own;
  run(words: readonly string[], context: SubcommandContext & { flags: ValuesOf<Own> }): Promise<number>;
};

/** Declares a subcommand. */
export function defineSubcommand<const Own extends FlagTable = Record<never, never>>(
  subcommand: TypedSubcommand<Own>,
): Subcommand {
  return subcommand;
}

/** The synopsis of a subcommand. */
export function usageOf({ name, words }: Subcommand): string {
  return ["qwen", name, ...words.map((word) => word.optional ? `[${word.name}${word.isMany ? "…" : ""}]` : word.name)]
    .join(" ");
}
