import { isObject } from "../model/json.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../model/ports.ts";
import { toolFailure } from "./input.ts";
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
  confirm: (input) =>
    Promise.resolve({
      kind: "info",
      title: "Please answer the following question(s):",
      prompt: questionsOf(input).map((question) => question.question).join("\n"),
      urls: [],
    }),
  run: (input, context) => quietly(() => run(input, context)),
};

function run(input: JsonObject, context: ToolContext): ToolOutcome {
  const questions = questionsOf(input);
  if (questions.length === 0) throw toolFailure("params/questions must NOT have fewer than 1 items");
  // Some hosts answer by adding the answers to the input.
  const answers = answersOf(context.answer ?? { answers: input.answers ?? {} });
  const lines = questions.map((question, index) => {
    const answer = answers[question.question] ?? answers[question.header] ?? answers[`${index}`];
    return `**${question.header}**: ${answer === undefined ? "(no answer)" : textOfAnswer(answer)}`;
  });
  if (Object.keys(answers).length === 0) {
    throw toolFailure("Nobody answered the question.", "Go on with what seems best and say so.");
  }
  const text = `User has provided the following answers:\n\n${lines.join("\n")}`;
  return { output: [{ kind: "text", text }], display: { kind: "text", text }, data: { answers } };
}

function questionsOf(input: JsonObject): { question: string; header: string }[] {
  if (!Array.isArray(input.questions)) return [];
  return input.questions.flatMap((entry) =>
    isObject(entry) && typeof entry.question === "string"
      ? [{ question: entry.question, header: typeof entry.header === "string" ? entry.header : entry.question }]
      : []
  );
}

/** Answers by question, header or number, whichever the host sends. */
function answersOf(answer: Json): JsonObject {
  if (!isObject(answer)) return {};
  const { answers } = answer;
  return (isObject(answers) ? answers : answer) as JsonObject;
}

function textOfAnswer(answer: Json): string {
  return Array.isArray(answer)
    ? answer.map(textOfAnswer).join(", ")
    : typeof answer === "string"
    ? answer
    : JSON.stringify(answer);
}
