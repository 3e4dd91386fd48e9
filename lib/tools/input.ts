import { isAbsolute, join, normalize } from "../path/mod.ts";
import { Glob } from "../search/glob.ts";
import type { JsonObject } from "../model/json.ts";
import { fail, withHint } from "../model/problem.ts";
import type { QwenError } from "../model/problem.ts";

/** Names that models who know another harness give to the path of a file. */
export const FILE_PATH_ALIASES: Readonly<Record<string, string>> = Object.fromEntries(
  ["path", "file", "filename", "filePath", "absolute_path", "target_file"].map((name) => [name, "file_path"]),
);

/** The value of a required text field. */
export function textField(input: JsonObject, name: string): string {
  const value = input[name];
  if (value === undefined) throw fail("tool_failed", `params must have required property '${name}'`);
  if (typeof value !== "string") throw fail("tool_failed", `params/${name} must be string`);
  return value;
}

/** The value of an optional text field. */
export function optionalText(input: JsonObject, name: string): string | null {
  const value = input[name];
  if (value === undefined || value === null) return null;
  return textField(input, name);
}

/** The value of an optional boolean field. */
export function optionalFlag(input: JsonObject, name: string): boolean | null {
  const value = input[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "boolean") throw fail("tool_failed", `params/${name} must be boolean`);
  return value;
}

/** The value of an optional integer field. */
export function optionalInteger(input: JsonObject, name: string): number | null {
  const value = input[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "number" || !Number.isInteger(value)) {
    throw fail("tool_failed", `params/${name} must be integer`);
  }
  return value;
}

/** The entries of an optional list of texts. */
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

/** The absolute path of a call's `path` field; the working folder when it is absent. */
export function pathOrHere(input: JsonObject, cwd: string): string {
  return absolutePath(optionalText(input, "path") ?? cwd, cwd);
}

/** A title made of a verb and the first line of a field; the verb alone when the field is not text. Never throws. */
export function titleOf(verb: string, value: unknown): string {
  const text = typeof value === "string" ? value.split("\n", 1)[0].slice(0, 200) : "";
  return text === "" ? verb : `${verb} ${text}`;
}

/** An input with one field renamed and the order of its fields kept. */
export function renameField(input: JsonObject, { from, to }: { from: string; to: string }): JsonObject {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name === from ? to : name, value]));
}

/** A longer pattern is refused: no file name needs it. */
const MAX_GLOB_CHARS = 1_000;

/** Compiles a pattern that the model wrote. */
export function compileGlob(pattern: string): Glob {
  if (pattern.length > MAX_GLOB_CHARS) {
    throw toolFailure(`The pattern has ${pattern.length} characters, at most ${MAX_GLOB_CHARS} are allowed.`);
  }
  return new Glob(pattern);
}

/** The failure of a tool that the model should read. */
export function toolFailure(message: string, hint?: string): QwenError {
  return fail("tool_failed", withHint(message, hint), hint ? { hint } : {});
}
