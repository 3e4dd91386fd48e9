import type { JsonObject } from "../../../model/json.ts";
import { fail, type QwenError } from "../../../model/problem.ts";

/** Where a server is kept: in the user's settings or in those of the project. */
export type McpScope = "user" | "project";

/** A server to add. */
export interface AddedServer {
  scope: McpScope;
  name: string;
  /** Its entry in `mcpServers`. */
  entry: JsonObject;
}

const USAGE = "Write qwen mcp add [--scope user|project] [--transport stdio|http|sse] [-e NAME=VALUE] " +
  "[-H 'Name: value'] NAME COMMAND|URL [ARG…].";
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;
const VARIABLE = /^[A-Za-z_]\w*$/;
const HEADER = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([^\r\n\0]*)$/;

interface Given {
  scope?: string;
  transport?: string;
  env: [string, string][];
  headers: [string, string][];
}

/** Reads the words after `qwen mcp add`. Throws a usage error; then nothing is changed. */
export function readAddition(words: readonly string[]): AddedServer {
  const given: Given = { env: [], headers: [] };
  let at = 0;
  while (at < words.length && words[at].startsWith("-")) at = readFlag(words, { at, given });
  const [name, ...rest] = words.slice(at);
  if (name === undefined) throw wrong("qwen mcp add needs a NAME");
  if (!NAME.test(name)) throw wrong(`${JSON.stringify(name)} is no name of a server: use letters, digits, . - and _`);
  const command = rest[0] === "--" ? rest.slice(1) : rest;
  if (command.length === 0) throw wrong(`qwen mcp add ${name} needs a COMMAND or a URL`);
  return { scope: scopeOf(given.scope), name, entry: entryOf(command, given) };
}

function readFlag(words: readonly string[], { at, given }: { at: number; given: Given }): number {
  const [flag, inline] = split(words[at]);
  const value = inline ?? words[at + 1];
  if (!["--scope", "-s", "--transport", "-t", "-e", "--env", "-H", "--header"].includes(flag)) {
    throw wrong(`${flag} is no flag of qwen mcp add; flags of the server's command stand after its name`);
  }
  if (value === undefined) throw wrong(`${flag} needs a value`);
  if (flag === "--scope" || flag === "-s") given.scope = value;
  else if (flag === "--transport" || flag === "-t") given.transport = value;
  else if (flag === "-e" || flag === "--env") given.env.push(variable(value));
  else given.headers.push(header(value));
  return at + (inline === undefined ? 2 : 1);
}

/** `--flag=value` and `-eA=b`, or the flag alone. */
function split(word: string): [flag: string, value: string | undefined] {
  const long = /^(--[a-z-]+)=(.*)$/s.exec(word);
  if (long) return [long[1], long[2]];
  return /^-[eHst]./.test(word) ? [word.slice(0, 2), word.slice(2)] : [word, undefined];
}

function variable(text: string): [string, string] {
  const equals = text.indexOf("=");
  const name = text.slice(0, Math.max(0, equals));
  if (!VARIABLE.test(name)) throw wrong(`-e ${JSON.stringify(text)} is not NAME=VALUE`);
  return [name, text.slice(equals + 1)];
}

function header(text: string): [string, string] {
  const parts = HEADER.exec(text);
  if (!parts) throw wrong(`-H ${JSON.stringify(text)} is not "Name: value"`);
  return [parts[1], parts[2].trim()];
}

function scopeOf(scope: string | undefined): McpScope {
  if (scope === undefined || scope === "user") return "user";
  if (scope === "project") return scope;
  throw wrong(`--scope is user or project, not ${JSON.stringify(scope)}`);
}

function entryOf(command: readonly string[], { transport, env, headers }: Given): JsonObject {
  const [first, ...args] = command;
  const kind = transport ?? (/^https?:\/\//i.test(first) ? "http" : "stdio");
  if (kind === "stdio") {
    if (headers.length > 0) throw wrong("-H is for web servers: a command has no headers");
    return { command: first, args, ...(env.length > 0 ? { env: Object.fromEntries(env) } : {}) };
  }
  if (kind !== "http" && kind !== "sse") throw wrong(`--transport is stdio, http or sse, not ${JSON.stringify(kind)}`);
  if (env.length > 0) throw wrong("-e is for commands: a web server has no environment here");
  const url = URL.parse(first);
  if (!url || !/^https?:$/.test(url.protocol)) throw wrong(`${JSON.stringify(first)} is not an http or https URL`);
  if (args.length > 0) throw wrong(`A web server has only a URL; ${JSON.stringify(args[0])} is too much`);
  return {
    ...(kind === "http" ? { httpUrl: first } : { url: first }),
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
  };
}

function wrong(message: string): QwenError {
  return fail("usage_error", message, { hint: USAGE });
}
