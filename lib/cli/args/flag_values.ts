import { parse } from "../../config/jsonc.ts";
import { type FileText, readValueFile } from "../../config/value_file.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { fail, type QwenError } from "../../model/problem.ts";
import type { FlagSpec } from "./table/flag_spec.ts";
import type { GivenFlag } from "./scan_args.ts";

/** Reads the file that a value names; it must not throw for a file that is absent or unfit. */
export type ReadValueFile = (path: string, options: { regularOnly: boolean; maxBytes: number }) => Promise<FileText>;

/** Longest text that a value may bring in from a file. */
export const MAX_VALUE_BYTES = 16 * 1024 * 1024;

/** One text of a flag's value. */
interface TextOf<Type extends FlagSpec["type"] = FlagSpec["type"]> {
  name: string;
  spec: FlagSpec & { type: Type };
  text: string;
}

/** Converts what was given for a flag into its value; throws a QwenError when it does not fit. */
export async function flagValue(given: GivenFlag, readFile: ReadValueFile = readValueFile): Promise<unknown> {
  const { name, spec, values } = given;
  const text = values.at(-1) ?? "";
  switch (spec.type) {
    case "boolean":
      return text === "true";
    case "list":
      return toList({ name, spec, text }, values);
    case "choice":
      return toChoice(spec.choices, spec.same?.[text] ?? text, { name, shown: `--${name}` });
    case "optional":
      if (!spec.choices) return text;
      return toChoice(spec.choices, spec.same?.[text] ?? text, { name, shown: `--${name}` });
    case "integer":
    case "number":
      return toNumber({ name, spec, text });
    case "duration":
      return toDuration({ name, spec, text });
    case "string":
      return spec.file ? await fileText({ name, spec, text }, readFile) : text;
    case "json": {
      if (spec.holds !== "servers") return await toObject({ name, spec, text }, readFile);
      const parts = await Promise.all(values.map((one) => mcpServers({ name, spec, text: one }, readFile)));
      return Object.assign({}, ...parts);
    }
  }
}

/** A duration such as `90`, `30s`, `1.5h` in milliseconds; null when it is none. */
export function parseDuration(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(ms|s|m|h)?$/i.exec(text.trim());
  if (!match) return null;
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[(match[2] ?? "s").toLowerCase()] ?? 1000;
  return Math.round(Number(match[1]) * factor);
}

/** Returns the text when it is one of the choices; otherwise throws a QwenError that names them all. */
export function toChoice(choices: readonly string[], text: string, written: { shown: string; name: string }): string {
  if (choices.includes(text)) return text;
  const known = choices.map((choice) => JSON.stringify(choice)).join(", ");
  throw fail(
    "usage_error",
    `Invalid values:\n  Argument: ${written.name}, Given: ${JSON.stringify(text)}, Choices: ${known}`,
    { param: written.shown },
  );
}

function toList({ name, spec }: TextOf<"list">, items: readonly string[]): string[] {
  const shown = `--${name}`;
  if (spec.max !== undefined && items.length > spec.max) {
    throw fail("usage_error", `${shown} takes at most ${spec.max} values; got ${items.length}.`, { param: shown });
  }
  const { choices } = spec;
  return items.map((item) => choices ? toChoice(choices, item, { name, shown }) : item);
}

function toNumber({ spec, text, name }: TextOf<"integer" | "number">): number {
  const value = text.trim() === "" ? NaN : Number(text);
  const max = spec.type === "integer" ? spec.max : undefined;
  const min = spec.min;
  if (spec.config && !Number.isInteger(value)) {
    throw fail("config_invalid", `Invalid maxSessionTurns: must be an integer, got ${value}`, { param: `--${name}` });
  }
  const wrongKind = spec.type === "integer" ? !Number.isSafeInteger(value) : !Number.isFinite(value);
  if (!wrongKind && (min === undefined || value >= min) && (max === undefined || value <= max)) return value;
  const kind = spec.type === "integer" ? "an integer" : "a number";
  const range = min !== undefined && max !== undefined
    ? ` between ${min} and ${max}`
    : min !== undefined
    ? ` of at least ${min}`
    : "";
  throw fail(
    spec.config ? "config_invalid" : "usage_error",
    `--${name} must be ${kind}${range}; got ${text || '""'}.`,
    {
      param: `--${name}`,
    },
  );
}

function toDuration({ spec, text, name }: TextOf<"duration">): number {
  const value = parseDuration(text);
  const invalid = (why: string): QwenError =>
    fail("usage_error", `--${name}: Invalid duration ${JSON.stringify(text)}: ${why}`, { param: `--${name}` });
  if (value === null) throw invalid("write a number with ms, s, m or h, such as 90, 30s, 5m or 1.5h");
  if (spec.minMs !== undefined && value < spec.minMs) throw invalid(`it must be at least ${spec.minMs / 1000} s`);
  if (spec.maxMs !== undefined && value > spec.maxMs) throw invalid(`it must be at most ${spec.maxMs / 1000} s`);
  return value;
}

async function fileText({ name, spec, text }: TextOf<"string">, readFile: ReadValueFile): Promise<string> {
  const mayBeInline = spec.file === "at";
  if (mayBeInline && !text.startsWith("@")) return text;
  if (mayBeInline && text.startsWith("@@")) return text.slice(1);
  const path = mayBeInline ? text.slice(1) : text;
  const file = await readFile(path, { regularOnly: false, maxBytes: MAX_VALUE_BYTES });
  if (file.kind === "text") return file.text;
  throw fail("config_invalid", `--${name} could not read "${path}": ${file.message}`, {
    param: `--${name}`,
    hint: mayBeInline ? "A value that itself begins with @ is written with @@." : undefined,
  });
}

async function toObject(given: TextOf<"json">, readFile: ReadValueFile): Promise<JsonObject> {
  const value = parseJson(await jsonSource(given, readFile), given);
  if (isObject(value)) return value as JsonObject;
  throw fail("config_invalid", `--${given.name} must be a JSON object.`, { param: `--${given.name}` });
}

interface JsonSource {
  text: string;
  path: string | null;
}

async function jsonSource({ name, spec, text }: TextOf<"json">, readFile: ReadValueFile): Promise<JsonSource> {
  const shown = `--${name}`;
  if (text.trim() === "") throw fail("config_invalid", `${shown} cannot be empty.`, { param: shown });
  const isInline = /^\s*[{[]/.test(text);
  const path = text.startsWith("@") ? text.slice(1) : spec.from === "path" && !isInline ? text : null;
  if (path === null) return { text, path };
  const file = await readFile(path, { regularOnly: false, maxBytes: MAX_VALUE_BYTES });
  if (file.kind === "text") return { text: file.text, path };
  throw fail("config_invalid", `${shown} could not read "${path}": ${file.message}`, { param: shown });
}

function parseJson(source: JsonSource, { name }: TextOf<"json">): unknown {
  try {
    return JSON.parse(source.text);
  } catch (error) {
    const shown = `--${name}`;
    // The content of a file is not quoted: the path may point at any file.
    const message = source.path === null
      ? `${shown} is not valid JSON: ${error instanceof Error ? error.message : error}`
      : `${shown} content of "${source.path}" is not valid JSON.`;
    const hint = source.path === null ? { hint: `To read it from a file, write ${shown} @FILE.` } : {};
    throw fail("config_invalid", message, { param: shown, ...hint });
  }
}

async function mcpServers(given: TextOf<"json">, readFile: ReadValueFile): Promise<JsonObject> {
  const shown = `--${given.name}`;
  const invalid = (why: string): QwenError =>
    fail("config_invalid", `Invalid MCP configuration provided via ${shown}: ${why}`, { param: shown });
  let value: unknown;
  try {
    const source = await jsonSource(given, readFile);
    value = source.path === null ? JSON.parse(source.text) : parse(source.text);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
  const servers = isObject(value) && isObject(value.mcpServers) ? value.mcpServers : value;
  if (!isObject(servers) || !Object.values(servers).every(isObject)) {
    throw invalid("Invalid MCP server configuration format. Expected an object with server names as keys.");
  }
  return servers as JsonObject;
}
