/** Fields inside settings and flags that have no effect. The schemas of the settings and of the hosts know the others. */
import type { Json } from "../../../model/mod.ts";
import type { Flags } from "../../args/table/flag_table.ts";
import { ownSchema, unknownFields } from "./unknown_fields.ts";

/** One sentence for each field inside a setting that has no effect; unknown settings themselves have warnings. */
export async function unknownSettings(
  sources: readonly { values: ReadonlyMap<string, Json> }[],
): Promise<string[]> {
  const root = await ownSchema("settings.schema.json");
  const found = sources.flatMap(({ values }) =>
    [...values].flatMap(([key, value]) => unknownFields(nested(key, value), { schema: root, root }))
  );
  return [...new Set(found)].map((path) => `The setting ${path} has no effect here.`);
}

/** The fields of `--agents` and `--mcp-config` that have no effect. */
export async function unknownInFlags({ agents, mcpConfig }: Flags): Promise<string[]> {
  if (agents === undefined && mcpConfig === undefined) return [];
  const root = await ownSchema("qwen/in.schema.json");
  const inside = (value: unknown, definition: string): string[] => {
    const schema = { additionalProperties: { $ref: `#/$defs/${definition}` } };
    return unknownFields(value ?? {}, { schema, root });
  };
  return [
    ...inside(agents, "AgentDefinition").map((path) => `the field ${path} of --agents`),
    ...inside(mcpConfig, "McpServer").map((path) => `the field ${path} of --mcp-config`),
  ];
}

/** A setting in the form of a file: `a.b` is `b` inside `a`. */
function nested(key: string, value: Json): Json {
  return key.split(".").reduceRight<Json>((inner, name) => ({ [name]: inner }), value);
}
