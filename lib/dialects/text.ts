import type { Dialect } from "../model/dialect.ts";

/** No records at all: the final answer of each turn that succeeded. Failures are told on stderr. */
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
      return outcome.kind === "command" && !outcome.isError && outcome.text !== "" ? [outcome.text] : [];
    },
  }),
};
