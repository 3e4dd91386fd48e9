/** Texts about structured output for the model, the caller and the records on disk. */
import type { Json, JsonObject } from "../model/json.ts";
import type { ToolNaming } from "../model/ports/tool_naming.ts";

/** The tool by which the model submits the structured output. */
export const STRUCTURED_TOOL = "structured_output";

/** How rules and hosts name that tool. */
export const STRUCTURED_NAMING: ToolNaming = {
  name: STRUCTURED_TOOL,
  aliases: ["StructuredOutput"],
  isEssential: true,
  claude: { name: "StructuredOutput" },
};

/** The tool's description for the model. */
export const STRUCTURED_TOOL_DESCRIPTION =
  "Submit the final answer of this session. Its parameters are the required shape of the answer. Call it exactly once, " +
  "alone in its turn, when the work is done; the session ends with the first call whose arguments are valid. Plain " +
  "text is not accepted as an answer.";

/** The displayed result of an accepted call. */
export const ACCEPTED_TEXT = "Structured output accepted.";

/** The most characters of a plain answer in a message. */
const PREVIEW_CHARS = 200;

const SKIPPED = "Skipped: this turn's structured_output contract took precedence as the terminal output.";

/** The result of a call that was skipped because the same turn contained the structured output. */
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

/** The failure of a run that used up its retries with invalid arguments. */
export function retriesFailure(attempts: number, message: string): string {
  return `Model produced no valid structured output in ${attempts} attempt(s). Last error: ${message}`;
}

/** A note after the message of the turn limit on the likely causes. */
export const TURN_LIMIT_NOTE =
  "Note: --json-schema is active. If the model never called structured_output, verify it isn't denied by " +
  "permissions.deny / --exclude-tools and that the schema is satisfiable.";

/** Advice for a model that answered in plain text; `message` has the errors of the JSON in that text, if any. */
export function plainTextAdvice(message: string | null): string {
  const found = message === null ? "" : ` The JSON in the text was not accepted either: ${message}.`;
  return `The answer was written as text, but it has to be handed over by calling the structured_output tool.${found} ` +
    "Call structured_output now, with the answer as its arguments, and write nothing else.";
}

/** The notice about an answer that was accepted after type changes; the paths are JSON pointers. */
export function coercedText(paths: readonly string[]): string {
  const places = paths.map((path) => path === "" ? "the whole value" : path).join(", ");
  return `The structured output was accepted after a change of type at ${places}.`;
}

/** Replaces the recorded arguments: the payload itself is already on stdout. */
const REDACTED_ARGUMENTS: Readonly<JsonObject> = Object.freeze({
  __redacted: "structured_output payload (see stdout result)",
});

/** The input of a tool call as it may be recorded. */
export function redactInput(tool: string, input: Json): Json {
  return tool === STRUCTURED_TOOL ? { ...REDACTED_ARGUMENTS } : input;
}
