import { deferred } from "../model/deferred.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import { fail, type QwenError } from "../model/problem.ts";
import type { FlagSpec } from "./flag_spec.ts";
import { MAX_VALUE_BYTES, parseDuration, type Written } from "./flag_values.ts";

/** Longest schema. */
const MAX_SCHEMA_BYTES = 4 * 1024 * 1024;

/** Reads a value that is more than a word: a number, a time, JSON, or the text of a file. */
export async function readFlagValue(spec: FlagSpec, text: string, written: Written): Promise<unknown> {
  switch (spec.type) {
    case "integer":
    case "number":
      return toNumber(spec, text, written);
    case "duration":
      return toDuration(spec, text, written);
    case "json":
      return await toJson(spec, text, written);
    case "string":
      return spec.file ? await fileText(spec.file, text, written) : text;
    default:
      return text;
  }
}

function toNumber(spec: FlagSpec & { type: "integer" | "number" }, text: string, written: Written): number {
  const value = text.trim() === "" ? NaN : Number(text);
  const max = spec.type === "integer" ? spec.max : undefined;
  const min = spec.min;
  if (spec.config && !Number.isInteger(value)) {
    throw fail("config_invalid", `Invalid maxSessionTurns: must be an integer, got ${value}`, { param: written.shown });
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
    `${written.shown} must be ${kind}${range}; got ${text || '""'}.`,
    {
      param: written.shown,
    },
  );
}

function toDuration(spec: FlagSpec & { type: "duration" }, text: string, written: Written): number {
  const value = parseDuration(text);
  const invalid = (why: string): QwenError =>
    fail("usage_error", `${written.shown}: Invalid duration ${JSON.stringify(text)}: ${why}`, { param: written.shown });
  if (value === null) throw invalid("write a number with ms, s, m or h, such as 90, 30s, 5m or 1.5h");
  if (spec.minMs !== undefined && value < spec.minMs) throw invalid(`it must be at least ${spec.minMs / 1000} s`);
  if (spec.maxMs !== undefined && value > spec.maxMs) throw invalid(`it must be at most ${spec.maxMs / 1000} s`);
  return value;
}

async function fileText(how: "at" | "path", text: string, written: Written): Promise<string> {
  if (how === "at" && !text.startsWith("@")) return text;
  if (how === "at" && text.startsWith("@@")) return text.slice(1);
  const path = how === "at" ? text.slice(1) : text;
  const file = await written.readFile(path, { regularOnly: false, maxBytes: MAX_VALUE_BYTES });
  if (file.kind === "text") return file.text;
  throw fail("config_invalid", `${written.shown} could not read "${path}": ${file.message}`, {
    param: written.shown,
    hint: how === "at" ? "A value that itself begins with @ is written with @@." : undefined,
  });
}

async function toJson(spec: FlagSpec & { type: "json" }, text: string, written: Written): Promise<JsonObject> {
  if (written.name === "mcp-config") return await mcpServers(text, written);
  const source = await jsonSource(spec, text, written);
  const value = parseJson(source, written);
  if (!isObject(value)) {
    const what = written.name === "json-schema" ? " describing a schema" : "";
    throw fail("config_invalid", `${written.shown} must be a JSON object${what}.`, { param: written.shown });
  }
  return value as JsonObject;
}

interface JsonSource {
  text: string;
  path: string | null;
}

async function jsonSource(spec: FlagSpec & { type: "json" }, text: string, written: Written): Promise<JsonSource> {
  const { shown } = written;
  if (text.trim() === "") throw fail("config_invalid", `${shown} cannot be empty.`, { param: shown });
  const isInline = /^\s*[{[]/.test(text);
  const path = text.startsWith("@") ? text.slice(1) : spec.from === "path" && !isInline ? text : null;
  if (path === null) return { text, path };
  const isSchema = written.name === "json-schema";
  const file = await written.readFile(path, {
    regularOnly: isSchema,
    maxBytes: isSchema ? MAX_SCHEMA_BYTES : MAX_VALUE_BYTES,
  });
  if (file.kind === "text") return { text: file.text, path };
  const message = file.kind === "not_regular"
    ? `${shown} "@${path}" must be a regular file.`
    : `${shown} could not read "${path}": ${file.message}`;
  throw fail("config_invalid", message, { param: shown });
}

function parseJson(source: JsonSource, written: Written): unknown {
  try {
    return JSON.parse(source.text);
  } catch (error) {
    // The content of a file is not quoted: it may be any file that the path was pointed at.
    const message = source.path === null
      ? `${written.shown} is not valid JSON: ${error instanceof Error ? error.message : error}`
      : `${written.shown} content of "${source.path}" is not valid JSON.`;
    const hint = source.path === null ? { hint: `The value of a file is given as ${written.shown} @FILE.` } : {};
    throw fail("config_invalid", message, { param: written.shown, ...hint });
  }
}

async function mcpServers(text: string, written: Written): Promise<JsonObject> {
  const invalid = (why: string): QwenError =>
    fail("config_invalid", `Invalid MCP configuration provided via --mcp-config: ${why}`, { param: written.shown });
  let value: unknown;
  try {
    const source = await jsonSource(
      { type: "json", from: "path", group: "Tools and permissions", help: "" },
      text,
      written,
    );
    if (source.path === null) value = JSON.parse(source.text);
    else {
      const { parse }: typeof import("./jsonc.ts") = await import(deferred("./jsonc.ts"));
      value = parse(source.text);
    }
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
  const servers = isObject(value) && isObject(value.mcpServers) ? value.mcpServers : value;
  if (!isObject(servers) || !Object.values(servers).every(isObject)) {
    throw invalid("Invalid MCP server configuration format. Expected an object with server names as keys.");
  }
  return servers as JsonObject;
}
