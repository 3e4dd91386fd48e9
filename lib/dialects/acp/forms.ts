import type { ElicitationPropertySchema, ElicitationSchema } from "@agentclientprotocol/sdk";
import { isObject, type Json } from "../../model/json.ts";

/** The property of a form that holds the answer to a question. */
function questionKey(index: number): string {
  return `question_${index + 1}`;
}

/** The question that a property of a form answers; null for another property. */
export function questionIndex(key: string): number | null {
  const found = /^question_([1-9]\d{0,3})$/.exec(key)?.[1];
  return found === undefined ? null : Number(found) - 1;
}

/** The form of `ask_user_question`, with one property for each question; null where the input has none. */
export function questionForm(input: Json): { message: string; requestedSchema: ElicitationSchema } | null {
  const listed: unknown[] = isObject(input) && Array.isArray(input.questions) ? input.questions : [];
  const questions = listed.filter(isObject);
  if (questions.length === 0) return null;
  const properties: Record<string, ElicitationPropertySchema> = {};
  for (const [index, question] of questions.entries()) properties[questionKey(index)] = propertyOf(question);
  const [first] = questions;
  const message = questions.length === 1 ? textOf(first.question) : "Please answer the following questions.";
  return { message, requestedSchema: { type: "object", properties, required: Object.keys(properties) } };
}

function propertyOf(question: Record<string, unknown>): ElicitationPropertySchema {
  const { header, options, multiSelect } = question;
  const choices = (Array.isArray(options) ? options : []).filter(isObject).map((option) => ({
    const: textOf(option.label),
    title: [option.label, option.description].map(textOf).filter((text) => text !== "").join(": "),
  }));
  const labels = choices.map((choice) => choice.const);
  const facts = { title: textOf(header), description: textOf(question.question) };
  if (multiSelect === true) return { type: "array", ...facts, items: { type: "string", enum: labels }, minItems: 1 };
  return { type: "string", ...facts, oneOf: choices };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
