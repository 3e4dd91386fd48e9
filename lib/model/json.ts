/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** A JSON Schema, kept as plain JSON. */
export type JsonSchema = JsonObject;

/** Whether a value is a plain object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
