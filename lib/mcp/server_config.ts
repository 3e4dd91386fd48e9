import { isObject, type JsonObject } from "../model/json.ts";
import type { HostServer } from "../model/command.ts";
import type { ServerInfo } from "../model/event.ts";
import { fail, type QwenError } from "../model/problem.ts";

/** How a person logs in to a web server. */
export interface OAuthConfig {
  /** A client that is registered already; without it this program registers itself. */
  clientId?: string;
  clientSecret?: string;
  /** The address of a client metadata document, which serves as the client's id where the server allows it. */
  clientMetadataUrl?: string;
  scopes: string[];
  /** The port of the redirect address, where a registered client has a fixed one. */
  redirectPort?: number;
}

/** How a server is reached. */
export type ServerEndpoint =
  | { kind: "stdio"; command: string; args: string[]; env: Record<string, string>; cwd: string | null }
  | { kind: "http" | "sse"; url: string; headers: Record<string, string>; oauth: OAuthConfig }
  /** It runs inside the host, which forwards its messages. */
  | { kind: "host" };

/** The normalised configuration of a server. */
export interface ServerConfig {
  name: string;
  source: ServerInfo["source"];
  endpoint: ServerEndpoint;
  /** The newest revision of the protocol to offer; null negotiates. */
  protocolVersion: string | null;
  /** The time limit for starting and listing together. */
  startTimeoutMs: number;
  callTimeoutMs: number;
  /** Whether its tools run without asking. */
  trust: boolean;
  /** Whether the run fails when it cannot be started. */
  required: boolean;
  /** Only these tools are offered; null offers all. */
  includeTools: string[] | null;
  excludeTools: string[];
}

const START_TIMEOUT_MS = 30_000;
const CALL_TIMEOUT_MS = 600_000;
// Longer timers would fire at once.
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Reads one entry of `mcpServers`, in qwen's or Claude's spelling. Throws `config_invalid`. */
export function readServerConfig(
  name: string,
  options: { entry: unknown; source: ServerInfo["source"] },
): ServerConfig {
  const { entry, source } = options;
  if (name === "") throw invalid(name, "its name is empty");
  if (!isObject(entry)) throw invalid(name, "it is not an object");
  const isHost = entry.type === "sdk";
  return {
    name,
    source: isHost ? "host" : source,
    endpoint: readEndpoint(name, entry),
    protocolVersion: typeof entry.protocolVersion === "string" ? entry.protocolVersion : null,
    startTimeoutMs: milliseconds(entry.startTimeoutMs ?? entry.discoveryTimeoutMs, START_TIMEOUT_MS),
    callTimeoutMs: milliseconds(entry.callTimeoutMs ?? entry.timeout, CALL_TIMEOUT_MS),
    trust: entry.trust === true,
    required: entry.required === true,
    includeTools: Array.isArray(entry.includeTools) ? texts(entry.includeTools) : null,
    excludeTools: Array.isArray(entry.excludeTools) ? texts(entry.excludeTools) : [],
  };
}

/** The configuration of a server that the host runs itself. */
export function hostServerConfig({ name, timeoutMs, trust }: HostServer): ServerConfig {
  const entry = { type: "sdk", trust: trust === true, ...(timeoutMs === null ? {} : { timeout: timeoutMs }) };
  return readServerConfig(name, { entry, source: "host" });
}

function readEndpoint(name: string, entry: Record<string, unknown>): ServerEndpoint {
  const { type, command, url, httpUrl, tcp } = entry;
  if (type === "sdk") return { kind: "host" };
  if (typeof command === "string" && command !== "") {
    return {
      kind: "stdio",
      command,
      args: Array.isArray(entry.args) ? texts(entry.args) : [],
      env: textRecord(entry.env),
      cwd: typeof entry.cwd === "string" ? entry.cwd : null,
    };
  }
  const web = { headers: textRecord(entry.headers), oauth: readOAuth(entry.oauth) };
  if (typeof httpUrl === "string") return { kind: "http", url: webUrl(name, httpUrl), ...web };
  if (typeof url === "string") {
    const isHttp = typeof type === "string" && /^(http|streamable-?http)$/i.test(type);
    return { kind: isHttp ? "http" : "sse", url: webUrl(name, url), ...web };
  }
  if (tcp !== undefined) throw invalid(name, 'transport "tcp" is not supported');
  throw invalid(name, 'it has none of "command", "url" and "httpUrl"');
}

function readOAuth(value: unknown): OAuthConfig {
  const { clientId, clientSecret, clientMetadataUrl, scopes, redirectPort } = isObject(value) ? value : {};
  return {
    ...(typeof clientId === "string" ? { clientId } : {}),
    ...(typeof clientSecret === "string" ? { clientSecret } : {}),
    ...(typeof clientMetadataUrl === "string" ? { clientMetadataUrl } : {}),
    scopes: Array.isArray(scopes) ? texts(scopes) : [],
    ...(typeof redirectPort === "number" ? { redirectPort } : {}),
  };
}

function webUrl(name: string, text: string): string {
  if (!URL.canParse(text)) throw invalid(name, `"${text}" is not a URL`);
  const { protocol, href } = new URL(text);
  if (protocol !== "http:" && protocol !== "https:") throw invalid(name, `"${text}" is not an http or https URL`);
  return href;
}

function invalid(name: string, reason: string): QwenError {
  return fail("config_invalid", `MCP server "${name}" is configured wrongly: ${reason}`, {
    hint: "Give it a command with args, or a url or httpUrl.",
  });
}

function milliseconds(value: unknown, fallback: number): number {
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) return fallback;
  return Math.min(value, MAX_TIMEOUT_MS);
}

function texts(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string");
}

function textRecord(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  const record: Record<string, string> = {};
  for (const [key, text] of Object.entries(value)) {
    if (typeof text === "string" || typeof text === "number" || typeof text === "boolean") record[key] = String(text);
  }
  return record;
}

/** Whether two configurations mean the same server, so that it can stay connected. */
export function isSameConfig(a: ServerConfig, b: ServerConfig): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The valid entries of a `mcpServers` record, and the errors of the others. */
export function readServerConfigs(
  entries: Record<string, JsonObject>,
  source: ServerInfo["source"],
): { configs: ServerConfig[]; errors: Record<string, string> } {
  const configs: ServerConfig[] = [];
  const errors: Record<string, string> = {};
  for (const [name, entry] of Object.entries(entries)) {
    try {
      configs.push(readServerConfig(name, { entry, source }));
    } catch (error) {
      errors[name] = error instanceof Error ? error.message : String(error);
    }
  }
  return { configs, errors };
}
