import type { Confirmation } from "../../model/event.ts";
import { isObject } from "../../model/json.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ToolContext, ToolOutcome } from "../../model/ports.ts";
import { questionsOf } from "../ask_user_question.ts";
import { toolFailure } from "../input.ts";

/** The questions as a person sees them. */
export function confirm(input: JsonObject): Confirmation {
  return {
    kind: "info",
    title: "Please answer the following question(s):",
    prompt: questionsOf(input).map((question) => question.question).join("\n"),
    urls: [],
  };
}

/** Tells the model what was answered. */
export function run(input: JsonObject, context: ToolContext): ToolOutcome {
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
