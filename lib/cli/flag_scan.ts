/**
 * The first pass over argv. It settles what the table alone can settle (which spelling is which flag, which word is a
 * value, where a list ends) and writes every assignment in one plain form, `--name=value` or `--no-name`,
 * which the second pass hands to the argument parser of @std/cli.
 */
import { fail, type QwenError } from "../model/problem.ts";
import { flagCalled, type FlagName, specOf } from "./flag_table.ts";

/** What the first pass found. */
export interface Scan {
  /** Assignments in plain form. */
  tokens: string[];
  /** Flags that were given, also those whose value is an empty list. */
  given: Set<FlagName>;
  /** How each flag was last spelled, for messages. */
  spelled: Map<FlagName, string>;
  positionals: string[];
  /** Flags that the table does not know, as written. */
  unknown: string[];
}

/** A word that can only be a flag: prose that begins with a dash has spaces in it, numbers have digits. */
const FLAG_LIKE = /^--?[A-Za-z][\w-]*(=.*)?$/s;

/** The scan of a command line; `hostDriven` lets an unknown flag take the word after it. */
export function scanArgs(argv: readonly string[], options: { hostDriven: boolean }): Scan {
  return new Scanner(argv, options.hostDriven).scan();
}

/** Splits on commas outside parentheses and drops what is empty. */
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

class Scanner {
  readonly #argv: readonly string[];
  readonly #hostDriven: boolean;
  readonly #scan: Scan = { tokens: [], given: new Set(), spelled: new Map(), positionals: [], unknown: [] };
  #at = 0;

  constructor(argv: readonly string[], hostDriven: boolean) {
    this.#argv = argv;
    this.#hostDriven = hostDriven;
  }

  scan(): Scan {
    while (this.#at < this.#argv.length) {
      const word = this.#argv[this.#at++];
      if (word === "--") {
        this.#scan.positionals.push(...this.#argv.slice(this.#at).filter((rest) => rest !== ""));
        break;
      }
      if (word === "-" || !FLAG_LIKE.test(word)) {
        if (word !== "") this.#scan.positionals.push(word);
      } else if (word.startsWith("--")) this.#long(word);
      else this.#short(word);
    }
    return this.#scan;
  }

  #long(word: string): void {
    const equals = word.indexOf("=");
    const spelling = equals < 0 ? word.slice(2) : word.slice(2, equals);
    const value = equals < 0 ? undefined : word.slice(equals + 1);
    const name = spelling.length > 1 ? flagCalled(spelling) : undefined;
    if (name) return this.#assign(name, { shown: `--${spelling}`, value });
    const positive = /^no-(..+)$/.exec(spelling)?.[1] ?? /^no([A-Z].+)$/.exec(spelling)?.[1];
    const negated = positive && flagCalled(positive[0].toLowerCase() + positive.slice(1));
    if (negated && value === undefined) return this.#negate(negated, `--${spelling}`);
    this.#scan.unknown.push(`--${spelling}`);
    if (this.#hostDriven && value === undefined) this.#next();
  }

  #short(word: string): void {
    for (let index = 1; index < word.length; index++) {
      const letter = word[index];
      const name = flagCalled(letter);
      if (!name) {
        this.#scan.unknown.push(index === 1 ? word : `-${letter}`);
        return;
      }
      const rest = word.slice(index + 1);
      const shown = `-${letter}`;
      if (rest.startsWith("=")) return this.#assign(name, { shown, value: rest.slice(1) });
      if (rest !== "" && takesValue(name)) return this.#assign(name, { shown, value: rest });
      this.#assign(name, { shown, value: undefined });
    }
  }

  #assign(name: FlagName, written: { shown: string; value: string | undefined }): void {
    const { shown, value } = written;
    const spec = specOf(name);
    this.#scan.given.add(name);
    this.#scan.spelled.set(name, shown);
    switch (spec.type) {
      case "boolean":
        return this.#boolean(name, written);
      case "list": {
        const items = value !== undefined
          ? splitList(value)
          : spec.bare !== undefined
          ? [spec.bare]
          : this.#greedy(shown);
        for (const item of items) this.#scan.tokens.push(`--${name}=${item}`);
        return;
      }
      case "optional": {
        const found = value ?? (spec.next ? this.#next() : undefined) ?? spec.bare;
        this.#scan.tokens.push(`--${name}=${found}`);
        return;
      }
      default: {
        const found = value ?? this.#next();
        if (found === undefined) throw missingValue(shown);
        this.#scan.tokens.push(`--${name}=${found}`);
      }
    }
  }

  #boolean(name: FlagName, written: { shown: string; value: string | undefined }): void {
    const { shown, value } = written;
    if (value === undefined || /^(true|1|yes|on)$/i.test(value)) this.#scan.tokens.push(`--${name}`);
    else if (/^(false|0|no|off)$/i.test(value)) this.#scan.tokens.push(`--no-${name}`);
    else throw fail("usage_error", `${shown} is true or false, not ${JSON.stringify(value)}`, { param: shown });
  }

  #negate(name: FlagName, shown: string): void {
    const spec = specOf(name);
    this.#scan.given.add(name);
    this.#scan.spelled.set(name, shown);
    if (spec.type === "boolean") this.#scan.tokens.push(`--no-${name}`);
    else if (spec.type === "optional" && spec.choices?.includes("off")) this.#scan.tokens.push(`--${name}=off`);
    else this.#scan.unknown.push(shown);
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
    if (first === undefined) throw missingValue(shown);
    const items = splitList(first);
    // An empty first word is a whole value: `--tools ""` means none.
    if (first === "") return items;
    for (let word = this.#next(); word !== undefined; word = this.#next()) items.push(...splitList(word));
    return items;
  }
}

/** Whether letters after the short form are its value rather than further flags. */
function takesValue(name: FlagName): boolean {
  const spec = specOf(name);
  return spec.type !== "boolean" && (spec.type !== "optional" || spec.next);
}

function missingValue(shown: string): QwenError {
  return fail("usage_error", `Not enough arguments following: ${shown.replace(/^-+/, "")}`, {
    param: shown,
    hint: `Give a value after ${shown}; one that begins with a dash is written ${shown}=-value.`,
  });
}
