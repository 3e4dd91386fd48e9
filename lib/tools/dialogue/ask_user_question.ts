import type { Confirmation } from "../../model/event.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Tool, ToolContext, ToolOutcome } from "../../model/ports.ts";
import { toolFailure } from "../input.ts";
import { withoutProgress } from "../without_progress.ts";

/** Asks the user; no approval mode answers in the user's place. */
export const askUserQuestion: Tool = {
  name: "ask_user_question",
  description: "Asks the user one to four multiple-choice questions with two to four options each.",
  kind: "question",
  parallel: false,
  aliases: ["AskUserQuestion", "AskUserQuestionTool"],
  isEssential: true,
  isForMainAgent: true,
  worksIn: ({ answers, showsForms }) => answers && showsForms,
  claude: {
    name: "AskUserQuestion",
    fromInput: indexAnswers,
    toResult: ({ data, input }) => ({
      questions: isObject(input) ? (input as JsonObject).questions ?? [] : [],
      answers: data.answers ?? {},
    }),
  },
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
            question: { type: "string", description: "The complete question." },
            header: { type: "string", description: "A label of one or two words." },
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
            multiSelect: { type: "boolean", description: "Whether the user may choose several options." },
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
  confirm: (input) => Promise.resolve(confirm(input)),
  run: (input, context) => withoutProgress(() => run(input, context)),
};

/** Hosts of Claude Code key answers by the text of the question, this tool by its index. */
function indexAnswers(input: JsonObject): JsonObject {
  const { answers, questions } = input;
  if (!isObject(answers) || !Array.isArray(questions)) return input;
  const indexed: JsonObject = {};
  for (const [index, entry] of questions.entries()) {
    const text = isObject(entry) && typeof entry.question === "string" ? entry.question : String(index);
    const answer = answers[text] ?? answers[String(index)];
    if (answer !== undefined) indexed[String(index)] = answer as Json;
  }
  return { ...input, answers: indexed };
}

/** The valid questions of a call. */
function questionsOf(input: JsonObject): { question: string; header: string }[] {
  if (!Array.isArray(input.questions)) return [];
  return input.questions.flatMap((entry) =>
    isObject(entry) && typeof entry.question === "string"
      ? [{ question: entry.question, header: typeof entry.header === "string" ? entry.header : entry.question }]
      : []
  );
}

/** The questions to show. */
function confirm(input: JsonObject): Confirmation {
  return {
    kind: "info",
    title: "Please answer the following question(s):",
    prompt: questionsOf(input).map((question) => question.question).join("\n"),
    urls: [],
  };
}

/** Returns the answers to the model. */
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

/** Answers keyed by question, header or index, depending on the host. */
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
