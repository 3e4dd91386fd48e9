import type { Draft } from "./open_ajv.ts";

/** Keywords whose value is a schema. */
export const SINGLE = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Keywords whose value is a list of schemas; `items` is one in the older drafts. */
export const LISTS = new Set(["allOf", "anyOf", "items", "oneOf", "prefixItems"]);

/** Keywords whose value names schemas; members of `dependencies` may be lists of names instead. */
export const MAPS = new Set([
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

const COMMON =
  `$id $schema $ref $comment $defs definitions title description default deprecated readOnly writeOnly examples
  type nullable enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern format
  items maxItems minItems uniqueItems contains maxProperties minProperties required properties patternProperties
  additionalProperties propertyNames dependencies if then else allOf anyOf oneOf not
  contentMediaType contentEncoding contentSchema`.split(/\s+/);

/** Keywords that came after draft 07: a schema that names no draft and uses one of them is read as 2020-12. */
const NEWER = `$anchor $vocabulary dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems
  minContains maxContains`.split(/\s+/);
const ONLY_2020 = ["prefixItems", "$dynamicRef", "$dynamicAnchor"];

/** Keywords by which a schema shows that it is newer than draft 07. */
export const SIGNS_OF_2020: ReadonlySet<string> = new Set([...NEWER, ...ONLY_2020]);

/** Whether a keyword is an annotation that schema generators add: it says nothing about values, and is no misspelling. */
export function isExtension(keyword: string): boolean {
  return keyword === "discriminator" || keyword === "example" || keyword.startsWith("x-");
}

/** Every keyword that each draft knows. */
export const KEYWORDS: Record<Draft, ReadonlySet<string>> = {
  "draft-07": new Set([...COMMON, "additionalItems"]),
  "2019-09": new Set([...COMMON, ...NEWER, "additionalItems", "$recursiveRef", "$recursiveAnchor"]),
  "2020-12": new Set([...COMMON, ...NEWER, ...ONLY_2020]),
};
