import { isObject, type Json } from "../model/json.ts";
import { countValues } from "./work_budget.ts";
import type { Failure, Validator } from "./compile_schema.ts";

/** The most parts that are changed before giving up. */
const MAX_COERCIONS = 200;

/** The largest value that is coerced, in JSON values. */
const MAX_COERCED_VALUES = 20_000;

/** A value that is valid after the type of some parts was changed. */
export interface Coerced {
  value: Json;
  /** JSON pointers of the parts that were changed. */
  paths: string[];
}

/**
 * Changes the type of parts that have only one reading: "true" becomes true where a boolean is expected, "5" becomes 5,
 * 5 becomes "5", and JSON in a string becomes an array or object. Returns null when the value is still invalid; the value
 * itself is not modified.
 */
export function coerce(value: Json, at: { failure: Failure; validator: Validator }): Coerced | null {
  if (at.failure.wrongTypes.size === 0 || countValues(value, MAX_COERCED_VALUES) > MAX_COERCED_VALUES) return null;
  let current = structuredClone(value);
  const paths: string[] = [];
  for (let failure: Failure | null = at.failure; failure; failure = at.validator.validate(current)) {
    const change = findChange(current, failure);
    if (!change || paths.includes(change.path) || paths.length === MAX_COERCIONS) return null;
    current = replaceAt(current, change);
    paths.push(change.path);
  }
  return { value: current, paths };
}

interface Replacement {
  path: string;
  value: Json;
}

function findChange(root: Json, failure: Failure): Replacement | null {
  for (const [path, types] of failure.wrongTypes) {
    const value = readType(valueAt(root, path), types);
    if (value !== undefined) return { path, value };
  }
  return null;
}

function readType(value: Json | undefined, types: ReadonlySet<string>): Json | undefined {
  if (typeof value === "number" || typeof value === "boolean") return types.has("string") ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (types.has("boolean") && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if ((types.has("number") || types.has("integer")) && /^-?\d{1,15}(\.\d{1,15})?(e[+-]?\d{1,3})?$/i.test(text)) {
    return Number(text);
  }
  const looksRight = (types.has("array") && text.startsWith("[")) || (types.has("object") && text.startsWith("{"));
  if (!looksRight) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function partsOf(path: string): string[] {
  return path.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(root: Json, path: string): Json | undefined {
  let at: Json | undefined = root;
  for (const part of partsOf(path)) {
    if (Array.isArray(at)) at = at[Number(part)];
    else if (isObject(at) && Object.hasOwn(at, part)) at = at[part];
    else return undefined;
  }
  return at;
}

function replaceAt(root: Json, change: Replacement): Json {
  const parts = partsOf(change.path);
  const last = parts.pop();
  if (last === undefined) return change.value;
  const parent = valueAt(root, change.path.slice(0, change.path.lastIndexOf("/")));
  if (Array.isArray(parent)) parent[Number(last)] = change.value;
  else if (isObject(parent)) {
    Object.defineProperty(parent, last, { value: change.value, writable: true, enumerable: true });
  }
  return root;
}
