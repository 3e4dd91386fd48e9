import { assertEquals } from "@std/assert";
import { LATEST_PROTOCOL_VERSION } from "@modelcontextprotocol/client";
import { hostServers, manifestFates, MCP_VERSION } from "../../../../lib/dialects/agent/host_servers.ts";

const introduction = { protocolVersion: MCP_VERSION, capabilities: {}, serverInfo: { name: "s", version: "1" } };
const tools = { tools: [{ name: "add", inputSchema: { type: "object" } }] };

Deno.test("MCP_VERSION is what the client of the MCP package asks for", () => {
  assertEquals(MCP_VERSION, LATEST_PROTOCOL_VERSION);
});

Deno.test("hostServers takes the manifests that can be used, and manifestFates says what became of each", () => {
  const request = {
    sdkMcpServers: ["good", "bare", "old", "broken", "known", "none"],
    sdkMcpServerManifests: {
      good: { initializeResult: introduction, toolsListResult: tools },
      bare: { initializeResult: introduction },
      old: { initializeResult: { ...introduction, protocolVersion: "2024-11-05" } },
      broken: { initializeResult: introduction, toolsListResult: { tools: 7 } },
      known: { initializeResult: introduction },
      stranger: { initializeResult: introduction },
    },
  };
  assertEquals(hostServers(request).filter(({ manifest }) => manifest), [
    { name: "good", timeoutMs: null, manifest: { introduction, tools } },
    { name: "bare", timeoutMs: null, manifest: { introduction } },
    { name: "known", timeoutMs: null, manifest: { introduction } },
  ]);
  assertEquals(manifestFates(request, ["known"]), {
    good: "parked",
    bare: "parked",
    old: "protocol_version_mismatch",
    broken: "malformed",
    known: "already_connected",
  });
  assertEquals(manifestFates({ sdkMcpServers: ["a"], sdkMcpServerManifests: 7 }, []), { a: "malformed" });
  assertEquals(manifestFates({ sdkMcpServers: ["a"] }, []), null);
});
