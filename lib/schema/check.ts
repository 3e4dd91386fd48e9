import { validators } from "../../schemas/tools.gen.js";
import type { JsonSchema } from "../model/json.ts";
import type { Check, ToolSpec } from "../model/ports.ts";
import { compileSchema } from "./compile_schema.ts";
import { describeErrors } from "./describe_errors.ts";
import { SchemaRefused } from "./survey_schema.ts";

/**
 * Makes the function that compiles checks of tool inputs. The given tools have generated validators; all other schemas
 * are compiled by ajv. Asked twice for one schema, it gives the same check.
 */
export function inputChecks(tools: readonly ToolSpec[]): (schema: JsonSchema) => Promise<Check> {
  const checks = new WeakMap<JsonSchema, Promise<Check>>();
  for (const { name, input } of tools) {
    if (Object.hasOwn(validators, name)) checks.set(input, Promise.resolve(generatedCheck(name)));
  }
  return (schema) => {
    let check = checks.get(schema);
    if (!check) checks.set(schema, check = compileCheck(schema));
    return check;
  };
}

function generatedCheck(tool: string): Check {
  const validate = validators[tool];
  return (value) => validate(value) ? null : describeErrors(validate.errors ?? []);
}

/** A schema that ajv cannot compile checks nothing: it came with a tool of a server or host, which checks its input. */
async function compileCheck(schema: JsonSchema): Promise<Check> {
  try {
    const validator = await compileSchema(schema, { unknownKeywords: "ignore", at: "session" });
    return (value) => {
      validator.renew();
      return validator.validate(value)?.message ?? null;
    };
  } catch (error) {
    if (error instanceof SchemaRefused) return () => null;
    throw error;
  }
}
