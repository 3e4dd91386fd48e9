/**
 * The schemas of the lines of the Agent Client Protocol, by direction, made from the definitions that the official SDK
 * publishes. That schema accepts any result and any parameters; here each method has its own.
 */
import published from "@agentclientprotocol/sdk/schema" with { type: "json" };

type Schema = Record<string, unknown>;

const DEFINITIONS: Readonly<Record<string, Schema>> = published.$defs;
/** Texts for people, and keywords that only a particular reader of schemas knows. */
const DROPPED: ReadonlySet<string> = new Set([
  "description",
  "title",
  "default",
  "format",
  "discriminator",
  "unevaluatedProperties",
]);
const JSON_RPC = { jsonrpc: { const: "2.0" } };

/** The text of the schema of one direction: `out` is what this program writes. */
export function acpSchema(direction: "in" | "out"): string {
  const receiver = direction === "out" ? "client" : "agent";
  const lines = [
    ...Object.entries(DEFINITIONS).flatMap(([name, definition]) => callOf(name, { definition, receiver })),
    result(receiver === "client" ? "agent" : "client"),
    {
      type: "object",
      properties: { ...JSON_RPC, id: reference("RequestId"), error: reference("Error") },
      required: ["jsonrpc", "id", "error"],
      additionalProperties: false,
    },
  ];
  const schema = { title: `Acp${direction === "out" ? "Out" : "In"}Line`, anyOf: lines };
  return `${JSON.stringify({ ...schema, $defs: reachable(lines) }, null, 2)}\n`;
}

/** The line of a request or notification that a side receives. */
function callOf(name: string, { definition, receiver }: { definition: Schema; receiver: string }): Schema[] {
  const kind = /(Request|Notification)$/.exec(name)?.[1];
  if (kind === undefined) return [];
  const method = definition["x-method"];
  if (typeof method !== "string" || definition["x-side"] !== receiver) return [];
  const id = kind === "Request" ? { id: reference("RequestId") } : {};
  return [{
    type: "object",
    properties: { ...JSON_RPC, ...id, method: { const: method }, params: reference(name) },
    required: ["jsonrpc", ...Object.keys(id), "method", "params"],
    additionalProperties: false,
  }];
}

/** The line of a result: one of those that a side may answer. */
function result(side: string): Schema {
  const names = Object.entries(DEFINITIONS)
    .filter(([name, definition]) => name.endsWith("Response") && definition["x-side"] === side)
    .map(([name]) => reference(name));
  return {
    type: "object",
    properties: { ...JSON_RPC, id: reference("RequestId"), result: { anyOf: names } },
    required: ["jsonrpc", "id", "result"],
    additionalProperties: false,
  };
}

function reference(name: string): Schema {
  return { $ref: `#/$defs/${name}` };
}

/** The definitions that lines refer to, directly or through others. */
function reachable(lines: readonly Schema[]): Record<string, unknown> {
  const found = new Map<string, unknown>();
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.set(name, plain(DEFINITIONS[name]));
      visit(found.get(name));
    }
  };
  visit(lines);
  return Object.fromEntries([...found].sort(([a], [b]) => a < b ? -1 : 1));
}

/** A definition without what only people or other readers need. */
function plain(value: unknown, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      // In a list of properties, every key is a name. `_meta` may hold anything, as may every further field.
      .filter(([key]) => isNamed ? key !== "_meta" : !(DROPPED.has(key) || key.startsWith("x-")))
      .map(([key, inner]) => [key, plain(inner, !isNamed && key === "properties")]),
  );
}
