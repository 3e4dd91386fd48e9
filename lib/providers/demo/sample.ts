import { isObject, type Json, type JsonObject, type JsonSchema } from "../../model/json.ts";

const MAX_DEPTH = 24;
const MAX_ITEMS = 100;

const FORMATS: Record<string, string> = {
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  time: "00:00:00Z",
  email: "demo@example.com",
  uri: "https://example.com",
  url: "https://example.com",
  hostname: "example.com",
  ipv4: "127.0.0.1",
  ipv6: "::1",
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** A small value that a schema accepts, with only the required fields. Patterns are not supported. */
export function sampleOf(schema: JsonSchema): Json {
  return sample(schema, { root: schema, depth: 0 });
}

interface SampleContext {
  root: JsonSchema;
  depth: number;
}

function sample(schema: unknown, context: SampleContext): Json {
  if (!isObject(schema) || context.depth > MAX_DEPTH) return null;
  const deeper: SampleContext = { root: context.root, depth: context.depth + 1 };
  if (schema.const !== undefined) return schema.const as Json;
  if (schema.default !== undefined) return schema.default as Json;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0] as Json;
  if (typeof schema.$ref === "string") return sample(resolve(schema.$ref, context.root), deeper);
  if (Array.isArray(schema.allOf)) return sample(merge(schema, schema.allOf), deeper);
  for (const key of ["anyOf", "oneOf"] as const) {
    const branches = schema[key];
    if (!Array.isArray(branches) || branches.length === 0) continue;
    const { [key]: _, ...rest } = schema;
    return sample(merge(rest, [branches[0]]), deeper);
  }
  switch (typeOf(schema)) {
    case "object":
      return sampleObject(schema, deeper);
    case "array":
      return sampleArray(schema, deeper);
    case "string":
      return sampleString(schema);
    case "integer":
    case "number":
      return sampleNumber(schema);
    case "boolean":
      return true;
    default:
      return null;
  }
}

function typeOf(schema: Record<string, unknown>): string {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (typeof type === "string") return type;
  if (schema.properties || schema.required) return "object";
  if (schema.items || schema.prefixItems) return "array";
  return schema.minLength || schema.format ? "string" : "object";
}

function sampleObject(schema: Record<string, unknown>, context: SampleContext): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const names = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
  return Object.fromEntries(names.map((name) => [name, sample(properties[name] ?? { type: "string" }, context)]));
}

function sampleArray(schema: Record<string, unknown>, context: SampleContext): Json[] {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const wanted = Math.min(Number(schema.minItems ?? 0) || 0, MAX_ITEMS);
  return Array.from({ length: wanted }, (_, i) => sample(first[i] ?? schema.items ?? { type: "string" }, context));
}

function sampleString(schema: Record<string, unknown>): string {
  const known = typeof schema.format === "string" ? FORMATS[schema.format] : undefined;
  if (known !== undefined) return known;
  const text = "demo".padEnd(Math.min(Number(schema.minLength ?? 0) || 0, 10_000), "·");
  return typeof schema.maxLength === "number" ? text.slice(0, schema.maxLength) : text;
}

function sampleNumber(schema: Record<string, unknown>): number {
  const read = (name: string): number | undefined => typeof schema[name] === "number" ? schema[name] : undefined;
  const isWhole = typeOf(schema) === "integer";
  const step = read("multipleOf") ?? (isWhole ? 1 : 0);
  const above = read("exclusiveMinimum");
  const below = read("exclusiveMaximum");
  let least = read("minimum") ?? (above === undefined ? undefined : above + (step || 0.5));
  if (least !== undefined && step > 0) {
    least = Math.ceil(least / step) * step;
    if (above !== undefined && least <= above) least += step;
  }
  const most = read("maximum") ?? (below === undefined ? undefined : below - (step || 0.5));
  const value = least ?? (most !== undefined && most < 1 ? most : step || 1);
  return most !== undefined && value > most ? most : value;
}

function merge(base: Record<string, unknown>, branches: readonly unknown[]): Record<string, unknown> {
  const { allOf: _, ...merged } = base;
  for (const branch of branches) {
    if (!isObject(branch)) continue;
    const properties = { ...asObject(merged.properties), ...asObject(branch.properties) };
    const required = [...asArray(merged.required), ...asArray(branch.required)];
    Object.assign(merged, branch);
    if (Object.keys(properties).length > 0) merged.properties = properties;
    if (required.length > 0) merged.required = [...new Set(required)];
  }
  return merged;
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function resolve(ref: string, root: JsonSchema): unknown {
  if (!ref.startsWith("#")) return {};
  let at: unknown = root;
  for (const step of ref.slice(1).split("/").slice(1)) {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    at = isObject(at) || Array.isArray(at) ? (at as Record<string, unknown>)[name] : undefined;
  }
  return at;
}
