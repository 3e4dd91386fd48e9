import { isObject, type Json, type JsonObject } from "../../model/json.ts";

/** A call's arguments as an object; anything else is wrapped, because servers refuse it in the history. */
export function argumentsOf(input: Json): JsonObject {
  return isObject(input) ? input as JsonObject : { malformed_arguments: input };
}

/** A token count of a server; invalid values are 0. */
export function tokens(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
