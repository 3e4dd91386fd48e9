/** A validation error as ajv reports it, from compiled and from generated validators. */
export interface SchemaError {
  instancePath: string;
  params: Record<string, unknown>;
  message?: string;
}

/** The most allowed values that a message lists. */
const MAX_LISTED = 20;

/** Validation errors as one sentence for a model, with `params` for the checked value. */
export function describeErrors(errors: readonly SchemaError[]): string {
  return errors.map(({ instancePath, message, params }) =>
    `params${instancePath} ${message ?? "is invalid"}${detailOf(params)}`
  ).join(", ");
}

/** The values or names that the message leaves out, so that the model need not guess them. */
function detailOf({ allowedValues, additionalProperty }: Record<string, unknown>): string {
  if (typeof additionalProperty === "string") return `: ${JSON.stringify(additionalProperty)}`;
  if (!Array.isArray(allowedValues)) return "";
  const listed = allowedValues.slice(0, MAX_LISTED).map((value) => JSON.stringify(value)).join(", ");
  return `: ${listed}${allowedValues.length > MAX_LISTED ? ", …" : ""}`;
}
