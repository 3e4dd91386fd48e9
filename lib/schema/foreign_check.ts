import type { JsonSchema } from "../model/json.ts";
import type { Check } from "../model/ports.ts";
import { compileSchema } from "./compile_schema.ts";
import { SchemaRefused } from "./survey_schema.ts";

/** A checker made by ajv; one that checks nothing where the schema cannot be compiled. */
export async function foreignCheck(schema: JsonSchema): Promise<Check> {
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
