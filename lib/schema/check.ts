import { deferred } from "../model/deferred.ts";
import type { JsonSchema } from "../model/json.ts";
import type { Check } from "../model/ports.ts";
import { plainCheck } from "./plain_check.ts";

const known = new WeakMap<JsonSchema, Promise<Check>>();

/**
 * A checker of tool inputs. Plain schemas are walked, all others go to ajv. A schema that cannot be compiled checks
 * nothing: it came with somebody else's tool, which will judge its input itself.
 */
export function compileCheck(schema: JsonSchema): Promise<Check> {
  let check = known.get(schema);
  if (!check) {
    const plain = plainCheck(schema);
    check = plain ? Promise.resolve(plain) : compileForeign(schema);
    known.set(schema, check);
  }
  return check;
}

async function compileForeign(schema: JsonSchema): Promise<Check> {
  const { foreignCheck }: typeof import("./foreign_check.ts") = await import(deferred("./foreign_check.ts"));
  return await foreignCheck(schema);
}
