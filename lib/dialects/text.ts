import type { Dialect } from "../model/ports/dialect.ts";

/** No records: only the final answer of each successful turn, and what arrived of a cut one. Failures go to stderr. */
export const text: Dialect = {
  name: "text",
  open: () => ({
    decode: () => [],
    encode(event): string[] {
      if (event.type !== "turn.completed") return [];
      const { outcome } = event;
      if (outcome.kind === "done") {
        return [outcome.structured === undefined ? outcome.text : JSON.stringify(outcome.structured)];
      }
      if (outcome.kind === "failed" && outcome.problem.code === "answer_truncated") return [outcome.text];
      return outcome.kind === "command" && !outcome.isError && outcome.text !== "" ? [outcome.text] : [];
    },
  }),
};
