import { isAbsolute } from "../../path/mod.ts";
import { isObject, type JsonObject } from "../../model/json.ts";

/** The parameters of a request, or a part of them. */
export type Params = Readonly<Record<string, unknown>>;

/** A field of the parameters, or of a part of them. */
type Field = string | { name: string; at: string };

/** A parameter that is missing or wrong. */
export class ParamError extends Error {
  override readonly name = "ParamError";
  readonly param: string;

  constructor(param: string, reason: string) {
    super(`The parameter "${param}" ${reason}.`);
    this.param = param;
  }
}

/** A text; throws ParamError. */
export function textParam(params: Params, field: Field): string {
  const { name, path } = named(field);
  const value = params[name];
  if (typeof value === "string") return value;
  throw new ParamError(path, value === undefined ? "is missing" : "must be a string");
}

/** A text that may be absent or null; throws ParamError. */
export function optionalText(params: Params, name: string): string | null {
  const value = params[name];
  return value === undefined || value === null ? null : textParam(params, name);
}

/** An absolute path; throws ParamError. */
export function folderParam(params: Params, name: string): string {
  const path = textParam(params, name);
  if (!isAbsolute(path)) throw new ParamError(name, "must be an absolute path");
  return path;
}

/** A list of objects; throws ParamError. */
export function listParam(params: Params, field: Field): Params[] {
  const { name, path } = named(field);
  const value = params[name];
  if (!Array.isArray(value)) throw new ParamError(path, value === undefined ? "is missing" : "must be an array");
  const wrong = value.findIndex((entry) => !isObject(entry));
  if (wrong >= 0) throw new ParamError(`${path}[${wrong}]`, "must be an object");
  return value;
}

/** The MCP servers of a request in the form of settings; throws ParamError. */
export function serversParam(params: Params): Record<string, JsonObject> {
  if (params.mcpServers === undefined || params.mcpServers === null) return {};
  const servers: Record<string, JsonObject> = {};
  for (const [index, entry] of listParam(params, "mcpServers").entries()) {
    const at = `mcpServers[${index}]`;
    const name = textParam(entry, { name: "name", at });
    if (name === "") throw new ParamError(`${at}.name`, "must not be empty");
    servers[name] = serverOf(entry, at);
  }
  return servers;
}

function serverOf(entry: Params, at: string): JsonObject {
  if (entry.type === "http" || entry.type === "sse") {
    const url = textParam(entry, { name: "url", at });
    return { type: entry.type, url, headers: pairsOf(entry, { name: "headers", at }) };
  }
  if (entry.type !== undefined && entry.type !== "stdio") throw new ParamError(`${at}.type`, "is not supported");
  const args = entry.args ?? [];
  if (!Array.isArray(args) || args.some((word) => typeof word !== "string")) {
    throw new ParamError(`${at}.args`, "must be an array of strings");
  }
  return { command: textParam(entry, { name: "command", at }), args, env: pairsOf(entry, { name: "env", at }) };
}

/** A list of names and values as an object. */
function pairsOf(entry: Params, { name, at }: { name: string; at: string }): JsonObject {
  if (entry[name] === undefined || entry[name] === null) return {};
  const inner = `${at}.${name}`;
  return Object.fromEntries(
    listParam(entry, { name, at }).map((pair) => [
      textParam(pair, { name: "name", at: inner }),
      textParam(pair, { name: "value", at: inner }),
    ]),
  );
}

function named(field: Field): { name: string; path: string } {
  return typeof field === "string"
    ? { name: field, path: field }
    : { name: field.name, path: `${field.at}.${field.name}` };
}
