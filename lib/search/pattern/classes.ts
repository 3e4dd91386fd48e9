import { type Automaton, WORD } from "./automaton.ts";

/** The class of a character that no atom accepts because it stands for an invalid byte. */
const REPLACEMENT = 0xfffd;

/**
 * Groups characters that a pattern cannot tell apart. The group of a character is computed when it is first seen, by
 * testing every character set of the pattern once.
 */
export class CharClasses {
  /** The group of every character of the basic plane, plus one; 0 is not yet known. */
  readonly basic = new Uint16Array(0x10000);
  /** Which atoms accept a group. */
  readonly accepts: Uint8Array[] = [];
  /** Whether a group consists of word characters. */
  readonly isWord: boolean[] = [];
  readonly #automaton: Automaton;
  readonly #groups = new Map<string, number>();
  readonly #astral = new Map<number, number>();
  readonly #isLossy: boolean;

  /** Lossy text contains replacement characters for invalid bytes, which no pattern matches. */
  constructor(automaton: Automaton, options: { isLossy: boolean }) {
    this.#automaton = automaton;
    this.#isLossy = options.isLossy;
  }

  /** The group of a code point. */
  of(code: number): number {
    if (code < 0x10000) {
      const known = this.basic[code];
      if (known > 0) return known - 1;
      const group = this.#compute(code);
      this.basic[code] = group + 1;
      return group;
    }
    let group = this.#astral.get(code);
    if (group === undefined) {
      group = this.#compute(code);
      if (this.#astral.size < 50_000) this.#astral.set(code, group);
    }
    return group;
  }

  #compute(code: number): number {
    const { atoms, hasWordAssertion } = this.#automaton;
    const char = String.fromCodePoint(code);
    const isNothing = this.#isLossy && code === REPLACEMENT;
    const accepts = Uint8Array.from(atoms, (atom) => !isNothing && atom.test(char) ? 1 : 0);
    const isWord = hasWordAssertion && !isNothing && WORD.test(char);
    const key = `${accepts.join("")}${isWord}`;
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = this.accepts.push(accepts) - 1;
      this.isWord.push(isWord);
      this.#groups.set(key, group);
    }
    return group;
  }
}
