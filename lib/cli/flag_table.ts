import { type FlagSpec, kebabCase, type SubcommandName, type ValuesOf } from "./flag_spec.ts";
import { COMPATIBILITY_FLAGS, DIAGNOSIS_FLAGS, FENCE_FLAGS, HOST_FLAGS, SUBCOMMAND_FLAGS } from "./flags_host.ts";
import { LIMIT_FLAGS, MODEL_FLAGS, PROMPT_FLAGS, SESSION_FLAGS } from "./flags_run.ts";
import { TOOL_FLAGS } from "./flags_tools.ts";

/** Every flag by its own name: parsing, checking, help, completions and the man page come from here. */
export const FLAGS = {
  ...PROMPT_FLAGS,
  ...MODEL_FLAGS,
  ...TOOL_FLAGS,
  ...FENCE_FLAGS,
  ...LIMIT_FLAGS,
  ...SESSION_FLAGS,
  ...HOST_FLAGS,
  ...DIAGNOSIS_FLAGS,
  ...SUBCOMMAND_FLAGS,
  ...COMPATIBILITY_FLAGS,
};

/** The name of a flag as the table spells it. */
export type FlagName = keyof typeof FLAGS;

/** What was said on the command line; a flag that was not given is absent. Durations are milliseconds. */
export type Flags = ValuesOf<typeof FLAGS>;

/** One row of the table of subcommands. */
export interface SubcommandSpec {
  help: string;
  /** Words that follow the name; more words than these make the whole line a prompt. */
  words: readonly { name: string; choices?: readonly string[]; optional?: true }[];
}

/** Every subcommand. */
export const SUBCOMMANDS: Readonly<Record<SubcommandName, SubcommandSpec>> = {
  schema: {
    help: "Print the JSON Schema of a dialect's lines or of the settings",
    words: [
      { name: "DIALECT|settings", choices: [...FLAGS.dialect.choices.filter((name) => name !== "auto"), "settings"] },
      { name: "in|out|request", choices: ["in", "out", "request"], optional: true },
    ],
  },
  translate: { help: "Turn recorded lines of one dialect into another (--from, --to)", words: [] },
  validate: { help: "Check lines on stdin against a dialect's schema (--dialect, --direction, --all)", words: [] },
  serve: { help: "Serve many clients (--server-mode and the flags beside it)", words: [] },
  policy: {
    help: "Say what would be allowed, without a model",
    words: [
      { name: "check|explain", choices: ["check", "explain"] },
      { name: "TOOL", optional: true },
      { name: "JSON", optional: true },
    ],
  },
  audit: { help: "Check an audit file", words: [{ name: "verify", choices: ["verify"] }, { name: "FILE" }] },
  sessions: { help: "List the saved sessions of this folder, newest first", words: [] },
  doctor: { help: "Say what is configured, what works, and how to mend the rest", words: [] },
  completions: {
    help: "Print completions for a shell",
    words: [{ name: "bash|zsh|fish", choices: ["bash", "zsh", "fish"] }],
  },
  man: { help: "Print the man page", words: [] },
  help: {
    help: "The same as --help",
    words: [{
      name: "TOPIC",
      choices: ["exit-codes", "flags", "dialects", "serve", "settings", "environment"],
      optional: true,
    }],
  },
};

/** The row of a flag. */
export function specOf(name: FlagName): FlagSpec {
  return FLAGS[name];
}

/** All names of flags, in the order of the table. */
export function flagNames(): FlagName[] {
  return Object.keys(FLAGS).filter(isFlagName);
}

/** Whether a word is the table's own name of a flag. */
function isFlagName(word: string): word is FlagName {
  return Object.hasOwn(FLAGS, word);
}

let known: Map<string, FlagName> | undefined;

/** The flag that a word without its dashes means, in any of its spellings; undefined when there is none. */
export function flagCalled(word: string): FlagName | undefined {
  known ??= namesBySpelling();
  return known.get(word) ?? (/[A-Z]/.test(word) ? known.get(kebabCase(word)) : undefined);
}

function namesBySpelling(): Map<string, FlagName> {
  const names = new Map<string, FlagName>();
  for (const name of flagNames()) {
    const { short, also } = specOf(name);
    names.set(name, name);
    if (short) names.set(short, name);
    for (const spelling of also ?? []) names.set(spelling, name);
  }
  return names;
}
