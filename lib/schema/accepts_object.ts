import { isObject, type Json, type JsonSchema } from "../model/json.ts";

/** Below this depth the validator decides. */
const MAX_WALK_DEPTH = 64;

/**
 * Whether a schema can accept an object at all, because arguments of tools are always objects. Conditions that depend on
 * the value, and references below the root, count as accepting.
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
