/**
 * The one door to the MCP package: loaded when there is a server, and typed here by what is used of it, because
 * its own declarations are not found under the paths it exports.
 */
import type { JsonObject } from "../../model/json.ts";

/** A JSON-RPC message. */
export interface RpcMessage {
  jsonrpc: "2.0";
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
}

/** A connection's lower end: what carries messages to a server and back. */
export interface Link {
  start(): Promise<void>;
  send(message: RpcMessage): Promise<void>;
  /** Resolves when nothing of the server is left on our side. */
  close(): Promise<void>;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: RpcMessage) => void;
  /** Tells a web server that its session is over. */
  terminateSession?(): Promise<void>;
}

/** A step of a long request. */
export interface ProgressStep {
  progress: number;
  total?: number;
  message?: string;
}

/** Limits and listeners of one request. */
export interface RequestOptions {
  signal: AbortSignal;
  timeout: number;
  onprogress?(step: ProgressStep): void;
}

/** The package's client. */
export interface SdkClient {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  connect(link: Link, options: RequestOptions): Promise<void>;
  close(): Promise<void>;
  getServerCapabilities(): Record<string, unknown> | undefined;
  getServerVersion(): { name: string; version: string } | undefined;
  getInstructions(): string | undefined;
  request(
    request: { method: string; params: JsonObject },
    schema: unknown,
    options: RequestOptions,
  ): Promise<Record<string, unknown>>;
  setRequestHandler(
    schema: unknown,
    handler: (
      request: { params: Record<string, unknown> },
      extra: { signal: AbortSignal },
    ) => object | Promise<object>,
  ): void;
  setNotificationHandler(schema: unknown, handler: () => void): void;
}

/** What is used of the package. */
export interface Sdk {
  Client: new (info: { name: string; version: string }, options: object) => SdkClient;
  /** Takes every result. */
  ResultSchema: unknown;
  ListRootsRequestSchema: unknown;
  ElicitRequestSchema: unknown;
  ToolListChangedNotificationSchema: unknown;
  PromptListChangedNotificationSchema: unknown;
}

type WebLink = new (url: URL, options: { requestInit: RequestInit }) => Link;

/** Loads the client. */
export async function loadSdk(): Promise<Sdk> {
  const [client, types] = await Promise.all([
    import("@modelcontextprotocol/sdk/client"),
    import("@modelcontextprotocol/sdk/types"),
  ]);
  return { Client: client.Client, ...types };
}

/** Loads the transport of a web server. */
export async function loadWebLink(kind: "http" | "sse"): Promise<WebLink> {
  return kind === "http"
    ? (await import("@modelcontextprotocol/sdk/http")).StreamableHTTPClientTransport
    : (await import("@modelcontextprotocol/sdk/sse")).SSEClientTransport;
}
