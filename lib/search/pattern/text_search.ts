import { type Automaton, compileAutomaton } from "./automaton.ts";
import { LineMatcher } from "./line_matcher.ts";
import { parsePattern } from "./parse_pattern.ts";
import { requiredLiterals } from "./required_literals.ts";
import { type Span, SpanMatcher } from "./span_matcher.ts";
import { PatternError, type PatternNode } from "./syntax.ts";

/** What to search for. */
export interface PatternOptions {
  pattern: string;
  ignoreCase: boolean;
  /** Whether a match may span lines; `.` then still matches no newline. */
  multiline: boolean;
}

/** A text with what is known about its encoding. */
export interface SearchedText {
  text: string;
  isAscii: boolean;
  /** Whether the text contains replacement characters for invalid bytes. */
  isLossy: boolean;
}

/** A longer pattern is refused. */
const MAX_PATTERN_CHARS = 1_000;

/** Parses the pattern of a search. Throws PatternError. */
export function parseSearchPattern({ pattern, ignoreCase, multiline }: PatternOptions): PatternNode {
  if (pattern === "") throw new PatternError("the pattern is empty");
  if (pattern.length > MAX_PATTERN_CHARS) {
    throw new PatternError(`it has ${pattern.length} characters, at most ${MAX_PATTERN_CHARS} are allowed`);
  }
  const node = parsePattern(pattern, { ignoreCase, dotAll: false, multiline });
  if (!multiline && hasNewline(node)) throw new PatternError("a match with a newline needs multiline");
  return node;
}

/**
 * Finds matching lines in texts. Where every match contains one of a few literals, only lines with such a literal are
 * looked at. The time is linear in the text for every pattern.
 */
export class TextSearch {
  readonly #automaton: Automaton;
  readonly #multiline: boolean;
  readonly #isExact: boolean;
  readonly #literal: { ascii: RegExp; unicode: RegExp } | null;
  readonly #check: () => void;
  readonly #lines = new Map<boolean, LineMatcher>();
  readonly #spans = new Map<boolean, SpanMatcher>();

  /** `check` is called now and then and may throw to end a search. */
  constructor(options: PatternOptions, check: () => void) {
    const node = parseSearchPattern(options);
    this.#automaton = compileAutomaton(node);
    this.#multiline = options.multiline;
    this.#check = check;
    const literals = mixesCase(node) ? null : requiredLiterals(node);
    this.#isExact = literals?.isExact ?? false;
    const source = literals?.texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
    const flags = ignoresCase(node) ? "gi" : "g";
    this.#literal = source === undefined
      ? null
      : { ascii: new RegExp(source, flags), unicode: new RegExp(source, `${flags}u`) };
  }

  /** The next block of matching lines at or after a line's start, without its last newline; null when there is none. */
  next(searched: SearchedText, from: number): Span | null {
    return this.#multiline ? this.#nextSpan(searched, from) : this.#nextLine(searched, from);
  }

  #nextLine(searched: SearchedText, from: number): Span | null {
    const { text } = searched;
    if (!this.#literal) {
      const start = this.#lineMatcher(searched).find(text, { start: from, end: text.length });
      return start < 0 ? null : { start, end: lineEnd(text, start) };
    }
    const literal = searched.isAscii ? this.#literal.ascii : this.#literal.unicode;
    for (let at = from; at < text.length;) {
      literal.lastIndex = at;
      const found = literal.exec(text);
      if (!found) return null;
      const line = { start: lineStart(text, found.index), end: lineEnd(text, found.index) };
      if (this.#isExact || this.#lineMatcher(searched).find(text, line) >= 0) return line;
      at = line.end + 1;
    }
    return null;
  }

  #nextSpan(searched: SearchedText, from: number): Span | null {
    const { text } = searched;
    if (from > text.length || (from === text.length && text.endsWith("\n"))) return null;
    if (this.#literal) {
      const literal = searched.isAscii ? this.#literal.ascii : this.#literal.unicode;
      literal.lastIndex = from;
      if (!literal.test(text)) return null;
    }
    const found = this.#spanMatcher(searched).find(text, from);
    if (!found || (found.start === text.length && text.endsWith("\n")) || text === "") return null;
    // A match that ends with a newline does not reach into the next line.
    const last = found.end > found.start ? found.end - 1 : found.end;
    return { start: lineStart(text, found.start), end: lineEnd(text, last) };
  }

  #lineMatcher({ isLossy }: SearchedText): LineMatcher {
    let matcher = this.#lines.get(isLossy);
    if (!matcher) {
      matcher = new LineMatcher(this.#automaton, { isLossy, check: this.#check });
      this.#lines.set(isLossy, matcher);
    }
    return matcher;
  }

  #spanMatcher({ isLossy }: SearchedText): SpanMatcher {
    let matcher = this.#spans.get(isLossy);
    if (!matcher) {
      matcher = new SpanMatcher(this.#automaton, { isLossy, check: this.#check });
      this.#spans.set(isLossy, matcher);
    }
    return matcher;
  }
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function* charsOf(node: PatternNode): Generator<PatternNode & { kind: "char" }> {
  if (node.kind === "char") yield node;
  else if (node.kind === "repeat") yield* charsOf(node.node);
  else if (node.kind !== "assert") { for (const child of node.nodes) yield* charsOf(child); }
}

function hasNewline(node: PatternNode): boolean {
  return charsOf(node).some((char) => char.literal === "\n");
}

function ignoresCase(node: PatternNode): boolean {
  return charsOf(node).some((char) => char.ignoreCase);
}

function mixesCase(node: PatternNode): boolean {
  return ignoresCase(node) && charsOf(node).some((char) => !char.ignoreCase);
}
