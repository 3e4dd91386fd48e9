import { isObject, type JsonSchema } from "../../../model/mod.ts";

type Part = Record<string, unknown>;

/** One of our own schemas by its path in schemas/. Throws QwenError if there is none. */
export async function ownSchema(path: string): Promise<JsonSchema> {
  const { schemaText } = await import("../../schema_text.ts");
  return JSON.parse(schemaText(path));
}

/** The paths of fields that no fitting part of a schema names. Objects of which a schema names no field are free. */
export function unknownFields(value: unknown, { schema, root }: { schema: unknown; root: JsonSchema }): string[] {
  if (Array.isArray(value)) {
    const items = branches(schema, { value, root }).flatMap((one) => one.items === undefined ? [] : [one.items]);
    return value.flatMap((entry) => least(items.map((item) => unknownFields(entry, { schema: item, root }))));
  }
  if (!isObject(value)) return [];
  const alternatives = variants(schema, { value, root });
  return least(alternatives.map((parts) => unnamed(value, { parts, root })));
}

/** The fields of an object that none of the parts of a schema names. */
function unnamed(value: Part, { parts, root }: { parts: Part[]; root: JsonSchema }): string[] {
  const naming = parts.filter(({ properties }) => isObject(properties));
  const others = parts.flatMap(({ additionalProperties: open }) => isObject(open) ? [open] : []);
  if (naming.length === 0 && others.length === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = naming.flatMap(({ properties }) =>
      isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : []
    );
    const known = own.length > 0 ? own : others;
    if (known.length === 0) return [name];
    const deeper = least(known.map((one) => unknownFields(inner, { schema: one, root })));
    return deeper.map((path) => `${name}.${path}`);
  });
}

/** The answer of the alternative that knows most. */
function least(answers: string[][]): string[] {
  return answers.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** The alternatives of a schema for an object, each a list of parts that hold together. */
function variants(schema: unknown, around: { value: Part; root: JsonSchema }): Part[][] {
  if (!isObject(schema)) return [];
  if (typeof schema.$ref === "string") return variants(referred(schema.$ref, around.root), around);
  if (!fits(schema, around.value)) return [];
  let found: Part[][] = [[schema]];
  const join = (options: Part[][]): void => {
    if (options.length > 0) found = found.flatMap((parts) => options.map((more) => [...parts, ...more]));
  };
  for (const part of listed(schema.allOf)) join(variants(part, around));
  for (const choice of [schema.anyOf, schema.oneOf]) join(listed(choice).flatMap((part) => variants(part, around)));
  if (isObject(schema.if)) join(variants(fits(schema.if, around.value) ? schema.then : schema.else, around));
  return found;
}

/** The parts of a schema that fit an array, with references and combinations resolved. */
function branches(schema: unknown, around: { value: unknown; root: JsonSchema }): Part[] {
  if (!isObject(schema)) return [];
  if (typeof schema.$ref === "string") return branches(referred(schema.$ref, around.root), around);
  const combined = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(listed).flatMap((one) => branches(one, around));
  return "items" in schema ? [schema, ...combined] : combined;
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function referred(ref: string, root: JsonSchema): unknown {
  return ref.split("/").slice(1).reduce<unknown>((inner, step) => isObject(inner) ? inner[step] : undefined, root);
}

/** Whether the fixed fields of a schema are those of a value. */
function fits(schema: Part, value: Part): boolean {
  const { type, properties, required } = schema;
  // No fixed value of these schemas is an object.
  if ("const" in schema || "enum" in schema) return false;
  if (type !== undefined && ![type].flat().includes("object")) return false;
  const needed = listed(required);
  if (!needed.every((name) => typeof name === "string" && name in value)) return false;
  return Object.entries(isObject(properties) ? properties : {}).every(([name, one]) => {
    if (!isObject(one) || !(name in value)) return true;
    if ("const" in one) return value[name] === one.const;
    return !Array.isArray(one.enum) || one.enum.includes(value[name]);
  });
}
