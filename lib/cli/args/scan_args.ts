/**
 * Splits a command line into flags and positional words by the flag table. It never throws: faults are collected, so
 * that a start-up error can still find out which output format was asked for.
 */
import { findSubcommand, SUBCOMMAND_NAMES } from "../commands/mod.ts";
import type { Subcommand } from "../commands/subcommand.ts";
import { DIALECT_NAMES } from "../../dialects/mod.ts";
import { fail, type QwenError } from "../../model/problem.ts";
import type { Flag } from "./table/flag_spec.ts";
import { FLAGS, type Flags } from "./table/flag_table.ts";
import { type FindFlag, flagFinder } from "./table/known_flags.ts";

/** A flag that was given. */
export interface GivenFlag extends Flag {
  /** The spelling on the command line, for messages. */
  shown: string;
  /** The texts of its values in order; those of a switch are `true` and `false`. */
  values: string[];
}

/** The parts of a command line. */
export interface Scan {
  /** By name, also those whose value is an empty list. */
  given: Map<string, GivenFlag>;
  subcommand: Subcommand | null;
  /** Words that are neither flags nor their values, without the subcommand's name. */
  positionals: string[];
  /** Flags that the table does not have, as written. */
  unknown: string[];
  /** Values that are missing or wrong, in order. */
  faults: QwenError[];
  /** Whether a program drives the run by JSON lines; unknown flags are then ignored together with their values. */
  isHostDriven: boolean;
}

/** What a start-up error needs to know of a command line that may be wrong. */
export interface StartupArgs {
  outputFormat: Flags["outputFormat"];
  inputFormat: Flags["inputFormat"];
  /** Undefined for `auto` and for names that do not exist. */
  dialect: string | undefined;
}

/** Reads the formats and the dialect from a command line, even from one that does not parse. */
export async function scanArgs(argv: readonly string[]): Promise<StartupArgs> {
  const { given, isHostDriven } = await scanCommandLine(argv);
  const textOf = (name: string): string | undefined => given.get(name)?.values.at(-1);
  const output = FLAGS["output-format"].choices.find((choice) => choice === textOf("output-format"));
  return {
    outputFormat: given.has("output-format") ? output : isHostDriven ? "stream-json" : undefined,
    inputFormat: FLAGS["input-format"].choices.find((choice) => choice === textOf("input-format")),
    dialect: DIALECT_NAMES.find((name) => name === (textOf("dialect") ?? (given.has("acp") ? "acp" : undefined))),
  };
}

/**
 * Scans a command line. The first word that is no flag may name a subcommand, also after flags. A subcommand with more
 * words than it takes is prose: the whole line is then a prompt.
 */
export async function scanCommandLine(argv: readonly string[]): Promise<Scan> {
  const verbatim = await verbatimScan(argv);
  if (verbatim) return verbatim;
  const plain = scanWith(null, argv);
  const first = SUBCOMMAND_NAMES.includes(argv[0]) ? argv[0] : firstWord(plain, argv);
  const named = await findSubcommand(first);
  if (!named || first === undefined) return plain;
  const at = argv.indexOf(first);
  const scan = scanWith(named, [...argv.slice(0, at), ...argv.slice(at + 1)]);
  return fits(named, scan.positionals) ? scan : plain;
}

/** A line whose words a subcommand reads itself, unless it asks for help. */
async function verbatimScan([name, first, ...rest]: readonly string[]): Promise<Scan | null> {
  const subcommand = await findSubcommand(name);
  if (!subcommand?.verbatim || subcommand.verbatim !== first || rest[0] === "--help" || rest[0] === "-h") return null;
  return { given: new Map(), subcommand, positionals: [first, ...rest], unknown: [], faults: [], isHostDriven: false };
}

/** Whether a subcommand takes so many words; where the last may be repeated, the first has to be one of its own. */
function fits({ words }: Subcommand, positionals: readonly string[]): boolean {
  if (positionals.length <= words.length) return true;
  return words.at(-1)?.isMany === true && words[0].choices?.includes(positionals[0]) === true;
}

/** The first positional word, unless it stands after `--` or a prompt was given by a flag. */
function firstWord({ positionals: [word], given }: Scan, argv: readonly string[]): string | undefined {
  const end = argv.indexOf("--");
  const hasPrompt = given.get("prompt")?.values.some((text) => text !== "") || given.has("prompt-file");
  return hasPrompt || (end >= 0 && argv.indexOf(word) > end) ? undefined : word;
}

/**
 * The subcommand that a line of single words was meant to name, if at most two keys slipped: a letter is wrong, missing
 * or too many, or two neighbours are swapped. Prose, such as a sentence in quotes, is never taken for one.
 */
export async function meantSubcommand({ positionals, subcommand, isHostDriven }: Scan): Promise<string | null> {
  const [word, ...rest] = positionals;
  if (subcommand || isHostDriven || word === undefined || positionals.some((one) => /\s/.test(one))) return null;
  // A slash command, or a reference to a file.
  if (/^[/?@]/.test(word)) return null;
  const near: { name: string; slips: number }[] = [];
  for (const name of SUBCOMMAND_NAMES) {
    const slips = slipsBetween(word.toLowerCase(), name);
    if (slips < 1 || slips > 2) continue;
    const one = await findSubcommand(name);
    if (one && slips <= allowedSlips(one, rest)) near.push({ name, slips });
  }
  return near.sort((a, b) => a.slips - b.slips)[0]?.name ?? null;
}

/** Short names have too many neighbours that are words themselves, and so have two slips before words of a prompt. */
function allowedSlips({ name, words }: Subcommand, rest: readonly string[]): number {
  if (name.length < 4 || rest.length > words.length) return 0;
  if (name.length < 5) return rest.length === 0 ? 1 : 0;
  const choices = words[0]?.choices;
  const isProse = rest.length > 0 && choices !== undefined && !choices.some((one) => slipsBetween(rest[0], one) <= 2);
  return isProse ? 1 : 2;
}

/** How many slips of the keys lie between two words; 3 stands for all that are further apart. */
function slipsBetween(word: string, name: string): number {
  if (Math.abs(word.length - name.length) > 2) return 3;
  // The distance of Damerau and Levenshtein, row by row.
  const rows = [Array.from({ length: name.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    for (let j = 1; j <= name.length; j++) {
      const change = word[i - 1] === name[j - 1] ? 0 : 1;
      row[j] = Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + change);
      const isSwap = i > 1 && j > 1 && word[i - 1] === name[j - 2] && word[i - 2] === name[j - 1];
      if (isSwap) row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(row);
  }
  return Math.min(3, rows[word.length][name.length]);
}

function scanWith(subcommand: Subcommand | null, argv: readonly string[]): Scan {
  const find = flagFinder(subcommand);
  const scan = new Scanner(argv, find).scan();
  const input = scan.given.get("input-format")?.values.at(-1);
  const isHostDriven = input === "stream-json" || input === "stream-chunk-json" || scan.given.has("acp");
  if (!isHostDriven || scan.unknown.length === 0) return { ...scan, subcommand, isHostDriven };
  return { ...new Scanner(argv, find, { dropUnknown: true }).scan(), subcommand, isHostDriven };
}

/** Splits on commas outside parentheses and drops empty entries. */
export function splitList(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let item = "";
  for (const char of text) {
    if (char === "(") depth++;
    if (char === ")") depth = Math.max(0, depth - 1);
    if (char === "," && depth === 0) {
      items.push(item);
      item = "";
    } else item += char;
  }
  return [...items, item].map((entry) => entry.trim()).filter((entry) => entry !== "");
}

/** A word that can only be a flag: prose that begins with a dash has spaces in it, and numbers have digits. */
const FLAG_LIKE = /^--?[A-Za-z][\w-]*(=.*)?$/s;

interface Written {
  shown: string;
  /** Undefined where no `=` follows the flag. */
  value: string | undefined;
}

class Scanner {
  readonly #argv: readonly string[];
  readonly #find: FindFlag;
  /** Whether an unknown flag takes the word after it as its value. */
  readonly #dropUnknown: boolean;
  readonly #given = new Map<string, GivenFlag>();
  readonly #positionals: string[] = [];
  readonly #unknown: string[] = [];
  readonly #faults: QwenError[] = [];
  #at = 0;

  constructor(argv: readonly string[], find: FindFlag, options: { dropUnknown?: boolean } = {}) {
    this.#argv = argv;
    this.#find = find;
    this.#dropUnknown = options.dropUnknown ?? false;
  }

  scan(): Pick<Scan, "given" | "positionals" | "unknown" | "faults"> {
    while (this.#at < this.#argv.length) {
      const word = this.#argv[this.#at++];
      if (word === "--") {
        this.#positionals.push(...this.#argv.slice(this.#at).filter((rest) => rest !== ""));
        break;
      }
      if (word === "-" || !FLAG_LIKE.test(word)) {
        if (word !== "") this.#positionals.push(word);
      } else if (word.startsWith("--")) this.#long(word);
      else this.#short(word);
    }
    return { given: this.#given, positionals: this.#positionals, unknown: this.#unknown, faults: this.#faults };
  }

  #long(word: string): void {
    const equals = word.indexOf("=");
    const spelling = equals < 0 ? word.slice(2) : word.slice(2, equals);
    const value = equals < 0 ? undefined : word.slice(equals + 1);
    const flag = spelling.length > 1 ? this.#find(spelling) : undefined;
    if (flag) return this.#assign(flag, { shown: `--${spelling}`, value });
    const positive = /^no-(..+)$/.exec(spelling)?.[1] ?? /^no([A-Z].+)$/.exec(spelling)?.[1];
    const negated = positive && this.#find(positive[0].toLowerCase() + positive.slice(1));
    if (negated && value === undefined) return this.#negate(negated, `--${spelling}`);
    this.#unknown.push(`--${spelling}`);
    if (this.#dropUnknown && value === undefined) this.#next();
  }

  #short(word: string): void {
    for (let index = 1; index < word.length; index++) {
      const letter = word[index];
      const flag = this.#find(letter);
      if (!flag) {
        this.#unknown.push(index === 1 ? word : `-${letter}`);
        return;
      }
      const rest = word.slice(index + 1);
      const shown = `-${letter}`;
      if (rest.startsWith("=")) return this.#assign(flag, { shown, value: rest.slice(1) });
      if (rest !== "" && takesValue(flag)) return this.#assign(flag, { shown, value: rest });
      this.#assign(flag, { shown, value: undefined });
    }
  }

  #assign(flag: Flag, { shown, value }: Written): void {
    const { spec } = flag;
    switch (spec.type) {
      case "boolean":
        return this.#switch(flag, { shown, value });
      case "list":
        if (value !== undefined) return this.#give(flag, { shown, values: splitList(value) });
        return this.#give(flag, { shown, values: spec.bare !== undefined ? [spec.bare] : this.#greedy(shown) });
      case "optional":
        return this.#give(flag, { shown, values: [value ?? (spec.next ? this.#next() : undefined) ?? spec.bare] });
      default: {
        const found = value ?? this.#next();
        if (found === undefined) this.#faults.push(missingValue(shown));
        else this.#give(flag, { shown, values: [found] });
      }
    }
  }

  #switch(flag: Flag, { shown, value }: Written): void {
    if (value === undefined || /^(true|1|yes|on)$/i.test(value)) this.#give(flag, { shown, values: ["true"] });
    else if (/^(false|0|no|off)$/i.test(value)) this.#give(flag, { shown, values: ["false"] });
    else {
      const message = `${shown} is true or false, not ${JSON.stringify(value)}`;
      this.#faults.push(fail("usage_error", message, { param: shown }));
    }
  }

  #negate(flag: Flag, shown: string): void {
    const { spec } = flag;
    if (spec.type === "boolean") this.#give(flag, { shown, values: ["false"] });
    else if (spec.type === "optional" && spec.choices?.includes("off")) this.#give(flag, { shown, values: ["off"] });
    else this.#unknown.push(shown);
  }

  #give(flag: Flag, { shown, values }: { shown: string; values: readonly string[] }): void {
    const before = this.#given.get(flag.name)?.values ?? [];
    this.#given.set(flag.name, { ...flag, shown, values: [...before, ...values] });
  }

  /** Takes the next word if it is a value. */
  #next(): string | undefined {
    const word = this.#argv[this.#at];
    if (word === undefined || word === "--" || FLAG_LIKE.test(word)) return undefined;
    this.#at++;
    return word;
  }

  #greedy(shown: string): string[] {
    const first = this.#next();
    if (first === undefined) {
      this.#faults.push(missingValue(shown));
      return [];
    }
    const items = splitList(first);
    // An empty first word is a whole value: `--tools ""` means none.
    if (first === "") return items;
    for (let word = this.#next(); word !== undefined; word = this.#next()) items.push(...splitList(word));
    return items;
  }
}

/** Whether letters after the short form are its value rather than further flags. */
function takesValue({ spec }: Flag): boolean {
  return spec.type !== "boolean" && (spec.type !== "optional" || spec.next);
}

function missingValue(shown: string): QwenError {
  return fail("usage_error", `Not enough arguments following: ${shown.replace(/^-+/, "")}`, {
    param: shown,
    hint: `Give a value after ${shown}; one that begins with a dash is written ${shown}=-value.`,
  });
}
