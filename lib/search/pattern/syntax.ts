/** A set of characters, as a class such as `[a-z\d]` describes it. */
export interface CharSet {
  negated: boolean;
  items: readonly ClassItem[];
}

/** A member of a class. */
export type ClassItem =
  | { kind: "range"; from: number; to: number }
  | { kind: "named"; name: "d" | "w" | "s"; negated: boolean }
  | { kind: "property"; name: string; negated: boolean }
  | { kind: "set"; set: CharSet };

/** A place in the text that consumes no character. */
export type Assertion = "line_start" | "line_end" | "text_start" | "text_end" | "word" | "not_word";

/** A parsed regular expression. */
export type PatternNode =
  | { kind: "char"; set: CharSet; ignoreCase: boolean; literal: string | null }
  | { kind: "seq"; nodes: readonly PatternNode[] }
  | { kind: "alt"; nodes: readonly PatternNode[] }
  | { kind: "repeat"; node: PatternNode; min: number; max: number; lazy: boolean }
  | { kind: "assert"; what: Assertion };

/** A pattern that cannot be used; the message says why. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

/** The members of the classes that depend on Unicode, in the syntax of V8's `v` flag. */
const UNICODE = {
  d: "\\p{Nd}",
  w: "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\u200c\\u200d",
  s: "\\p{White_Space}",
} as const;

/** A set in the syntax of V8's `v` flag. */
export function v8Class({ negated, items }: CharSet): string {
  const members = items.map((item) => {
    switch (item.kind) {
      case "range":
        return `\\u{${item.from.toString(16)}}-\\u{${item.to.toString(16)}}`;
      case "named":
        return `[${item.negated ? "^" : ""}${UNICODE[item.name]}]`;
      case "property":
        return `\\${item.negated ? "P" : "p"}{${v8Property(item.name)}}`;
      case "set":
        return v8Class(item.set);
    }
  });
  return `[${negated ? "^" : ""}${members.join("")}]`;
}

/** A set in the syntax of ripgrep. */
export function rustClass({ negated, items }: CharSet): string {
  const members = items.map((item) => {
    switch (item.kind) {
      case "range":
        return `\\x{${item.from.toString(16)}}-\\x{${item.to.toString(16)}}`;
      case "named":
        return `\\${item.negated ? item.name.toUpperCase() : item.name}`;
      case "property":
        return `\\${item.negated ? "P" : "p"}{${item.name}}`;
      case "set":
        return rustClass(item.set);
    }
  });
  return `[${negated ? "^" : ""}${members.join("")}]`;
}

/** A property as V8 names it: a script needs its prefix. Throws for an unknown one. */
export function v8Property(name: string): string {
  for (const candidate of [name, `Script=${name}`]) {
    try {
      new RegExp(`\\p{${candidate}}`, "v");
      return candidate;
    } catch {
      // Not a name that V8 knows.
    }
  }
  throw new PatternError(`unknown Unicode property ${name}`);
}
