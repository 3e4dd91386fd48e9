import { type Assertion, type CharSet, PatternError, type PatternNode, v8Class } from "./syntax.ts";

/** A state of the automaton. `next` states are entered in order of preference. */
export type State =
  | { kind: "char"; atom: number; next: number }
  | { kind: "split"; next: readonly number[] }
  | { kind: "assert"; what: Assertion; next: number }
  | { kind: "match" };

/** A pattern as a graph of states; a text is matched in time proportional to states times characters. */
export interface Automaton {
  states: readonly State[];
  start: number;
  /** One test per different character set of the pattern. */
  atoms: readonly RegExp[];
  hasWordAssertion: boolean;
}

const MAX_STATES = 20_000;

/** A test for word characters. */
export const WORD = /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]$/v;

/** Compiles a parsed pattern. Throws PatternError when it is too large. */
export function compileAutomaton(node: PatternNode): Automaton {
  return new Compiler().compile(node);
}

class Compiler {
  readonly #states: State[] = [{ kind: "match" }];
  readonly #atoms = new Map<string, { index: number; test: RegExp }>();
  #hasWord = false;

  compile(node: PatternNode): Automaton {
    const start = this.#build(node, 0);
    const atoms = [...this.#atoms.values()].map(({ test }) => test);
    return { states: this.#states, start, atoms, hasWordAssertion: this.#hasWord };
  }

  /** Adds the states of a node that goes on to `next`; returns where it begins. */
  #build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case "char":
        return this.#add({ kind: "char", atom: this.#atom(node), next });
      case "seq":
        return node.nodes.reduceRight((after, child) => this.#build(child, after), next);
      case "alt":
        return this.#add({ kind: "split", next: node.nodes.map((child) => this.#build(child, next)) });
      case "assert":
        if (node.what === "word" || node.what === "not_word") this.#hasWord = true;
        return this.#add({ kind: "assert", what: node.what, next });
      case "repeat":
        return this.#repeat(node, next);
    }
  }

  #repeat(node: PatternNode & { kind: "repeat" }, next: number): number {
    const { min, max, lazy } = node;
    const ordered = (into: number): number[] => lazy ? [next, into] : [into, next];
    let at = next;
    if (max === Infinity) {
      const loop: { kind: "split"; next: number[] } = { kind: "split", next: [] };
      at = this.#add(loop);
      loop.next = ordered(this.#build(node.node, at));
    } else {
      for (let round = min; round < max; round++) {
        at = this.#add({
          kind: "split",
          next: lazy ? [next, this.#build(node.node, at)] : [this.#build(node.node, at), next],
        });
      }
    }
    for (let round = 0; round < min; round++) at = this.#build(node.node, at);
    return at;
  }

  #atom({ set, ignoreCase }: { set: CharSet; ignoreCase: boolean }): number {
    const source = v8Class(set);
    const key = `${ignoreCase} ${source}`;
    const known = this.#atoms.get(key);
    if (known) return known.index;
    const index = this.#atoms.size;
    this.#atoms.set(key, { index, test: new RegExp(`^${source}$`, ignoreCase ? "iv" : "v") });
    return index;
  }

  #add(state: State): number {
    if (this.#states.length >= MAX_STATES) throw new PatternError("the pattern is too large");
    return this.#states.push(state) - 1;
  }
}
