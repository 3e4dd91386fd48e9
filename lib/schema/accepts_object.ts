import { isObject, type Json, type JsonSchema } from "../model/json.ts";

/** Depth below which the walk leaves the question to the validator. */
const MAX_WALK_DEPTH = 64;

/**
 * Whether the root of a schema can accept an object at all, as far as that can be decided by looking: arguments of tools
 * are always objects. What depends on the value, or lies behind a reference below the root, counts as accepting.
 */
export function acceptsObject(schema: JsonSchema): boolean {
  return schema.$ref === undefined && accepts(schema, 0);
}

function accepts(schema: Json | undefined, depth: number): boolean {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema) || depth > MAX_WALK_DEPTH) return true;
  if (depth > 0 && schema.$ref !== undefined) return true;
  const { type, enum: members, allOf, not } = schema;
  if (type !== undefined && ![type].flat().includes("object")) return false;
  if (schema.const !== undefined && !isObject(schema.const)) return false;
  if (Array.isArray(members) && !members.some(isObject)) return false;
  for (const branches of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(branches) && !branches.some((branch) => accepts(branch, depth + 1))) return false;
  }
  if (Array.isArray(allOf) && !allOf.every((branch) => accepts(branch, depth + 1))) return false;
  if (not === true || isObject(not) && excludesObjects(not)) return false;
  if (schema.if === true) return accepts(schema.then, depth + 1);
  return schema.if === false ? accepts(schema.else, depth + 1) : true;
}

/** Beside other keywords a type excludes only some objects. */
function excludesObjects(not: Record<string, unknown>): boolean {
  const keywords = Object.keys(not);
  return keywords.length === 0 || keywords.length === 1 && [not.type].flat().includes("object");
}
