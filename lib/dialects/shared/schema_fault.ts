interface Validator {
  (value: unknown): boolean;
  errors?: { instancePath: string; params: Record<string, unknown>; message?: string }[] | null;
}

/** A fault of a line: the field and a message. */
export interface SchemaFault {
  param: string;
  message: string;
}

/** The first fault that a validator finds in a line; null when the line is valid. */
export function schemaFault(validate: Validator, line: unknown): SchemaFault | null {
  if (validate(line)) return null;
  const error = validate.errors?.[0];
  if (!error) return { param: "", message: "The line does not fit the schema." };
  const missing = typeof error.params.missingProperty === "string" ? error.params.missingProperty : null;
  const path = error.instancePath.split("/").slice(1);
  const param = [...path, ...(missing === null ? [] : [missing])].join(".");
  if (missing !== null) return { param, message: `The field "${param}" is missing.` };
  const { type } = error.params;
  if (type !== undefined) {
    return { param, message: `The field "${param}" must be ${String(type).replaceAll(",", " or ")}.` };
  }
  return { param, message: `The field "${param}" ${error.message ?? "is wrong"}.` };
}
