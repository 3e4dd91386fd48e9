/** The published schema of the Agent Client Protocol, by which every line of the tests is checked. */
import published from "@agentclientprotocol/sdk/schema" with { type: "json" };
import { assertEquals } from "@std/assert";
import { Ajv2020, type ValidateFunction } from "ajv/2020";
import { assertFits } from "./validate.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(published, "acp");
const compiled = new Map<string, ValidateFunction>();

/** The definition of each method's parameters and result. */
const DEFINITIONS = new Map<string, { params?: string; result?: string }>();
for (const [name, definition] of Object.entries<Record<string, unknown>>(published.$defs)) {
  const method = definition["x-method"];
  if (typeof method !== "string") continue;
  const known = DEFINITIONS.get(method) ?? {};
  DEFINITIONS.set(method, name.endsWith("Response") ? { ...known, result: name } : { ...known, params: name });
}

function assertDefinition(value: unknown, name: string): void {
  let validate = compiled.get(name);
  if (!validate) compiled.set(name, validate = ajv.compile({ $ref: `acp#/$defs/${name}` }));
  if (validate(value)) return;
  assertEquals({ name, value, faults: validate.errors }, { name, value, faults: null });
}

/** A JSON-RPC message. */
// deno-lint-ignore no-explicit-any -- tests look deep into what they know the shape of.
export type RpcMessage = Record<string, any>;

/** Fails unless a line of the program fits; a response also fits the method that it answers. */
export function assertAcpLine(message: RpcMessage, answered: string | undefined): void {
  assertFits(message, "acp/out");
  const whole = ajv.getSchema("acp");
  if (whole && !whole(message)) assertEquals({ message, faults: whole.errors }, { message, faults: null });
  const method: string | undefined = message.method ?? answered;
  if (method === undefined || "error" in message) return;
  const { params, result } = DEFINITIONS.get(method) ?? {};
  const name = "method" in message ? params : result;
  assertEquals(typeof name, "string", `${method} is not in the published schema`);
  assertDefinition(message.method ? message.params : message.result, String(name));
}
