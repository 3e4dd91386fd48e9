/** What is said about structured output: to the model, to the caller and in the records on disk. */
import type { Json, JsonObject } from "../model/json.ts";

/** The tool by which the model hands over the structured output. */
export const STRUCTURED_TOOL = "structured_output";

/** What the model is told the tool is for. */
export const STRUCTURED_TOOL_DESCRIPTION =
  "Submit the final answer of this session. Its parameters are the required shape of the answer. Call it exactly once, " +
  "alone in its turn, when the work is done; the session ends with the first call whose arguments are valid. Plain " +
  "text is not accepted as an answer.";

/** What the caller sees of the call that was accepted. */
export const ACCEPTED_TEXT = "Structured output accepted.";

/** Most characters of a plain answer that are shown. */
const PREVIEW_CHARS = 200;

const SKIPPED = "Skipped: this turn's structured_output contract took precedence as the terminal output.";

/** The result of a call that was not run because the same turn held the structured output. */
export function skippedText(outcome: "accepted" | "refused"): string {
  return outcome === "accepted" ? SKIPPED : `${SKIPPED} Re-issue this call in a separate turn if needed.`;
}

/** The failure of a run whose model answered in plain text. */
export function plainTextFailure(turns: number, text: string): string {
  const shown = text.slice(0, PREVIEW_CHARS);
  const more = shown.length >= PREVIEW_CHARS ? "+" : "";
  const preview = shown.trim() === ""
    ? ""
    : ` Output preview (${shown.length}${more} chars): ${JSON.stringify(shown.trim().toWellFormed())}.`;
  return "Model produced plain text instead of calling the structured_output tool as required by --json-schema " +
    `after ${turns} turn(s).${preview}`;
}

/** The failure of a run whose arguments were refused as often as retries are allowed. */
export function retriesFailure(attempts: number, message: string): string {
  return `Model produced no valid structured output in ${attempts} attempt(s). Last error: ${message}`;
}

/** The line that follows the message of the turn limit: the three causes of a run that never comes to its end. */
export const TURN_LIMIT_NOTE =
  "Note: --json-schema is active. If the model never called structured_output, verify it isn't denied by " +
  "permissions.deny / --exclude-tools and that the schema is satisfiable.";

/** What a model is told that wrote its answer as text; `message` says what is wrong with the JSON in it, if it had any. */
export function plainTextAdvice(message: string | null): string {
  const found = message === null ? "" : ` The JSON in the text was not accepted either: ${message}.`;
  return `The answer was written as text, but it has to be handed over by calling the structured_output tool.${found} ` +
    "Call structured_output now, with the answer as its arguments, and write nothing else.";
}

/** What is said of an answer that was accepted after the types of some parts were changed; the paths are JSON pointers. */
export function coercedText(paths: readonly string[]): string {
  const places = paths.map((path) => path === "" ? "the whole value" : path).join(", ");
  return `The structured output was accepted after a change of type at ${places}.`;
}

/** What is kept of the arguments: the payload itself is on stdout already. */
const REDACTED_ARGUMENTS: Readonly<JsonObject> = Object.freeze({
  __redacted: "structured_output payload (see stdout result)",
});

/** The input of a tool call as it may be recorded. */
export function redactInput(tool: string, input: Json): Json {
  return tool === STRUCTURED_TOOL ? { ...REDACTED_ARGUMENTS } : input;
}
