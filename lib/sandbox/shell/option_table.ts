/**
 * Parses the options of a program as the program itself does. A table lists the options that are known; a command line
 * with any other option is not understood. Abbreviations of long options are never in a table, so that an abbreviation
 * cannot stand for an option that was left out.
 */

/** Whether an option takes a value: never, always (attached or as the next word), or only if it is attached. */
export type Arity = "none" | "required" | "attached";

/** The options of a program, by their names without dashes. */
export interface OptionTable {
  readonly options: ReadonlyMap<string, Arity>;
  /** Whether `-5` is an option. */
  readonly numbers: boolean;
  /** The values that an option may have; options that are not listed may have any value. */
  readonly values: Readonly<Record<string, RegExp>>;
  /** Whether a value may follow its letter within the same word, as in `-n5`; not so in `tree`. */
  readonly joinsValues: boolean;
  /** The number of operands after which all words are operands, as for `ssh host command`. */
  readonly maxOperands: number;
}

/** The details of a table that few programs need. */
export type TableDetails = Partial<Pick<OptionTable, "values" | "joinsValues" | "maxOperands">>;

/** A command line that was understood. */
export interface ParsedOptions {
  options: { name: string; value: string | null }[];
  operands: string[];
}

/**
 * Makes a table from its short form: names separated by spaces, where `name` takes no value, `name=` always one, and
 * `name=?` only an attached one. `#` stands for options such as `-5`.
 */
export function optionTable(text: string, details: TableDetails = {}): OptionTable {
  const options = new Map<string, Arity>();
  let numbers = false;
  for (const entry of text.split(" ").filter((word) => word !== "")) {
    const [, name, mark] = /^([^=]+)(=\??)?$/.exec(entry) ?? [];
    if (name === "#") numbers = true;
    else options.set(name, mark === undefined ? "none" : mark === "=" ? "required" : "attached");
  }
  return { options, numbers, values: {}, joinsValues: true, maxOperands: Infinity, ...details };
}

/** How words are parsed. */
export interface ParseOptions {
  table: OptionTable;
  /** Whole words that are accepted although the table does not know them, because a rule spells them out. */
  spelled?: ReadonlySet<string>;
}

/** Parses the words after the name of a program; null when an option is unknown or its value is ambiguous. */
export function parseOptions(words: readonly string[], { table, spelled }: ParseOptions): ParsedOptions | null {
  const parsed: ParsedOptions = { options: [], operands: [] };
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (parsed.operands.length >= table.maxOperands || !word.startsWith("-") || word === "-") {
      parsed.operands.push(word);
      continue;
    }
    if (word === "--") {
      parsed.operands.push(...words.slice(at + 1));
      break;
    }
    if (table.numbers && /^-\d+$/.test(word)) continue;
    const found = readOption(word, table);
    if (found === null) {
      if (!spelled?.has(word)) return null;
      continue;
    }
    if (found.needsValue) {
      const next = words[++at];
      // What looks like an option is not taken for a value: the program might disagree.
      if (next === undefined || next.startsWith("-")) return null;
      found.options[found.options.length - 1].value = next;
    }
    if (!spelled?.has(word) && !found.options.every((option) => isAllowedValue(option, table))) return null;
    parsed.options.push(...found.options);
  }
  return parsed;
}

interface FoundOption {
  options: ParsedOptions["options"];
  needsValue: boolean;
}

function readOption(word: string, table: OptionTable): FoundOption | null {
  return word.startsWith("--") ? readLong(word.slice(2), table) : readCluster(word.slice(1), table);
}

function readLong(text: string, table: OptionTable): FoundOption | null {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const value = equals < 0 ? null : text.slice(equals + 1);
  const arity = name.length > 1 ? table.options.get(name) : undefined;
  if (arity === undefined || (arity === "none" && value !== null)) return null;
  return { options: [{ name, value }], needsValue: arity === "required" && value === null };
}

function readCluster(letters: string, table: OptionTable): FoundOption | null {
  const options: ParsedOptions["options"] = [];
  for (let at = 0; at < letters.length; at++) {
    const name = letters[at];
    const arity = table.options.get(name);
    if (arity === undefined) return null;
    const rest = letters.slice(at + 1);
    options.push({ name, value: arity === "none" || rest === "" ? null : rest });
    if (arity === "none") continue;
    if (rest !== "" && !table.joinsValues) return null;
    return { options, needsValue: arity === "required" && rest === "" };
  }
  return { options, needsValue: false };
}

function isAllowedValue({ name, value }: { name: string; value: string | null }, table: OptionTable): boolean {
  if (value === null || !Object.hasOwn(table.values, name)) return true;
  return table.values[name].test(value);
}
