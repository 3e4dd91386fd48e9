import type { ServerManifest } from "../model/command.ts";
import { isObject, type JsonObject } from "../model/json.ts";
import { boundedFetch } from "./transports/bounded_fetch.ts";
import { type AskHost, HostTransport } from "./transports/host_transport.ts";
import { textOr } from "./offers.ts";
import type { McpTransport, Sdk, SdkClient } from "./sdk.ts";
import type { ServerConfig } from "./server_config.ts";
import { SessionAuth } from "./auth/session_auth.ts";
import { type LaunchServer, type ServerGroup, StdioTransport } from "./transports/stdio_transport.ts";
import type { TokenStore } from "./auth/token_store.ts";

/** A server's question to the person in front of the host. */
export interface Elicitation {
  server: string;
  message: string;
  mode: "form" | "url";
  schema: JsonObject | null;
  url: string | null;
}

/** The person's answer to a server's question. */
export interface ElicitationAnswer {
  action: "accept" | "decline" | "cancel";
  content?: JsonObject;
}

/** Options that all connections share. */
export interface ConnectionOptions {
  version: string;
  /** Absolute roots of the workspace; the first one is where servers run. */
  roots: readonly string[];
  /** The clean environment of child processes. */
  environment: Readonly<Record<string, string>>;
  launch?: LaunchServer;
  group?: ServerGroup;
  /** Absent without a host. */
  askHost?: AskHost;
  /** Absent where nobody can answer; servers are then not offered elicitation. */
  elicit?(question: Elicitation, signal: AbortSignal): Promise<ElicitationAnswer>;
  /** The tokens of web servers; without it no token is sent. */
  tokens?: TokenStore;
  /** Learns every token, so that none is shown. */
  onToken?(token: string): void;
}

/** The revisions to offer: `auto` asks for the newest, `older` begins with the handshake of 2025-11-25. */
export type Revisions = "auto" | "older";

const MODERN = "2026-07-28";
const MAX_PAGES = 100;
/** How long a local server may take to answer the question for its revision before the older handshake begins. */
const PROBE_MS = 5_000;

/** The revisions that a server is offered first. */
export function revisionsOf({ endpoint, protocolVersion }: ServerConfig): Revisions {
  // Servers in the host and on SSE are older than the newest revision.
  if (endpoint.kind === "host" || endpoint.kind === "sse") return "older";
  return protocolVersion === null || protocolVersion >= MODERN ? "auto" : "older";
}

/** The options of the package's client for a server. */
export function clientOptions(
  sdk: Sdk,
  { config, revisions = revisionsOf(config), elicits }: {
    config: ServerConfig;
    revisions?: Revisions;
    elicits?: boolean;
  },
): object {
  const { endpoint, protocolVersion } = config;
  const newest = protocolVersion;
  const supported = newest === null ? null : sdk.SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version <= newest);
  const probe = endpoint.kind === "stdio" ? { probe: { timeoutMs: PROBE_MS } } : {};
  return {
    capabilities: { roots: {}, ...(elicits ? { elicitation: { form: { applyDefaults: true }, url: {} } } : {}) },
    // The package must not compile schemas of servers: a hostile one could run for ever.
    jsonSchemaValidator: { getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) },
    listMaxPages: MAX_PAGES,
    versionNegotiation: revisions === "auto" ? { mode: "auto", ...probe } : { mode: "legacy" },
    ...(revisions === "older" && supported && supported.length > 0 ? { supportedProtocolVersions: supported } : {}),
  };
}

/** A client that answers a server's questions; it is not yet connected. */
export function openClient(
  sdk: Sdk,
  { config, revisions, options }: { config: ServerConfig; revisions: Revisions; options: ConnectionOptions },
): SdkClient {
  const { version, roots, elicit } = options;
  const client = new sdk.Client(
    { name: "qwen", version },
    clientOptions(sdk, { config, revisions, elicits: elicit !== undefined }),
  );
  client.setRequestHandler("roots/list", () => ({
    roots: roots.map((root) => ({ uri: `file://${encodeURI(root)}` })),
  }));
  if (elicit) {
    client.setRequestHandler("elicitation/create", async ({ params = {} }, { mcpReq }) => {
      const answer = await elicit(elicitationOf(params, config.name), mcpReq.signal);
      // The package fills in defaults where there is content.
      return answer.action === "accept" && params.mode !== "url" ? { content: {}, ...answer } : { ...answer };
    });
  }
  // Errors outside a request are ignored: the request itself fails or succeeds.
  client.onerror = () => undefined;
  return client;
}

function elicitationOf(params: Record<string, unknown>, server: string): Elicitation {
  return {
    server,
    message: textOr(params.message, ""),
    mode: params.mode === "url" ? "url" : "form",
    schema: isObject(params.requestedSchema) ? params.requestedSchema as JsonObject : null,
    url: typeof params.url === "string" ? params.url : null,
  };
}

/** The transport of a server; it is not yet started. */
export function openTransport(
  sdk: Sdk,
  { config, options, manifest, onExceeded }: {
    config: ServerConfig;
    options: ConnectionOptions;
    /** The answers that a server in the host gave in advance. */
    manifest: ServerManifest | undefined;
    /** Called when the server sends too much. */
    onExceeded(error: Error): void;
  },
): McpTransport {
  const { endpoint, name } = config;
  const { askHost, environment, roots, launch, group, tokens, onToken } = options;
  if (endpoint.kind === "stdio") {
    const ways = { ...(launch ? { launch } : {}), ...(group ? { group } : {}) };
    return new StdioTransport({ endpoint, environment, cwd: roots[0], ...ways });
  }
  if (endpoint.kind === "host") {
    if (!askHost) throw new Error("it lives in the host, and no host answers here");
    return new HostTransport(name, { ask: askHost, ...(manifest ? { manifest } : {}) });
  }
  const { url, headers, kind } = endpoint;
  const isKeyed = Object.keys(headers).some((header) => header.toLowerCase() === "authorization");
  const auth = tokens && !isKeyed
    ? new SessionAuth({ server: name, url, store: tokens, sdk, onToken: (token) => onToken?.(token) })
    : null;
  const Transport = kind === "http" ? sdk.StreamableHTTPClientTransport : sdk.SSEClientTransport;
  return new Transport(new URL(url), {
    requestInit: { headers },
    fetch: boundedFetch({ onExceeded }),
    ...(auth ? { authProvider: auth } : {}),
  });
}
