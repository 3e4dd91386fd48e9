import { type Problem, problem, type ToolCall } from "../model/mod.ts";

// A model that asks for the very same thing this often in a row gets nowhere.
const MAX_SAME_IN_ROW = 5;

/** Ends a turn in which the model repeats itself: the same calls with the same input, round after round. */
export class LoopGuard {
  #last = "";
  #count = 0;

  /** Looks at the calls of one answer; says what is wrong when they are the same once too often. */
  watch(calls: readonly ToolCall[]): Problem | null {
    const signature = JSON.stringify(calls.map(({ tool, input }) => [tool, input]));
    this.#count = signature === this.#last ? this.#count + 1 : 1;
    this.#last = signature;
    if (this.#count < MAX_SAME_IN_ROW) return null;
    const names = calls.map((call) => call.tool).join(", ");
    return problem(
      "loop_detected",
      `Loop detection halted the run (consecutive_identical_tool_calls: ${names} asked for ${this.#count} times in a row). ` +
        "This is an always-on guard.",
      { hint: "Put the task in other words, or give the model what it is looking for." },
    );
  }
}
