import type { Automaton } from "./automaton.ts";
import type { Assertion } from "./syntax.ts";

/** The characters on both sides of a position; null is the border of the text. */
export interface Surroundings {
  before: Side;
  after: Side;
}

/** One side of a position. */
export type Side = "border" | "newline" | "word" | "other";

function holds(what: Assertion, { before, after }: Surroundings): boolean {
  switch (what) {
    case "line_start":
      return before === "border" || before === "newline";
    case "line_end":
      return after === "border" || after === "newline";
    case "text_start":
      return before === "border";
    case "text_end":
      return after === "border";
    case "word":
      return (before === "word") !== (after === "word");
    case "not_word":
      return (before === "word") === (after === "word");
  }
}

/** All states that are entered together with the given ones at a position, in order of preference. */
export function closure(automaton: Automaton, from: readonly number[], around: Surroundings): number[] {
  const { states } = automaton;
  const seen = new Set<number>();
  const pending = from.toReversed();
  const reached: number[] = [];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const state = states[id];
    if (state.kind === "split") { for (let i = state.next.length - 1; i >= 0; i--) pending.push(state.next[i]); }
    else if (state.kind === "assert") {
      if (holds(state.what, around)) pending.push(state.next);
    } else reached.push(id);
  }
  return reached;
}
