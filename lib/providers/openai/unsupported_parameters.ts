/** Request fields that some servers with an OpenAI-compatible API refuse: they are left out or renamed after a refusal. */
import type { JsonObject } from "../../model/json.ts";
import { isObject } from "../../model/json.ts";
import { QwenError } from "../../model/problem.ts";

/** Fields that a request can do without. */
const OPTIONAL = [
  ...["stream_options", "reasoning_effort", "thinking_budget", "enable_thinking", "thinking", "reasoning"],
  ...["temperature", "top_p", "parallel_tool_calls"],
];
/** A tool that the answer has to call; without it the answer is held to its schema. */
export const TOOL_CHOICE = "tool_choice";
/** A field of earlier answers in the history. */
const THOUGHTS = "reasoning_content";
/** The limit of an answer has two names, and a server knows one of them. */
const LIMIT = "max_tokens";
const RENAMED_LIMIT = "max_completion_tokens";
/** Messages about an unknown field, as opposed to a wrong value. */
const UNKNOWN =
  /unsupported|not support|unknown|unrecogni[sz]ed|unexpected|extra (input|field|param)|not (permitted|allowed)|not available|unavailable/i;

/**
 * Adds a field to `unsupported` when a refusal names one that can be left out, and makes the error retryable at once.
 * Returns any other error unchanged.
 */
export function learnUnsupported(error: QwenError, facts: { body: JsonObject; unsupported: Set<string> }): QwenError {
  const { body, unsupported } = facts;
  const { problem } = error;
  const isRefusal = problem.code === "provider_error" && (problem.status === 400 || problem.status === 422);
  if (!isRefusal || !UNKNOWN.test(problem.message)) return error;
  const found = sent(body).find((name) => !unsupported.has(name) && names(problem.message, name));
  if (found === undefined) return error;
  unsupported.add(found);
  return new QwenError({ ...problem, retryable: true, retryAfterMs: 0 }, { cause: error });
}

/** A request without the fields that its server has refused. */
export function withoutUnsupported(body: JsonObject, unsupported: ReadonlySet<string>): JsonObject {
  if (unsupported.size === 0) return body;
  const kept = Object.entries(body).flatMap(([name, value]): [string, JsonObject[string]][] => {
    if (name === LIMIT && unsupported.has(LIMIT)) return [[RENAMED_LIMIT, value]];
    if (name === RENAMED_LIMIT && unsupported.has(RENAMED_LIMIT)) return [[LIMIT, value]];
    if (name === "messages" && Array.isArray(value) && unsupported.has(THOUGHTS)) {
      return [[name, value.map((message) => isObject(message) ? withoutThoughts(message as JsonObject) : message)]];
    }
    return unsupported.has(name) ? [] : [[name, value]];
  });
  return Object.fromEntries(kept);
}

function sent(body: JsonObject): string[] {
  const fields = [...OPTIONAL, TOOL_CHOICE, LIMIT, RENAMED_LIMIT].filter((name) => body[name] !== undefined);
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const hasThoughts = messages.some((message) => isObject(message) && message[THOUGHTS] !== undefined);
  return hasThoughts ? [...fields, THOUGHTS] : fields;
}

/** Whether a text names a field, not one whose name only begins or ends like it. */
function names(text: string, field: string): boolean {
  return new RegExp(`(?<![\\w])${field}(?![\\w])`).test(text);
}

function withoutThoughts(message: JsonObject): JsonObject {
  const { [THOUGHTS]: _, ...rest } = message;
  return rest;
}
