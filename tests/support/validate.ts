import { assertEquals } from "@std/assert";
import { Ajv, type ValidateFunction } from "ajv";

const compiled = new Map<string, ValidateFunction>();

function validator(path: string): ValidateFunction {
  const known = compiled.get(path);
  if (known) return known;
  const schema = JSON.parse(Deno.readTextFileSync(new URL(`../../schemas/${path}.schema.json`, import.meta.url)));
  const validate = new Ajv({ discriminator: true, strictTypes: false, strictRequired: false, allowUnionTypes: true })
    .compile(schema);
  compiled.set(path, validate);
  return validate;
}

/** Fails unless a value fits a schema, named by its path such as `qwen/out`. */
export function assertFits(value: unknown, path: string): void {
  const validate = validator(path);
  if (validate(JSON.parse(JSON.stringify(value)))) return;
  assertEquals({ value, faults: validate.errors }, { value, faults: null });
}
