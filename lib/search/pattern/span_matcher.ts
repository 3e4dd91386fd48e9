import type { Automaton } from "./automaton.ts";
import { CharClasses } from "./classes.ts";
import { closure, type Side } from "./closure.ts";

/** A part of a text. */
export interface Span {
  start: number;
  end: number;
}

interface Thread {
  id: number;
  start: number;
}

/** How many characters are read between two calls of `check`. */
const CHECK_EVERY = 4_096;

/** Finds matches that may span lines, leftmost first, in time proportional to the text and the size of the pattern. */
export class SpanMatcher {
  readonly #automaton: Automaton;
  readonly #classes: CharClasses;
  readonly #check: () => void;

  /** `check` is called now and then and may throw to end the search. */
  constructor(automaton: Automaton, options: { isLossy: boolean; check: () => void }) {
    this.#automaton = automaton;
    this.#classes = new CharClasses(automaton, options);
    this.#check = options.check;
  }

  /** The first match at or after a position. */
  find(text: string, from: number): Span | null {
    let threads: Thread[] = [];
    let found: Span | null = null;
    let before = sideOf(text.codePointAt(from - 1), this.#classes);
    let steps = 0;
    for (let at = from; at <= text.length;) {
      if (++steps % CHECK_EVERY === 0) this.#check();
      const code = at < text.length ? text.codePointAt(at) : undefined;
      const after = sideOf(code, this.#classes);
      if (!found) threads.push({ id: this.#automaton.start, start: at });
      else if (threads.length === 0) break;
      const ready = this.#ready(threads, { before, after });
      const winner = ready.findIndex(({ id }) => id === 0);
      if (winner >= 0) found = { start: ready[winner].start, end: at };
      if (code === undefined) break;
      threads = this.#step(winner >= 0 ? ready.slice(0, winner) : ready, code);
      before = after;
      at += code > 0xffff ? 2 : 1;
    }
    return found;
  }

  /** All threads that are entered together, the preferred ones first, each state once. */
  #ready(threads: readonly Thread[], around: { before: Side; after: Side }): Thread[] {
    const seen = new Set<number>();
    const ready: Thread[] = [];
    for (const { id, start } of threads) {
      for (const reached of closure(this.#automaton, [id], around)) {
        if (seen.has(reached)) continue;
        seen.add(reached);
        ready.push({ id: reached, start });
      }
    }
    return ready;
  }

  #step(threads: readonly Thread[], code: number): Thread[] {
    const accepts = this.#classes.accepts[this.#classes.of(code)];
    const stepped: Thread[] = [];
    for (const { id, start } of threads) {
      const state = this.#automaton.states[id];
      if (state.kind === "char" && accepts[state.atom] === 1) stepped.push({ id: state.next, start });
    }
    return stepped;
  }
}

function sideOf(code: number | undefined, classes: CharClasses): Side {
  if (code === undefined) return "border";
  if (code === 10) return "newline";
  return classes.isWord[classes.of(code)] ? "word" : "other";
}
