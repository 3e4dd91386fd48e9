import type { ErrorObject } from "ajv";
import { isObject, type JsonSchema } from "../model/json.ts";

/** A fault of a line. */
export interface LineFinding {
  /** Such as `input.parts[0].type`; empty for the line itself. */
  path: string;
  message: string;
}

/** Checks lines against one of our own schemas; null when the line is valid. */
export type LineCheck = (value: unknown) => LineFinding | null;

interface Branch {
  (value: unknown): unknown;
  errors?: ErrorObject[] | null;
}

/**
 * Compiles one of our own schemas. Where a line may have several kinds, the reported fault is that of the nearest kind,
 * not of the first one.
 */
export async function compileLineCheck(schema: JsonSchema): Promise<LineCheck> {
  const { Ajv } = await import("./ajv.ts");
  const ajv = new Ajv({ discriminator: true, strict: false, validateSchema: false });
  const { anyOf, $id: _, ...rest } = schema;
  const kinds = Array.isArray(anyOf) ? anyOf : [{}];
  const branches: Branch[] = kinds.map((kind) => ajv.compile({ ...rest, ...(isObject(kind) ? kind : {}) }));
  return (value) => {
    let best: ErrorObject[] | null = null;
    for (const branch of branches) {
      if (branch(value)) return null;
      const errors = branch.errors ?? [];
      if (!best || distance(errors) < distance(best)) best = errors;
    }
    return finding(best ?? []);
  };
}

/** The distance of a line from a kind: a wrong name counts most, then a missing field. */
function distance(errors: readonly ErrorObject[]): number {
  const [first] = errors;
  if (!first) return 0;
  const depth = first.instancePath.split("/").length;
  const isName = first.keyword === "const" || first.keyword === "discriminator";
  if (isName && depth <= 2) return 1_000;
  if (first.keyword === "required" && depth === 1) return 500;
  if (first.keyword === "additionalProperties" && depth === 1) return 400;
  return 100 - Math.min(depth, 99);
}

function finding(errors: readonly ErrorObject[]): LineFinding {
  const [error] = errors;
  if (!error) return { path: "", message: "does not fit the schema" };
  const { missingProperty, additionalProperty, allowedValues } = error.params;
  const steps = error.instancePath.split("/").slice(1).map(unescape);
  if (typeof missingProperty === "string") return { path: pathOf([...steps, missingProperty]), message: "is missing" };
  if (typeof additionalProperty === "string") {
    return { path: pathOf([...steps, additionalProperty]), message: "is not known here" };
  }
  const values = Array.isArray(allowedValues) ? `: ${allowedValues.join(", ")}` : "";
  return { path: pathOf(steps), message: `${error.message ?? "is wrong"}${values}` };
}

function pathOf(steps: readonly string[]): string {
  let path = "";
  for (const step of steps) path += /^\d+$/.test(step) ? `[${step}]` : path === "" ? step : `.${step}`;
  return path;
}

function unescape(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
