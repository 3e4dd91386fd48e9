/** Whether a character, given as its code point, matches. */
export type CharTest = (code: number) => boolean;

const POSIX: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z0-9]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  // deno-lint-ignore no-control-regex -- the class of control characters.
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[\x21-\x7e]/,
  lower: /[a-z]/,
  print: /[\x20-\x7e]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

/** A class of characters and where the pattern goes on behind it. */
export interface CharClass {
  test: CharTest;
  end: number;
}

/**
 * Reads the classes of one pattern, such as `[a-z]`, `[!x]` or `[[:alpha:]_]`, from left to right. A bracket that is
 * not closed is no class, and neither is any bracket behind it: looking for its end again would take quadratic time.
 */
export class ClassReader {
  readonly #pattern: string;
  #open = Infinity;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** The class that begins at a position; null when there is none. */
  read(start: number): CharClass | null {
    const found = start < this.#open ? readClass(this.#pattern, start) : null;
    if (!found) this.#open = Math.min(this.#open, start);
    return found;
  }
}

function readClass(pattern: string, start: number): CharClass | null {
  const isNegated = pattern[start + 1] === "!" || pattern[start + 1] === "^";
  const first = start + (isNegated ? 2 : 1);
  const tests: CharTest[] = [];
  // A bracket in the first place is a member.
  for (let at = first; at < pattern.length;) {
    if (pattern[at] === "]" && at > first) {
      return { test: (code) => tests.some((test) => test(code)) !== isNegated, end: at + 1 };
    }
    const named = /^\[:([a-z]*):\]/.exec(pattern.slice(at, at + 12));
    if (named) {
      const members = POSIX[named[1]];
      if (!members) return null;
      tests.push((code) => members.test(String.fromCodePoint(code)));
      at += named[0].length;
      continue;
    }
    const low = readMember(pattern, at);
    if (!low) return null;
    const high = pattern[low.end] === "-" && pattern[low.end + 1] !== "]" ? readMember(pattern, low.end + 1) : low;
    if (!high) return null;
    tests.push((code) => low.code <= code && code <= high.code);
    at = high.end;
  }
  return null;
}

function readMember(pattern: string, at: number): { code: number; end: number } | null {
  const from = pattern[at] === "\\" ? at + 1 : at;
  const code = pattern.codePointAt(from);
  return code === undefined ? null : { code, end: from + (code > 0xffff ? 2 : 1) };
}
