import type { Automaton } from "./automaton.ts";
import { CharClasses } from "./classes.ts";
import { closure, type Side } from "./closure.ts";
import type { Span } from "./span_matcher.ts";

const UNKNOWN = 0;
const MATCH = 1;
/** No continuation of the line can match. */
const DEAD = 2;
const START = 3;

const NEWLINE = 10;
const MAX_SETS = 4_000;
/** How many transitions are computed between two calls of `check`. */
const CHECK_EVERY = 512;

/** The states before a position, with the character before it. */
interface StateSet {
  ids: readonly number[];
  before: Side;
}

/**
 * Finds lines that match a pattern by reading each character once. Sets of states are computed when they are first
 * reached and kept in a table of limited size, so that the time is linear in the text for every pattern.
 */
export class LineMatcher {
  readonly #automaton: Automaton;
  readonly #classes: CharClasses;
  readonly #check: () => void;
  readonly #isAnchored: boolean;
  #sets: StateSet[] = [];
  #known = new Map<string, number>();
  #stride = 32;
  #table = new Int32Array(0);
  /** Whether a line that ends in a set matches: 0 is not yet known, 1 is yes, 2 is no. */
  #ends = new Uint8Array(0);
  #computed = 0;

  /** `check` is called now and then during long computations and may throw to end them. */
  constructor(automaton: Automaton, options: { isLossy: boolean; check: () => void }) {
    this.#automaton = automaton;
    this.#classes = new CharClasses(automaton, options);
    this.#check = options.check;
    this.#isAnchored = isAnchored(automaton);
    this.#reset();
  }

  /** The start of the first line in a range that matches, or -1. The range begins and ends at line borders. */
  find(text: string, { start: from, end: to }: Span): number {
    const basic = this.#classes.basic;
    let table = this.#table;
    let stride = this.#stride;
    let state = START;
    let lineStart = from;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) {
        if (this.#matchesAtEnd(state)) return lineStart;
        state = START;
        lineStart = at + 1;
        continue;
      }
      const known = basic[code];
      let group = known - 1;
      if (known === 0 || (code >= 0xd800 && code < 0xdc00)) {
        const point = text.codePointAt(at) ?? code;
        group = this.#classes.of(point);
        if (point > 0xffff) at++;
      }
      let next = group < stride ? table[state * stride + group] : UNKNOWN;
      if (next === UNKNOWN) {
        next = this.#step(state, group);
        table = this.#table;
        stride = this.#stride;
      }
      if (next === MATCH) return lineStart;
      if (next === DEAD) {
        const end = text.indexOf("\n", at);
        if (end < 0 || end >= to) return -1;
        at = end;
        lineStart = end + 1;
        next = START;
      }
      state = next;
    }
    return lineStart < to && this.#matchesAtEnd(state) ? lineStart : -1;
  }

  #matchesAtEnd(state: number): boolean {
    const known = this.#ends[state];
    if (known > 0) return known === 1;
    const { ids, before } = this.#sets[state];
    const matches = closure(this.#automaton, [...ids, this.#automaton.start], { before, after: "border" }).includes(0);
    this.#ends[state] = matches ? 1 : 2;
    return matches;
  }

  #step(state: number, group: number): number {
    if (++this.#computed % CHECK_EVERY === 0) this.#check();
    const { ids, before } = this.#sets[state];
    const after: Side = this.#classes.isWord[group] ? "word" : "other";
    const accepts = this.#classes.accepts[group];
    const { states, start } = this.#automaton;
    const reached = closure(this.#automaton, [...ids, start], { before, after });
    let next = MATCH;
    // State 0 is the match.
    if (!reached.includes(0)) {
      const stepped = new Set<number>();
      for (const id of reached) {
        const at = states[id];
        if (at.kind === "char" && accepts[at.atom] === 1) stepped.add(at.next);
      }
      next = this.#intern({ ids: [...stepped].sort((a, b) => a - b), before: after });
    }
    if (group >= this.#stride) this.#widen(group);
    // The set of departure may have been forgotten meanwhile.
    if (this.#sets[state]?.ids === ids) this.#table[state * this.#stride + group] = next;
    return next;
  }

  #intern(set: StateSet): number {
    if (set.ids.length === 0 && this.#isAnchored) return DEAD;
    const key = `${set.before}${set.ids.join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#sets.length >= MAX_SETS) this.#reset();
    const id = this.#sets.push(set) - 1;
    this.#known.set(key, id);
    return id;
  }

  #widen(group: number): void {
    const old = { stride: this.#stride, table: this.#table };
    while (this.#stride <= group) this.#stride *= 2;
    this.#table = new Int32Array(MAX_SETS * this.#stride);
    for (let set = 0; set < this.#sets.length; set++) {
      this.#table.set(old.table.subarray(set * old.stride, (set + 1) * old.stride), set * this.#stride);
    }
  }

  #reset(): void {
    this.#table = new Int32Array(MAX_SETS * this.#stride);
    this.#ends = new Uint8Array(MAX_SETS);
    this.#known = new Map();
    const border: StateSet = { ids: [], before: "border" };
    this.#sets = [border, border, border, border];
    this.#known.set("border", START);
  }
}

/** Whether a match can begin only at the start of a line. */
function isAnchored(automaton: Automaton): boolean {
  const inside = ["word", "other"] as const;
  const sides = ["border", ...inside] as const;
  return inside.every((before) =>
    sides.every((after) => closure(automaton, [automaton.start], { before, after }).length === 0)
  );
}
