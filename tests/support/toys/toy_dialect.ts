import type { Dialect } from "../../../lib/model/ports/dialect.ts";

/** Each line is a prompt, and each answer is one record. */
export const toy: Dialect = {
  name: "toy",
  open: ({ ids }) => ({
    decode: (line) => {
      const content = [{ kind: "text" as const, text: line }];
      return [{
        id: ids.next(),
        sessionId: null,
        type: "prompt",
        content,
        promptId: null,
        messageId: null,
        options: {},
      }];
    },
    encode: (event) => {
      if (event.type === "rejected") return [{ toy_error: event.problem.message }];
      if (event.type === "session.ended" && event.problem) return [{ toy_error: event.problem.message }];
      if (event.type !== "turn.completed") return [];
      return [event.outcome.kind === "done" ? { toy: event.outcome.text } : { toy_error: event.outcome.kind }];
    },
  }),
};
