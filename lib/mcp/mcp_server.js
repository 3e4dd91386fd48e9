// @ts-self-types="./mcp_server.d.ts"
/** The official MCP server, loaded by `qwen mcp serve` only. */
export { Server } from "@modelcontextprotocol/server";
export { serveStdio } from "@modelcontextprotocol/server/stdio";
