import { isAbsolute } from "@std/path/is-absolute";
import { join } from "@std/path/join";
import { normalize } from "@std/path/normalize";
import type { JsonObject } from "../model/json.ts";
import { fail, withHint } from "../model/problem.ts";
import type { QwenError } from "../model/problem.ts";

/** The text of a required field. */
export function textField(input: JsonObject, name: string): string {
  const value = input[name];
  if (value === undefined) throw fail("tool_failed", `params must have required property '${name}'`);
  if (typeof value !== "string") throw fail("tool_failed", `params/${name} must be string`);
  return value;
}

/** The text of an optional field. */
export function optionalText(input: JsonObject, name: string): string | null {
  const value = input[name];
  if (value === undefined || value === null) return null;
  return textField(input, name);
}

/** The whole number of an optional field. */
export function optionalInteger(input: JsonObject, name: string): number | null {
  const value = input[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "number" || !Number.isInteger(value)) {
    throw fail("tool_failed", `params/${name} must be integer`);
  }
  return value;
}

/** The texts of an optional list. */
export function textList(input: JsonObject, name: string): string[] {
  const value = input[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw fail("tool_failed", `params/${name} must be array`);
  return value.map((entry, index) => {
    if (typeof entry !== "string") throw fail("tool_failed", `params/${name}/${index} must be string`);
    return entry;
  });
}

/** A path as the model wrote it, made absolute. */
export function absolutePath(path: string, cwd: string): string {
  return normalize(isAbsolute(path) ? path : join(cwd, path));
}

/** The path that a call names, made absolute; the working folder where it names none. */
export function pathOrHere(input: JsonObject, cwd: string): string {
  return absolutePath(optionalText(input, "path") ?? cwd, cwd);
}

/** A few words for a title that never throw: the field when it is text, otherwise nothing. */
export function titleOf(verb: string, value: unknown): string {
  const text = typeof value === "string" ? value.split("\n", 1)[0].slice(0, 200) : "";
  return text === "" ? verb : `${verb} ${text}`;
}

/** The failure of a tool that the model should read. */
export function toolFailure(message: string, hint?: string): QwenError {
  return fail("tool_failed", withHint(message, hint), hint ? { hint } : {});
}
