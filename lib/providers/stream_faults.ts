import { isObject } from "../model/json.ts";
import { fail, type QwenError } from "../model/problem.ts";

/** The message and codes of an error object, or null when the value is none. */
export function readErrorValue(value: unknown): { text: string; codes: unknown[] } | null {
  const outer = Array.isArray(value) ? value[0] : value;
  if (!isObject(outer)) return null;
  const inner = outer.error ?? (outer.message !== undefined ? outer : undefined);
  if (typeof inner === "string") return { text: inner, codes: [outer.code, outer.type] };
  if (!isObject(inner)) return null;
  const text = typeof inner.message === "string" ? inner.message : JSON.stringify(inner);
  return { text, codes: [inner.code, inner.type, inner.status] };
}

/** The error of an answer that ended, properly, in the middle or before its beginning. */
export function cutError(where: string): QwenError {
  return fail("provider_stream_cut", `The answer of ${where} ended before it was complete`, {
    hint: "Try again; where this happens every time, check the base URL.",
  });
}
