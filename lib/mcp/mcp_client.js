// @ts-self-types="./mcp_client.d.ts"
/** The official MCP client, loaded when a server is first connected. */
export {
  auth,
  Client,
  InsufficientScopeError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  SUPPORTED_PROTOCOL_VERSIONS,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
