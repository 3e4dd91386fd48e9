import { isObject, type Json, type JsonObject } from "../model/json.ts";

/** A call's arguments as an object: servers refuse history with anything else, so what is none is wrapped. */
export function argumentsOf(input: Json): JsonObject {
  return isObject(input) ? input as JsonObject : { malformed_arguments: input };
}

/** A count of tokens as a server tells it; nonsense is 0. */
export function tokens(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
