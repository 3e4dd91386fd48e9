import type { JsonSchema } from "../model/json.ts";
import type { Check } from "../model/ports.ts";
import { openAjv, TooMuchWork } from "./open_ajv.ts";
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
  const draft = String(schema.$schema ?? "").includes("2020-12") ? "2020-12" : "draft-07";
  const ajv = await openAjv({ draft, hasPatterns: true });
  try {
    const validate = ajv.compile(schema);
    return (value) => {
      try {
        return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: "params" });
      } catch (error) {
        if (error instanceof TooMuchWork) return `params cannot be checked: ${error.message}`;
        throw error;
      }
    };
  } catch {
    return () => null;
  }
}
