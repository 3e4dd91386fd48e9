/**
 * Estimates the cost of an untrusted schema before ajv compiles it, because compiling cannot be interrupted. Too
 * expensive schemas are refused. Every subschema gets a price, which is charged whenever it is tried.
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from "../model/json.ts";
import { countValues } from "./work_budget.ts";
import { isExtension, KEYWORDS, LISTS, MAPS, SIGNS_OF_2020, SINGLE } from "./keywords.ts";
import { type Draft, type Price, UNIQUE_KEYWORD, WORK_KEYWORD } from "./open_ajv.ts";

/** The largest schema, in characters of JSON. */
export const MAX_SCHEMA_CHARS = 4 * 1024 * 1024;

/** The most JSON values in a schema: surveying them takes time, too. */
const MAX_SCHEMA_VALUES = { start: 500_000, session: 60_000 } as const;

/** The deepest nesting of JSON in a schema. */
const MAX_SCHEMA_DEPTH = 100;

/**
 * Most that a schema may cost to compile, one for each keyword, property and member that becomes code: 40 to 60
 * microseconds each. At the start nobody waits; in a session nothing may hold up the others for more than 50 ms.
 */
const MAX_COMPILE_COST = { start: 5000, session: 900 } as const;

/** The cost of a pattern in addition to its keyword. */
const PATTERN_COST = 2;

/** The cost of trying a subschema: the call and a possible error. */
const TRY_PRICE = 20;

/** Keywords whose values are iterated whenever they are tried. */
const NAMING = new Set(["const", "dependentRequired", "enum", "required"]);

/** Keywords whose subschemas are tried on the members of a value, not on the value itself. */
const OF_MEMBERS = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "items",
  "patternProperties",
  "prefixItems",
  "properties",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Above this cost the code is generated flat. */
const LARGE_COST = 1000;

/** Thrown for a schema that is not accepted. */
export class SchemaRefused extends Error {
  override readonly name = "SchemaRefused";
}

/** The result of a survey. */
export interface Survey {
  draft: Draft;
  hasPatterns: boolean;
  /** Whether formats are checked: in newer drafts they are annotations, unless the schema requires them. */
  assertsFormats: boolean;
  isLarge: boolean;
  /** A copy with a price on every subschema. */
  schema: JsonSchema;
}

/** How strict a survey is. */
export interface SurveyOptions {
  /** Unknown keywords are mistakes in a schema given by the user, and extensions in one of a tool. */
  unknownKeywords: "refuse" | "ignore";
  /** When the schema is compiled. */
  at: keyof typeof MAX_COMPILE_COST;
}

/** Surveys a schema; throws SchemaRefused. */
export function surveySchema(schema: JsonSchema, options: SurveyOptions): Survey {
  checkSize(schema, MAX_SCHEMA_VALUES[options.at]);
  const copy = structuredClone(schema);
  const surveyor = new Surveyor();
  surveyor.visit(copy, ROOT);
  const limit = MAX_COMPILE_COST[options.at];
  const cost = surveyor.finish(copy, limit);
  const draft = chooseDraft(schema, surveyor, options);
  const unknown = surveyor.keywords.difference(KEYWORDS[draft]).values().find((keyword) => !isExtension(keyword));
  if (unknown !== undefined && options.unknownKeywords === "refuse") {
    throw new SchemaRefused(`strict mode: unknown keyword: ${JSON.stringify(unknown)}`);
  }
  if (cost > limit) {
    throw new SchemaRefused(
      `it is too large to be compiled in time: it has a weight of ${cost}, the limit is ${limit}`,
    );
  }
  if (surveyor.keywords.has("unevaluatedItems") && surveyor.keywords.has("contains")) {
    // Ajv takes every item for evaluated and would accept invalid values.
    throw new SchemaRefused("unevaluatedItems together with contains is not supported");
  }
  const hasPatterns = surveyor.keywords.has("pattern") || surveyor.keywords.has("patternProperties");
  const assertsFormats = draft === "draft-07" || requiresFormats(schema);
  return { draft, hasPatterns, assertsFormats, isLarge: cost > LARGE_COST, schema: copy };
}

/** Whether a schema names the vocabulary in which formats are assertions. */
function requiresFormats({ $vocabulary }: JsonObject): boolean {
  return isObject($vocabulary) &&
    Object.entries($vocabulary).some(([name, isRequired]) =>
      isRequired === true && name.endsWith("/vocab/format-assertion")
    );
}

const ROOT = "schema://root/";

function checkSize(schema: JsonSchema, maxValues: number): void {
  const open: [value: Json, depth: number][] = [[schema, 1]];
  let count = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth] = next;
    count += 1;
    if (count > maxValues) throw new SchemaRefused(`it is too large: the limit is ${maxValues} values`);
    if (depth > MAX_SCHEMA_DEPTH) {
      throw new SchemaRefused(`it is nested too deeply: the limit is ${MAX_SCHEMA_DEPTH} levels`);
    }
    if (typeof value !== "object" || value === null) continue;
    for (const member of Object.values(value)) open.push([member, depth + 1]);
  }
  const length = JSON.stringify(schema).length;
  if (length > MAX_SCHEMA_CHARS) {
    throw new SchemaRefused(`it has ${length} characters: the limit is ${MAX_SCHEMA_CHARS}`);
  }
}

function chooseDraft(schema: JsonSchema, surveyor: Surveyor, options: SurveyOptions): Draft {
  const named = schema.$schema;
  if (named === undefined) {
    return surveyor.keywords.isDisjointFrom(SIGNS_OF_2020) || surveyor.hasTuples ? "draft-07" : "2020-12";
  }
  if (typeof named === "string") {
    if (/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(named)) return "2020-12";
    if (/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/.test(named)) return "2019-09";
    if (/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/.test(named)) return "draft-07";
  }
  if (options.unknownKeywords === "ignore") return "draft-07";
  throw new SchemaRefused(
    `$schema ${JSON.stringify(named)} is not supported: leave it out, or name draft-07, 2019-09 or 2020-12`,
  );
}

class Surveyor {
  readonly keywords = new Set<string>();
  hasTuples = false;
  readonly #costs = new Map<object, number>();
  readonly #places = new Map<string, Json>();
  readonly #refs = new Map<string, { ref: string; base: string; schemas: JsonObject[] }>();
  readonly #dynamic: { schema: JsonObject; base: string }[] = [];
  /** The schemas that carry each dynamic anchor; the recursive one has an empty name. */
  readonly #dynamicAnchors = new Map<string, JsonObject[]>();
  readonly #resources = new Set<JsonObject>();

  /** Prices a subschema and all below it; returns the cost of compiling it. */
  visit(schema: Json, base: string): number {
    if (!isObject(schema)) return 1;
    const here = this.#name(schema, base);
    if (typeof schema.$ref === "string") this.#refer(schema, here);
    if (typeof schema.$dynamicRef === "string" || typeof schema.$recursiveRef === "string") {
      this.#dynamic.push({ schema, base: here });
    }
    let cost = 1;
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === WORK_KEYWORD || keyword === UNIQUE_KEYWORD) continue;
      this.keywords.add(keyword);
      cost += 1 + this.#visitKeyword(keyword, { value, base: here });
    }
    // Ajv determines the rest by comparing every pair of names.
    if (schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined) {
      cost += Math.ceil((cost * cost) / 700);
    }
    // Ajv compiles a schema with a dynamic anchor once in place and once on its own.
    if (schema.$dynamicAnchor !== undefined || schema.$recursiveAnchor !== undefined) cost *= 2;
    // The first would make the check asynchronous, the second is how older drafts spelled $id.
    delete schema.$async;
    delete schema.id;
    // An empty list allows nothing; ajv does not take one.
    if (Array.isArray(schema.enum) && schema.enum.length === 0) {
      delete schema.enum;
      schema.allOf = [...(Array.isArray(schema.allOf) ? schema.allOf : []), false];
    }
    this.#costs.set(schema, cost);
    schema[WORK_KEYWORD] = priceOf(schema);
    if (schema.uniqueItems === true && !hasScalarItems(schema)) schema[UNIQUE_KEYWORD] = true;
    return cost;
  }

  /** Follows every reference; returns the cost of compiling the whole schema. */
  finish(root: JsonObject, limit: number): number {
    let total = this.#costs.get(root) ?? 0;
    for (const place of this.#dynamic) this.#settle(place);
    // The map grows while references lead to unvisited places.
    for (const { ref, base, schemas } of this.#refs.values()) {
      const target = this.#resolve(ref, base);
      // Ajv does not know a whole resource by its anchor.
      if (isObject(target) && this.#resources.has(target) && /#[^/]/.test(ref)) {
        for (const schema of schemas) schema.$ref = ref.replace(/#.*$/s, "") || "#";
      }
      if (isObject(target)) total += this.#costs.get(target) ?? this.visit(target, base);
      if (total > limit) break;
    }
    return total;
  }

  #refer(schema: JsonObject, base: string): void {
    const ref = String(schema.$ref);
    const key = `${base} ${ref}`;
    const known = this.#refs.get(key);
    if (known) known.schemas.push(schema);
    else this.#refs.set(key, { ref, base, schemas: [schema] });
  }

  /**
   * A dynamic reference that can lead to one place only becomes a plain one: ajv would take it for a reference to the
   * schema at hand wherever the anchor is not on the way.
   */
  #settle(place: { schema: JsonObject; base: string }): void {
    const { schema, base } = place;
    const ref = String(schema.$dynamicRef ?? schema.$recursiveRef);
    const name = schema.$dynamicRef === undefined ? "" : ref.replace(/^.*#/s, "");
    const carriers = this.#dynamicAnchors.get(name) ?? [];
    const first = this.#resolve(ref, base);
    if (carriers.length > 1 && carriers.some((carrier) => carrier === first)) {
      if (carriers.every((carrier) => this.#resources.has(carrier))) return;
      throw new SchemaRefused(`dynamic reference ${ref} can lead to several places, which is not supported`);
    }
    delete schema.$dynamicRef;
    delete schema.$recursiveRef;
    const plain: JsonObject = { $ref: ref, [WORK_KEYWORD]: [1, 1] };
    if (schema.$ref === undefined) schema.$ref = ref;
    else schema.allOf = [...(Array.isArray(schema.allOf) ? schema.allOf : []), plain];
    this.#refer(schema.$ref === ref ? schema : plain, base);
  }

  #visitKeyword(keyword: string, at: { value: Json; base: string }): number {
    const { value, base } = at;
    if (Array.isArray(value)) {
      if (keyword === "items") this.hasTuples = true;
      if (LISTS.has(keyword)) return value.reduce<number>((sum, member) => sum + 2 + this.visit(member, base), 0);
      return keyword === "enum" || keyword === "required" ? Math.min(value.length, 200) : 0;
    }
    if (SINGLE.has(keyword)) return this.visit(value, base);
    if (MAPS.has(keyword) && isObject(value)) {
      // Ajv ignores this name; refusing it is better than not checking it.
      if (Object.hasOwn(value, "__proto__")) throw new SchemaRefused('the name "__proto__" is not supported');
      const extra = keyword === "patternProperties" ? PATTERN_COST : 0;
      return Object.values(value).reduce<number>((sum, member) => {
        return sum + extra + (Array.isArray(member) ? member.length : this.visit(member, base));
      }, 0);
    }
    if (keyword === "dependentRequired" && isObject(value)) return countValues(value);
    if (keyword === "pattern") return PATTERN_COST;
    return 0;
  }

  /** Records the names of a schema; returns the base of references inside it. */
  #name(schema: JsonObject, base: string): string {
    let here = base;
    const { $id, $anchor, $dynamicAnchor } = schema;
    if (typeof $id === "string") {
      if ($id.startsWith("#")) this.#places.set(absolute($id, base), schema);
      else here = absolute($id, base).replace(/#.*$/s, "");
    }
    if (here !== base || this.#resources.size === 0) {
      this.#places.set(here, schema);
      this.#resources.add(schema);
    }
    if (typeof $anchor === "string") this.#places.set(`${here}#${$anchor}`, schema);
    if (typeof $dynamicAnchor === "string") {
      this.#places.set(`${here}#${$dynamicAnchor}`, schema);
      this.#carry($dynamicAnchor, schema);
    }
    if (schema.$recursiveAnchor === true) this.#carry("", schema);
    return here;
  }

  #carry(name: string, schema: JsonObject): void {
    const carriers = this.#dynamicAnchors.get(name);
    if (carriers) carriers.push(schema);
    else this.#dynamicAnchors.set(name, [schema]);
  }

  #resolve(ref: string, base: string): Json {
    const address = absolute(ref, base);
    const [place, fragment = ""] = address.split("#", 2);
    const found = fragment === "" || !fragment.startsWith("/")
      ? this.#places.get(fragment === "" ? place : address)
      : follow(this.#places.get(place), fragment);
    if (found !== undefined) return found;
    const isRemote = !this.#places.has(place);
    throw new SchemaRefused(
      `can't resolve reference ${ref}${isRemote ? ": it is not in the schema, and nothing is fetched" : ""}`,
    );
  }
}

/**
 * What trying a subschema costs, by itself and for each member of the value. A schema pays for those below it, because
 * one that fails at its first keyword is never asked to pay.
 */
function priceOf(schema: JsonObject): Price {
  let price = Object.keys(schema).length;
  let perMember = 1;
  for (const [keyword, value] of Object.entries(schema)) {
    if (NAMING.has(keyword)) price += 2 * countValues(value);
    if (!LISTS.has(keyword) && !SINGLE.has(keyword) && !MAPS.has(keyword)) continue;
    const count = typeof value === "object" && value !== null ? Object.keys(value).length : 1;
    if (!OF_MEMBERS.has(keyword)) price += TRY_PRICE * (Array.isArray(value) ? count : 1);
    else perMember += TRY_PRICE * (keyword === "patternProperties" ? count : 1);
    if (keyword === "properties") price += count;
  }
  return [price, perMember];
}

/** Ajv compares scalars by a table and all other values pair by pair. */
function hasScalarItems(schema: JsonObject): boolean {
  if (!isObject(schema.items) || schema.items.type === undefined) return false;
  return ![schema.items.type].flat().some((type) => type === "object" || type === "array");
}

function absolute(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    throw new SchemaRefused(`can't resolve reference ${reference}`);
  }
}

function follow(from: Json | undefined, pointer: string): Json | undefined {
  let at = from;
  for (const part of pointer.slice(1).split("/")) {
    if (typeof at !== "object" || at === null) return undefined;
    const name = unescapePart(part);
    at = Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined;
  }
  return at;
}

function unescapePart(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A stray percent sign stands for itself.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}
