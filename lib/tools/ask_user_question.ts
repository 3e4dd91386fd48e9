import { deferred } from "../model/deferred.ts";
import { isObject } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";
import type { Tool } from "../model/ports.ts";
import { quietly } from "./quietly.ts";

/** Asks the user, who always has to be there for it. */
export const askUserQuestion: Tool = {
  name: "ask_user_question",
  description: "Asks the user one to four questions with two to four answers each to choose from.",
  kind: "question",
  parallel: false,
  aliases: ["AskUserQuestion", "AskUserQuestionTool"],
  input: {
    type: "object",
    properties: {
      questions: {
        type: "array",
        minItems: 1,
        maxItems: 4,
        items: {
          type: "object",
          properties: {
            question: { type: "string", description: "The whole question." },
            header: { type: "string", description: "A word or two that name it." },
            options: {
              type: "array",
              minItems: 2,
              maxItems: 4,
              items: {
                type: "object",
                properties: { label: { type: "string" }, description: { type: "string" } },
                required: ["label", "description"],
              },
            },
            multiSelect: { type: "boolean", description: "Whether several answers may be chosen." },
          },
          required: ["question", "header", "options"],
        },
      },
      metadata: { type: "object", properties: { source: { type: "string" } } },
    },
    required: ["questions"],
  },
  title: (input) => {
    const first = questionsOf(input)[0];
    return first ? `Ask: ${first.question}` : "Ask the user";
  },
  needs: () => [{ kind: "person" }],
  confirm: async (input) => (await work()).confirm(input),
  ready: work,
  run: (input, context) => quietly(async () => (await work()).run(input, context)),
};

/** The questions of a call, as far as they are any. */
export function questionsOf(input: JsonObject): { question: string; header: string }[] {
  if (!Array.isArray(input.questions)) return [];
  return input.questions.flatMap((entry) =>
    isObject(entry) && typeof entry.question === "string"
      ? [{ question: entry.question, header: typeof entry.header === "string" ? entry.header : entry.question }]
      : []
  );
}

function work(): Promise<typeof import("./work/ask_user_question.ts")> {
  return import(deferred("./work/ask_user_question.ts"));
}
