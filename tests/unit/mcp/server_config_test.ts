import { assertEquals, assertThrows } from "@std/assert";
import { QwenError } from "../../../lib/model/problem.ts";
import { toolName } from "../../../lib/mcp/mcp_tool.ts";
import {
  hostServerConfig,
  readServerConfig,
  type ServerConfig,
  type ServerEndpoint,
} from "../../../lib/mcp/server_config.ts";

const DEFAULTS: Omit<ServerConfig, "endpoint"> = {
  name: "s",
  source: "settings",
  protocolVersion: null,
  startTimeoutMs: 30_000,
  callTimeoutMs: 600_000,
  trust: false,
  required: false,
  includeTools: null,
  excludeTools: [],
};

function reachOf(entry: unknown): ServerEndpoint {
  return readServerConfig("s", { entry, source: "settings" }).endpoint;
}

Deno.test("readServerConfig reads every option", () => {
  const entry = {
    type: "stdio",
    command: "node",
    args: ["server.js", 1],
    env: { A: "b", PORT: 80, bad: {} },
    cwd: "/ws",
    timeout: 5000,
    discoveryTimeoutMs: 1000,
    trust: true,
    required: true,
    includeTools: ["a(x)", "b"],
    excludeTools: ["c"],
  };
  assertEquals(readServerConfig("s", { entry, source: "settings" }), {
    ...DEFAULTS,
    endpoint: { kind: "stdio", command: "node", args: ["server.js"], env: { A: "b", PORT: "80" }, cwd: "/ws" },
    startTimeoutMs: 1000,
    callTimeoutMs: 5000,
    trust: true,
    required: true,
    includeTools: ["a(x)", "b"],
    excludeTools: ["c"],
  });
});

Deno.test("readServerConfig knows both spellings of web servers", () => {
  const headers = { k: "v" };
  const url = "http://h/mcp";
  const oauth = { scopes: [] };
  assertEquals(reachOf({ httpUrl: url, headers }), { kind: "http", url, headers, oauth });
  assertEquals(reachOf({ type: "http", url, headers }), { kind: "http", url, headers, oauth });
  assertEquals(reachOf({ type: "streamable-http", url }), { kind: "http", url, headers: {}, oauth });
  assertEquals(reachOf({ type: "sse", url }), { kind: "sse", url, headers: {}, oauth });
  assertEquals(reachOf({ url }), { kind: "sse", url, headers: {}, oauth });
});

Deno.test("hostServerConfig belongs to the host and is trusted only where it says so", () => {
  assertEquals(hostServerConfig({ name: "s", timeoutMs: null, trust: true }).trust, true);
  assertEquals(hostServerConfig({ name: "s", timeoutMs: 700 }), {
    ...DEFAULTS,
    source: "host",
    endpoint: { kind: "host" },
    trust: false,
    callTimeoutMs: 700,
  });
});

Deno.test("readServerConfig says what is wrong", () => {
  for (
    const [entry, reason] of [
      [null, "it is not an object"],
      [{}, 'it has none of "command", "url" and "httpUrl"'],
      [{ tcp: "ws://h" }, 'transport "tcp" is not supported'],
      [{ url: "not a url" }, '"not a url" is not a URL'],
      [{ httpUrl: "file:///etc/passwd" }, '"file:///etc/passwd" is not an http or https URL'],
    ] as const
  ) {
    const error = assertThrows(() => reachOf(entry), QwenError);
    assertEquals(error.message, `MCP server "s" is configured wrongly: ${reason}`);
    assertEquals(error.problem.code, "config_invalid");
  }
});

Deno.test("toolName keeps to the characters and the length that providers accept", () => {
  assertEquals(toolName("calc", "add"), "mcp__calc__add");
  assertEquals(toolName("my server", "säge.blatt"), "mcp__my_server__s_ge_blatt");
  const long = toolName("s".repeat(40), "t".repeat(40));
  assertEquals(long, `mcp__${"s".repeat(23)}___${"t".repeat(32)}`);
  assertEquals(long.length, 63);
});
