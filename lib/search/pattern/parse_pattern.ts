import { type Assertion, type CharSet, type ClassItem, PatternError, type PatternNode, v8Property } from "./syntax.ts";

/** The deepest nesting of groups. */
const MAX_DEPTH = 100;
const MAX_REPEAT = 1_000;
const LAST = 0x10ffff;

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, v: 11, a: 7, 0: 0 };
const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  b: "word",
  B: "not_word",
  A: "text_start",
  z: "text_end",
  Z: "text_end",
};
const POSIX: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  alnum: [[48, 57], [65, 90], [97, 122]],
  alpha: [[65, 90], [97, 122]],
  ascii: [[0, 127]],
  blank: [[9, 9], [32, 32]],
  cntrl: [[0, 31], [127, 127]],
  digit: [[48, 57]],
  graph: [[33, 126]],
  lower: [[97, 122]],
  print: [[32, 126]],
  punct: [[33, 47], [58, 64], [91, 96], [123, 126]],
  space: [[9, 13], [32, 32]],
  upper: [[65, 90]],
  word: [[48, 57], [65, 90], [95, 95], [97, 122]],
  xdigit: [[48, 57], [65, 70], [97, 102]],
};

interface Flags {
  ignoreCase: boolean;
  dotAll: boolean;
  /** Whether the text is more than one line; otherwise its ends are those of the line. */
  multiline: boolean;
}

/**
 * Parses a regular expression as models write it: the syntax that JavaScript and ripgrep share. A brace or bracket that
 * cannot be syntax stands for itself. Throws PatternError for look-around, back-references and syntax errors.
 */
export function parsePattern(pattern: string, flags: Flags): PatternNode {
  return new Parser(pattern, flags).parse();
}

class Parser {
  readonly #chars: readonly string[];
  #at = 0;
  #depth = 0;
  #flags: Flags;

  constructor(pattern: string, flags: Flags) {
    this.#chars = [...pattern];
    this.#flags = { ...flags };
  }

  parse(): PatternNode {
    const node = this.#alternatives();
    if (this.#at < this.#chars.length) throw new PatternError("unmatched )");
    return node;
  }

  #alternatives(): PatternNode {
    if (++this.#depth > MAX_DEPTH) throw new PatternError(`groups are nested more than ${MAX_DEPTH} deep`);
    const outer = this.#flags;
    this.#flags = { ...outer };
    const nodes = [this.#sequence()];
    while (this.#take("|")) nodes.push(this.#sequence());
    this.#flags = outer;
    this.#depth--;
    return nodes.length === 1 ? nodes[0] : { kind: "alt", nodes };
  }

  #sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    while (this.#at < this.#chars.length && this.#peek() !== "|" && this.#peek() !== ")") {
      const node = this.#element();
      if (node) nodes.push(this.#quantified(node));
    }
    return nodes.length === 1 ? nodes[0] : { kind: "seq", nodes };
  }

  /** One element without its quantifier; null for flags such as `(?i)`. */
  #element(): PatternNode | null {
    const char = this.#chars[this.#at++];
    switch (char) {
      case "(":
        return this.#group();
      case "[":
        return this.#char(this.#class());
      case ".":
        return this.#char(this.#flags.dotAll ? single(0, LAST) : { negated: true, items: [range(10, 10)] });
      case "^":
        return { kind: "assert", what: "line_start" };
      case "$":
        return { kind: "assert", what: "line_end" };
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
        throw new PatternError(`nothing to repeat before ${char}`);
      default:
        return this.#literal(char);
    }
  }

  #group(): PatternNode | null {
    if (this.#peek() !== "?") return this.#closed(this.#alternatives());
    this.#at++;
    const rest = this.#chars.slice(this.#at, this.#at + 3).join("");
    if (/^(=|!|<=|<!)/.test(rest)) throw new PatternError("look-around is not supported");
    if (rest.startsWith(">")) throw new PatternError("atomic groups are not supported");
    if (rest.startsWith("P<") || rest.startsWith("<")) {
      const end = this.#chars.indexOf(">", this.#at);
      if (end < 0) throw new PatternError("unclosed group name");
      this.#at = end + 1;
      return this.#closed(this.#alternatives());
    }
    return this.#flagGroup();
  }

  /** `(?i)` changes the flags of the rest of its group, `(?i:…)` those of its content. */
  #flagGroup(): PatternNode | null {
    const outer = this.#flags;
    const flags = { ...outer };
    let value = true;
    for (;;) {
      const char = this.#chars[this.#at++];
      if (char === "-") value = false;
      else if (char === "i") flags.ignoreCase = value;
      else if (char === "s") flags.dotAll = value;
      else if (char === ")") {
        this.#flags = flags;
        return null;
      } else if (char === ":") {
        this.#flags = flags;
        const node = this.#closed(this.#alternatives());
        this.#flags = outer;
        return node;
      } else if (char !== "m" && char !== "u") {
        throw new PatternError(`unknown group (?${char ?? ""}`);
      }
    }
  }

  #closed(node: PatternNode): PatternNode {
    if (!this.#take(")")) throw new PatternError("unclosed group");
    // A group keeps a quantifier off the last element of a sequence.
    return node.kind === "seq" ? node : { kind: "seq", nodes: [node] };
  }

  #quantified(node: PatternNode): PatternNode {
    let result = node;
    for (;;) {
      const bounds = this.#bounds();
      if (!bounds) return result;
      const lazy = this.#take("?");
      if (bounds.max < bounds.min) throw new PatternError("a repetition ends before it begins");
      if (Math.max(bounds.min, Number.isFinite(bounds.max) ? bounds.max : 0) > MAX_REPEAT) {
        throw new PatternError(`a repetition has at most ${MAX_REPEAT} rounds`);
      }
      result = { kind: "repeat", node: result, ...bounds, lazy };
    }
  }

  #bounds(): { min: number; max: number } | null {
    if (this.#take("*")) return { min: 0, max: Infinity };
    if (this.#take("+")) return { min: 1, max: Infinity };
    if (this.#take("?")) return { min: 0, max: 1 };
    if (this.#peek() !== "{") return null;
    const found = /^\{(\d{1,6})(?:(,)(\d{0,6}))?\}/.exec(this.#chars.slice(this.#at, this.#at + 16).join(""));
    if (!found) return null;
    this.#at += found[0].length;
    const min = Number(found[1]);
    return { min, max: found[2] === undefined ? min : found[3] === "" ? Infinity : Number(found[3]) };
  }

  #escape(): PatternNode {
    const char = this.#chars[this.#at];
    if (char === undefined) throw new PatternError("a backslash at the end");
    const what = ASSERTIONS[char];
    if (what) {
      this.#at++;
      if (what === "text_start" && !this.#flags.multiline) return { kind: "assert", what: "line_start" };
      if (what === "text_end" && !this.#flags.multiline) return { kind: "assert", what: "line_end" };
      return { kind: "assert", what };
    }
    if (/[1-9k]/.test(char)) throw new PatternError("back-references are not supported");
    const item = this.#escapedItem();
    if (item.kind === "range" && item.from === item.to) return this.#literal(String.fromCodePoint(item.from));
    return this.#char({ negated: false, items: [item] });
  }

  /** What follows a backslash, in a class or outside. */
  #escapedItem(): ClassItem {
    const char = this.#chars[this.#at++];
    if (char === undefined) throw new PatternError("a backslash at the end");
    if (/[dws]/i.test(char)) {
      const lower = char.toLowerCase();
      const name = lower === "d" ? "d" : lower === "w" ? "w" : "s";
      return { kind: "named", name, negated: char !== lower };
    }
    if (char === "p" || char === "P") return this.#property(char === "P");
    if (char === "x" || char === "u" || char === "U") return this.#codePoint(char);
    const special = ESCAPES[char];
    if (special !== undefined) return range(special, special);
    if (/[a-z]/i.test(char)) throw new PatternError(`unknown escape \\${char}`);
    const code = char.codePointAt(0) ?? 0;
    return range(code, code);
  }

  #property(negated: boolean): ClassItem {
    let name = this.#chars[this.#at++] ?? "";
    if (name === "{") {
      const end = this.#chars.indexOf("}", this.#at);
      if (end < 0) throw new PatternError("unclosed Unicode property");
      name = this.#chars.slice(this.#at, end).join("");
      this.#at = end + 1;
    }
    if (!/^[\w=]+$/.test(name)) throw new PatternError(`unknown Unicode property ${name}`);
    v8Property(name);
    return { kind: "property", name, negated };
  }

  #codePoint(kind: "x" | "u" | "U"): ClassItem {
    const text = this.#chars.slice(this.#at, this.#at + 12).join("");
    const digits = { x: 2, u: 4, U: 8 }[kind];
    const found = /^\{([0-9a-f]{1,8})\}/i.exec(text) ?? new RegExp(`^([0-9a-f]{${digits}})`, "i").exec(text);
    const code = found ? parseInt(found[1], 16) : Infinity;
    if (!found || code > LAST || (code >= 0xd800 && code < 0xe000)) throw new PatternError(`bad escape \\${kind}`);
    this.#at += found[0].length;
    return range(code, code);
  }

  #class(): CharSet {
    const negated = this.#take("^");
    const items: ClassItem[] = [];
    for (let isFirst = true;; isFirst = false) {
      const char = this.#peek();
      if (char === undefined) throw new PatternError("unclosed character class");
      if (char === "]" && !isFirst) {
        this.#at++;
        return { negated, items };
      }
      const named = this.#posix();
      if (named) {
        items.push({ kind: "set", set: named });
        continue;
      }
      items.push(this.#classRange());
    }
  }

  #classRange(): ClassItem {
    const low = this.#classMember();
    if (low.kind !== "range" || this.#peek() !== "-" || [undefined, "]"].includes(this.#chars[this.#at + 1])) {
      return low;
    }
    const mark = this.#at++;
    const high = this.#classMember();
    if (high.kind !== "range") {
      // `[a-\d]`: the hyphen stands for itself.
      this.#at = mark;
      return low;
    }
    if (high.to < low.from) throw new PatternError("a range in a class is out of order");
    return range(low.from, high.to);
  }

  #classMember(): ClassItem {
    const char = this.#chars[this.#at++];
    if (char === "\\") {
      if (this.#take("b")) return range(8, 8);
      return this.#escapedItem();
    }
    const code = char.codePointAt(0) ?? 0;
    return range(code, code);
  }

  #posix(): CharSet | null {
    if (this.#peek() !== "[") return null;
    const found = /^\[:(\^?)([a-z]+):\]/.exec(this.#chars.slice(this.#at, this.#at + 16).join(""));
    const ranges = found ? POSIX[found[2]] : undefined;
    if (!found || !ranges) return null;
    this.#at += found[0].length;
    return { negated: found[1] === "^", items: ranges.map(([from, to]) => range(from, to)) };
  }

  #literal(char: string): PatternNode {
    const code = char.codePointAt(0) ?? 0;
    return { kind: "char", set: single(code, code), ignoreCase: this.#flags.ignoreCase, literal: char };
  }

  #char(set: CharSet): PatternNode {
    return { kind: "char", set, ignoreCase: this.#flags.ignoreCase, literal: null };
  }

  #peek(): string | undefined {
    return this.#chars[this.#at];
  }

  #take(char: string): boolean {
    if (this.#chars[this.#at] !== char) return false;
    this.#at++;
    return true;
  }
}

function range(from: number, to: number): ClassItem & { kind: "range" } {
  return { kind: "range", from, to };
}

function single(from: number, to: number): CharSet {
  return { negated: false, items: [range(from, to)] };
}
