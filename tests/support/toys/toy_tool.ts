import type { Tool } from "../../../lib/model/ports.ts";
import { textField } from "../../../lib/tools/input.ts";
import { withoutProgress } from "../../../lib/tools/without_progress.ts";

/** Reverses a text. */
export const toyReverse: Tool = {
  name: "toy_reverse",
  description: "Reverses a text.",
  kind: "other",
  parallel: true,
  input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  title: () => "Reverse a text",
  needs: () => [],
  run: (input) =>
    withoutProgress(() => {
      const text = [...textField(input, "text")].reverse().join("");
      return { output: [{ kind: "text", text }] };
    }),
};
