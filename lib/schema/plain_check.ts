/**
 * Plain schemas, those of the built-in tools among them, are checked by walking them. Loading ajv and compiling the
 * first schema takes about 50 ms, which every first tool call would pay; this takes a few microseconds and gives the
 * same words, in the same order. A property test holds the two against each other.
 */
import { isObject, type JsonSchema } from "../model/json.ts";
import type { Check } from "../model/ports.ts";

/** What a walk found first: where and what. */
interface Finding {
  path: string;
  message: string;
}

const ANNOTATIONS = new Set(["title", "description", "default", "examples", "$comment", "deprecated"]);
const MAX_PLAIN_DEPTH = 16;

/** The keywords that are plain beside each type: any other mixture changes ajv's order of findings. */
const PLAIN: Record<string, readonly string[]> = {
  string: ["minLength", "maxLength"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  boolean: [],
  null: [],
  array: ["minItems", "maxItems", "items"],
  object: ["required", "properties", "additionalProperties"],
};

/** A check for a schema made of plain keywords only, or null when the schema needs the real validator. */
export function plainCheck(schema: JsonSchema): Check | null {
  if (!isPlain(schema, 0)) return null;
  return (value) => {
    const finding = findProblem(schema, value);
    return finding && `params${finding.path} ${finding.message}`;
  };
}

function isPlain(schema: unknown, depth: number): schema is JsonSchema {
  if (!isObject(schema) || depth > MAX_PLAIN_DEPTH) return false;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (!types.every((type) => Object.hasOwn(PLAIN, String(type)))) return false;
  const keywords = schema.enum === undefined && types.length === 1 ? PLAIN[String(types[0])] : ["enum"];
  return Object.entries(schema).every(([keyword, value]) => {
    if (keyword === "type" || ANNOTATIONS.has(keyword)) return true;
    return keywords.includes(keyword) && isPlainValue(keyword, { value, depth });
  });
}

function isPlainValue(keyword: string, at: { value: unknown; depth: number }): boolean {
  const { value, depth } = at;
  if (keyword === "required") return Array.isArray(value) && value.every((name) => typeof name === "string");
  if (keyword === "enum") return Array.isArray(value) && value.every((member) => typeof member !== "object");
  if (keyword === "items") return isPlain(value, depth + 1);
  if (keyword === "additionalProperties") return typeof value === "boolean" || isPlain(value, depth + 1);
  if (keyword !== "properties") return typeof value === "number" && value >= 0;
  return isObject(value) && Object.values(value).every((property) => isPlain(property, depth + 1));
}

function findProblem(schema: JsonSchema, value: unknown): Finding | null {
  const { type } = schema;
  if (type !== undefined && ![type].flat().some((name) => hasType(value, name))) {
    return { path: "", message: `must be ${String(type)}` };
  }
  const message = scalarMessage(schema, value);
  if (message) return { path: "", message };
  if (Array.isArray(schema.enum) && !schema.enum.some((member) => member === value)) {
    return { path: "", message: "must be equal to one of the allowed values" };
  }
  if (Array.isArray(value)) return findInArray(schema, value);
  return isObject(value) ? findInObject(schema, value) : null;
}

function hasType(value: unknown, type: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "number") return Number.isFinite(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  const kind: unknown = typeof value;
  return kind === type;
}

function scalarMessage(schema: JsonSchema, value: unknown): string | null {
  if (typeof value === "string") return countMessage([...value].length, schema, { unit: "characters", word: "Length" });
  if (typeof value !== "number") return null;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (maximum !== undefined && value > Number(maximum)) return `must be <= ${maximum}`;
  if (minimum !== undefined && value < Number(minimum)) return `must be >= ${minimum}`;
  if (exclusiveMaximum !== undefined && value >= Number(exclusiveMaximum)) return `must be < ${exclusiveMaximum}`;
  if (exclusiveMinimum !== undefined && value <= Number(exclusiveMinimum)) return `must be > ${exclusiveMinimum}`;
  return null;
}

function countMessage(count: number, schema: JsonSchema, of: { unit: string; word: string }): string | null {
  const max = schema[`max${of.word}`];
  const min = schema[`min${of.word}`];
  if (max !== undefined && count > Number(max)) return `must NOT have more than ${max} ${of.unit}`;
  return min !== undefined && count < Number(min) ? `must NOT have fewer than ${min} ${of.unit}` : null;
}

function findInArray(schema: JsonSchema, value: unknown[]): Finding | null {
  const message = countMessage(value.length, schema, { unit: "items", word: "Items" });
  if (message) return { path: "", message };
  if (!isObject(schema.items)) return null;
  for (const [index, item] of value.entries()) {
    const finding = findProblem(schema.items, item);
    if (finding) return { path: `/${index}${finding.path}`, message: finding.message };
  }
  return null;
}

function findInObject(schema: JsonSchema, value: Record<string, unknown>): Finding | null {
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (!Object.hasOwn(value, String(name))) return { path: "", message: `must have required property '${name}'` };
  }
  const rest = schema.additionalProperties ?? true;
  for (const name of rest === true ? [] : Object.keys(value)) {
    if (Object.hasOwn(properties, name)) continue;
    if (!isObject(rest)) return { path: "", message: "must NOT have additional properties" };
    const finding = findUnder(name, { schema: rest, value: value[name] });
    if (finding) return finding;
  }
  for (const [name, property] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name) || !isObject(property)) continue;
    const finding = findUnder(name, { schema: property, value: value[name] });
    if (finding) return finding;
  }
  return null;
}

function findUnder(name: string, at: { schema: JsonSchema; value: unknown }): Finding | null {
  const finding = findProblem(at.schema, at.value);
  if (!finding) return null;
  return { path: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}${finding.path}`, message: finding.message };
}
