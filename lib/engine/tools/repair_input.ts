import { fail, isObject, type Json, type JsonObject, type JsonSchema, type Tool } from "../../model/mod.ts";

/** The part of a tool that decides how its arguments are read. */
export type InputShape = Pick<Tool, "name" | "kind" | "input" | "fieldAliases">;

/** Arguments in the form that the tool expects, and what had to be changed. */
export interface Repaired {
  input: JsonObject;
  /** One short sentence part for each change, such as `read offset as the number 455`. */
  notes: string[];
}

/** The most notes that a result carries. */
const MAX_NOTES = 8;
/** The deepest value that is repaired; deeper ones go to the validator as they are. */
const MAX_DEPTH = 16;

/**
 * Repairs arguments that have exactly one reading: other names of a field, null for an absent field, a number, boolean,
 * array or object in a string, an integer in place of a string, a number above the limit. Everything else stays as it
 * is, for the validator to refuse. Throws QwenError when two fields contradict each other.
 */
export function repairInput(input: Json, tool: InputShape): Repaired {
  const notes: string[] = [];
  const object = objectIn(input, notes);
  const repaired = repairObject(object, { tool, schema: tool.input, path: "", notes, depth: 0 });
  // A server may accept fields that its schema does not list.
  if (tool.kind !== "mcp") notes.push(...unknownFields(repaired, tool.input));
  return { input: repaired, notes };
}

/** The notes as one text to put after a result; empty when there are none. */
export function noteText(notes: readonly string[]): string {
  if (notes.length === 0) return "";
  const shown = notes.slice(0, MAX_NOTES).join("; ");
  const more = notes.length > MAX_NOTES ? `; and ${notes.length - MAX_NOTES} more` : "";
  return `\n[Note on the arguments: ${shown}${more}.]`;
}

function objectIn(input: Json, notes: string[]): JsonObject {
  if (isObject(input)) return input as JsonObject;
  const inner = typeof input === "string" ? parsed(input) : undefined;
  if (isObject(inner)) {
    notes.push("read them from a JSON string");
    return inner as JsonObject;
  }
  const text = typeof input === "string" ? input : JSON.stringify(input);
  if (typeof input === "string" && endsEarly(input)) {
    throw fail(
      "tool_failed",
      `The arguments are not a JSON object: they end in the middle, after ${text.length} characters, so the call was ` +
        "probably cut. Do the work in smaller pieces, with shorter arguments.",
    );
  }
  throw fail(
    "tool_failed",
    `The arguments are not a JSON object: ${text.slice(0, 200)}. Send them again as valid JSON.`,
  );
}

/** The fields of an object, also of one in a list, under the names that the schema has for them. */
function renameFields(input: JsonObject, { tool, schema, path, notes }: Place): JsonObject {
  const properties = propertiesOf(schema);
  const at = (name: string): string => path === "" ? name : `${path}.${name}`;
  const aliases = tool.fieldAliases ?? {};
  const renamed: JsonObject = {};
  const origin = new Map<string, string>();
  for (const [name, value] of Object.entries(input)) {
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : name;
    const target = Object.hasOwn(properties, name) || !Object.hasOwn(properties, alias) ? name : alias;
    const other = origin.get(target);
    // An absent field is often sent as null beside the one that is meant.
    if (value === null && (target !== name || other !== undefined)) continue;
    if (other !== undefined && renamed[target] !== null && !sameJson(renamed[target], value)) {
      throw fail(
        "tool_failed",
        `The fields "${at(other)}" and "${at(name)}" of ${tool.name} mean the same and differ. Send only "${
          at(target)
        }".`,
      );
    }
    origin.set(target, name);
    renamed[target] = value;
    if (target !== name) notes.push(`read "${at(name)}" as ${target}`);
  }
  return renamed;
}

interface Place {
  tool: InputShape;
  schema: JsonSchema;
  /** Where the value is: `todos[0].id`. Empty for the arguments themselves. */
  path: string;
  notes: string[];
  depth: number;
}

function repairObject(input: JsonObject, place: Place): JsonObject {
  const { schema, path, notes, depth } = place;
  const properties = propertiesOf(schema);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const repaired: JsonObject = {};
  for (const [name, value] of Object.entries(renameFields(input, place))) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isObject(field)) {
      repaired[name] = value;
      continue;
    }
    const at = path === "" ? name : `${path}.${name}`;
    if (value === null && !required.includes(name) && !takesNull(field as JsonSchema)) {
      notes.push(`left out ${at}, which was null`);
      continue;
    }
    repaired[name] = repairValue(value, { ...place, schema: field as JsonSchema, path: at, depth: depth + 1 });
  }
  return repaired;
}

function repairValue(value: Json, place: Place): Json {
  if (place.depth > MAX_DEPTH) return value;
  const { schema, path, notes } = place;
  const types = typesOf(schema);
  const read = types.length > 0 && !types.some((type) => isOfType(value, type)) ? readAs(value, types) : undefined;
  if (read !== undefined) notes.push(`read ${path} as ${nameOf(read)}`);
  const typed = read ?? value;
  if (typeof typed === "number" && typeof schema.maximum === "number" && typed > schema.maximum) {
    notes.push(`lowered ${path} to its limit, ${schema.maximum}`);
    return schema.maximum;
  }
  if (Array.isArray(typed) && isObject(schema.items)) {
    const items = schema.items as JsonSchema;
    return typed.map((item, index) =>
      repairValue(item, { ...place, schema: items, path: `${path}[${index}]`, depth: place.depth + 1 })
    );
  }
  return isObject(typed) ? repairObject(typed as JsonObject, place) : typed;
}

/** The one reading that a value has as one of these types; undefined when there is none. */
function readAs(value: Json, types: readonly string[]): Json | undefined {
  if (typeof value === "number") {
    // A fraction has several spellings, so only an integer has one text.
    return types.includes("string") && Number.isSafeInteger(value) ? String(value) : undefined;
  }
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  const isNumeric = types.includes("integer") || types.includes("number");
  if (isNumeric && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) {
    const number = Number(text);
    return types.includes("number") || Number.isInteger(number) ? number : undefined;
  }
  if (types.includes("boolean") && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  const inner = types.includes("array") || types.includes("object") ? parsed(text) : undefined;
  if (Array.isArray(inner)) return types.includes("array") ? inner : undefined;
  return isObject(inner) && types.includes("object") ? inner as JsonObject : undefined;
}

/** Fields that the schema does not list, each named once however many items have it. */
function unknownFields(input: JsonObject, schema: JsonSchema): string[] {
  const found = new Set<string>();
  collectUnknown(input, { schema, path: "", found });
  if (found.size === 0) return [];
  const names = [...found].map((name) => `"${name}"`).join(", ");
  const known = Object.keys(propertiesOf(schema)).join(", ");
  const are = found.size === 1 ? `the field ${names} is unknown and was` : `the fields ${names} are unknown and were`;
  return [`${are} ignored (known: ${known})`];
}

function collectUnknown(value: Json, at: { schema: JsonSchema; path: string; found: Set<string> }): void {
  const { schema, path, found } = at;
  if (Array.isArray(value)) {
    if (!isObject(schema.items)) return;
    for (const item of value) collectUnknown(item, { schema: schema.items as JsonSchema, path: `${path}[]`, found });
    return;
  }
  if (!isObject(value) || !isObject(schema.properties)) return;
  const properties = propertiesOf(schema);
  for (const [name, part] of Object.entries(value)) {
    const own = path === "" ? name : `${path}.${name}`;
    if (!Object.hasOwn(properties, name)) {
      if (schema.additionalProperties === undefined) found.add(own);
    } else if (isObject(properties[name])) {
      collectUnknown(part as Json, { schema: properties[name] as JsonSchema, path: own, found });
    }
  }
}

function propertiesOf(schema: JsonSchema): JsonObject {
  return isObject(schema.properties) ? schema.properties as JsonObject : {};
}

function typesOf(schema: JsonSchema): string[] {
  return [schema.type ?? []].flat().filter((type) => typeof type === "string");
}

function takesNull(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes("null") || schema.nullable === true;
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    default: {
      const own: string = typeof value;
      return own === type;
    }
  }
}

function nameOf(value: Json): string {
  if (Array.isArray(value)) return "an array";
  if (isObject(value)) return "an object";
  if (typeof value === "string") return `the text ${JSON.stringify(value)}`;
  return typeof value === "number" ? `the number ${value}` : `the boolean ${value}`;
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sameJson(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether a text is valid JSON up to its end but not closed. */
function endsEarly(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const position = /at position (\d+)/.exec(message)?.[1];
    return /Unterminated string|Unexpected end/.test(message) || Number(position) >= text.length;
  }
}
