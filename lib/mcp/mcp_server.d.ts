/** The types of the package as far as we use them; those that it ships cost seconds at every check. */
import type { McpTransport } from "./sdk.ts";

/** What a handler knows of its request. */
export interface ServerRequestContext {
  mcpReq: {
    signal: AbortSignal;
    _meta?: { progressToken?: string | number };
    notify(notification: { method: string; params: object }): Promise<void>;
  };
}

/** One server for one connection. */
export class Server {
  constructor(info: { name: string; version: string }, options: { capabilities: object; instructions?: string });
  setRequestHandler(
    method: "tools/list" | "tools/call",
    handler: (
      request: { params?: { name?: string; arguments?: Record<string, unknown> } },
      context: ServerRequestContext,
    ) => object | Promise<object>,
  ): void;
}

/** Serves one client, whichever revision it speaks. */
export function serveStdio(
  factory: () => Server,
  options: { transport: McpTransport; onerror?(error: Error): void },
): { close(): Promise<void> };
