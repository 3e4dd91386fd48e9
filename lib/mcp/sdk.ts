/** Loads the MCP package when a server is first connected. Its types are declared here, as far as we use them. */
import { isObject, type JsonObject } from "../model/json.ts";

/** A JSON-RPC message. */
export interface RpcMessage {
  jsonrpc: "2.0";
  /** Null in the answer to a line that could not be read. */
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
}

/** Whether a value may be passed on as a message; the package checks its fields. */
export function isRpcMessage(value: unknown): value is RpcMessage {
  return isObject(value);
}

/** Carries messages to a server and back. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: RpcMessage): Promise<void>;
  /** Resolves when all resources are released. */
  close(): Promise<void>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: RpcMessage) => void;
  /** Ends the session on a web server. */
  terminateSession?(): Promise<void>;
}

/** The transport of a web server. */
export interface WebTransport extends McpTransport {
  /** Exchanges the code of an authorization response for tokens; refuses the response of another server. */
  finishAuth(response: URLSearchParams): Promise<void>;
}

/** A step of a long request. */
export interface ProgressStep {
  progress: number;
  total?: number;
  message?: string;
}

/** Limits and listeners of one request. */
export interface RequestOptions {
  signal?: AbortSignal;
  timeout: number;
  /** Whether a progress notification starts the time limit anew. */
  resetTimeoutOnProgress?: boolean;
  maxTotalTimeout?: number;
  onprogress?(step: ProgressStep): void;
}

/** A subscription to the changes of a server's lists. */
export interface Subscription {
  /** How it ended; it never rejects. */
  closed: Promise<"local" | "graceful" | "remote">;
}

/** The package's client. */
export interface SdkClient {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  connect(transport: McpTransport, options: RequestOptions): Promise<void>;
  close(): Promise<void>;
  getServerCapabilities(): Record<string, Record<string, unknown> | undefined> | undefined;
  getServerVersion(): { name: string; version: string } | undefined;
  getInstructions(): string | undefined;
  /** Whether the negotiated revision is 2026-07-28 or later. */
  getProtocolEra(): "legacy" | "modern" | undefined;
  getNegotiatedProtocolVersion(): string | undefined;
  request(
    request: { method: string; params: JsonObject },
    schema: typeof ANY_RESULT,
    options: RequestOptions,
  ): Promise<Record<string, unknown>>;
  callTool(
    params: { name: string; arguments: JsonObject },
    options: RequestOptions,
  ): Promise<Record<string, unknown>>;
  listTools(
    params: undefined,
    options: RequestOptions & { cacheMode: "refresh" },
  ): Promise<{ tools: Record<string, unknown>[] }>;
  ping(options: RequestOptions): Promise<unknown>;
  discover(options: RequestOptions): Promise<unknown>;
  listen(
    filter: { toolsListChanged?: true; promptsListChanged?: true },
    options: RequestOptions,
  ): Promise<Subscription>;
  setRequestHandler(
    method: string,
    handler: (
      request: { params?: Record<string, unknown> },
      context: { mcpReq: { signal: AbortSignal } },
    ) => object | Promise<object>,
  ): void;
  setNotificationHandler(method: string, handler: () => void): void;
}

/** A schema of the package that accepts every result. */
export const ANY_RESULT = {
  "~standard": { version: 1, vendor: "qwen", validate: (value: unknown) => ({ value }) },
} as const;

/** Access tokens as an authorization server issues them. */
export interface OAuthTokens {
  access_token: string;
  token_type: string;
  refresh_token?: string;
  expires_in?: number;
  scope?: string;
  /** The authorization server that they belong to. */
  issuer?: string;
}

/** This program as an authorization server knows it. */
export interface OAuthClient {
  client_id: string;
  client_secret?: string;
  /** The authorization server that it is registered with. */
  issuer?: string;
}

/** Adds a token to the requests of a session and renews it. */
export interface TokenSource {
  token(): Promise<string | undefined>;
  onUnauthorized(context: { response: Response; serverUrl: URL; fetchFn: typeof fetch }): Promise<void>;
}

/** What the package found out about an authorization server. */
export interface DiscoveryState {
  authorizationServerUrl: string;
}

/** How this program registers itself with an authorization server. */
export interface ClientMetadata {
  client_name?: string;
  redirect_uris: string[];
  grant_types?: string[];
  response_types?: string[];
  application_type?: string;
  scope?: string;
}

/** The state and the choices of an authorization. */
export interface OAuthProvider {
  readonly redirectUrl: string;
  readonly clientMetadataUrl?: string;
  readonly clientMetadata: ClientMetadata;
  state?(): string;
  clientInformation(): Promise<OAuthClient | undefined>;
  saveClientInformation?(client: OAuthClient): Promise<void>;
  tokens(): Promise<OAuthTokens | undefined>;
  saveTokens(tokens: OAuthTokens): Promise<void>;
  redirectToAuthorization(url: URL): void | Promise<void>;
  saveCodeVerifier(verifier: string): void;
  codeVerifier(): string;
  invalidateCredentials?(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void>;
  saveDiscoveryState?(state: DiscoveryState): void;
  discoveryState?(): DiscoveryState | undefined;
}

/** Options of a web transport. */
export interface WebTransportOptions {
  requestInit: RequestInit;
  fetch: typeof fetch;
  authProvider?: TokenSource | OAuthProvider;
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** The parts of the package that we use. */
export interface Sdk {
  Client: new (info: { name: string; version: string }, options: object) => SdkClient;
  StreamableHTTPClientTransport: new (url: URL, options: WebTransportOptions) => WebTransport;
  SSEClientTransport: new (url: URL, options: WebTransportOptions) => WebTransport;
  auth(
    provider: OAuthProvider,
    options: { serverUrl: URL; scope?: string; forceReauthorization?: boolean; fetchFn?: typeof fetch },
  ): Promise<"AUTHORIZED" | "REDIRECT">;
  SUPPORTED_PROTOCOL_VERSIONS: readonly string[];
  UnauthorizedError: ErrorClass;
  InsufficientScopeError: ErrorClass;
}

/** Loads the package. */
export async function loadSdk(): Promise<Sdk> {
  return await import("./mcp_client.js");
}

/** The HTTP status of an error of the package, if it has one. */
export function statusOf(error: unknown): number | undefined {
  const data = isObject(error) ? error.data : undefined;
  return isObject(data) && typeof data.status === "number" ? data.status : undefined;
}

/** The code of an error of the package, if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
