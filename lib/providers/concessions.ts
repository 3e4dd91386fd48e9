/**
 * What a server that calls itself compatible turns out to refuse, and how it is done without. Loaded when one has
 * refused something: most never do.
 */
import type { JsonObject } from "../model/json.ts";
import { isObject } from "../model/json.ts";
import { QwenError } from "../model/problem.ts";

/** Fields of a request that an answer can be had without. */
const DISPENSABLE = ["stream_options", "reasoning_effort", "thinking_budget", "temperature", "top_p"];
/** A field of earlier answers. */
const THOUGHTS = "reasoning_content";
/** The bound of an answer has two names, and a server knows one of them. */
const BOUND = "max_tokens";
const RENAMED_BOUND = "max_completion_tokens";
/** How servers say that they do not know a field, rather than that its value is wrong. */
const UNKNOWN =
  /unsupported|not support|unknown|unrecogni[sz]ed|unexpected|extra (input|field|param)|not (permitted|allowed)|not available|unavailable/i;

/**
 * Looks whether a refusal names something that can be left out next time, and notes it. The error is then worth
 * another try at once; any other is returned as it is.
 */
export function learn(error: QwenError, facts: { body: JsonObject; refused: Set<string> }): QwenError {
  const { body, refused } = facts;
  const { problem } = error;
  const isRefusal = problem.code === "provider_error" && (problem.status === 400 || problem.status === 422);
  if (!isRefusal || !UNKNOWN.test(problem.message)) return error;
  const found = sent(body).find((name) => !refused.has(name) && names(problem.message, name));
  if (found === undefined) return error;
  refused.add(found);
  return new QwenError({ ...problem, retryable: true, retryAfterMs: 0 }, { cause: error });
}

/** A request without what its server has refused. */
export function concede(body: JsonObject, refused: ReadonlySet<string>): JsonObject {
  const kept = Object.entries(body).flatMap(([name, value]): [string, JsonObject[string]][] => {
    if (name === BOUND && refused.has(BOUND)) return [[RENAMED_BOUND, value]];
    if (name === RENAMED_BOUND && refused.has(RENAMED_BOUND)) return [[BOUND, value]];
    if (name === "messages" && Array.isArray(value) && refused.has(THOUGHTS)) {
      return [[name, value.map((message) => isObject(message) ? withoutThoughts(message as JsonObject) : message)]];
    }
    return refused.has(name) ? [] : [[name, value]];
  });
  return Object.fromEntries(kept);
}

function sent(body: JsonObject): string[] {
  const fields = [...DISPENSABLE, BOUND, RENAMED_BOUND].filter((name) => body[name] !== undefined);
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const hasThoughts = messages.some((message) => isObject(message) && message[THOUGHTS] !== undefined);
  return hasThoughts ? [...fields, THOUGHTS] : fields;
}

/** Whether a text speaks of a field, not of one whose name only begins or ends like it. */
function names(text: string, field: string): boolean {
  return new RegExp(`(?<![\\w])${field}(?![\\w])`).test(text);
}

function withoutThoughts(message: JsonObject): JsonObject {
  const { [THOUGHTS]: _, ...rest } = message;
  return rest;
}
