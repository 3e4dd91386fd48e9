import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { fail } from "../../model/problem.ts";

/** A call's arguments as an object; anything else is wrapped, because servers refuse it in the history. */
export function argumentsOf(input: Json): JsonObject {
  return isObject(input) ? input as JsonObject : { malformed_arguments: input };
}

/** A token count of a server; invalid values are 0. */
export function tokens(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}

/** The object of a server-sent event; null for a value of another kind. Throws QwenError if it is not JSON. */
export function eventObject(event: string, where: string): Record<string, unknown> | null {
  let value: unknown;
  try {
    value = JSON.parse(event);
  } catch (error) {
    throw fail("provider_stream_cut", `${where} sent an event that is not JSON`, { cause: error });
  }
  return isObject(value) ? value : null;
}
